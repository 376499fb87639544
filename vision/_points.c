/* What the warm reading does at each of thousands of points, against the stable ABI of Python 3.11.

   box_means: the mean of a square of pixels around every point. compare: every point of every hole against its empty
   look and the two disc colours. outermost: the outermost edge on every normal round the holes. vision/spots.py,
   warm.py and edges.py say what for; tests/vision/test_points.py holds all three against the same in plain numpy.
   Arrays come as contiguous buffers of a little-endian machine; lengths are checked here, types by _points.pyi. */
/* Python's slots keep functions in void pointers, which POSIX allows and ISO C does not. */
#pragma GCC diagnostic ignored "-Wpedantic"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLANES = 3, HOLES = 42, MOST = 63, WORDS = (PLANES * MOST + 7) / 8, SHARES = 10 };

static const float LIKELY_CUT = 60.0f, MISFIT_CUT = 20.0f, LEAD_CUT = 8.0f;

static int has(const Py_buffer *buffer, Py_ssize_t bytes) { return buffer->len == bytes; }

static void release(Py_buffer *buffers, int count) {
    for (int i = 0; i < count; i++) PyBuffer_Release(&buffers[i]);
}

/* ---- box_means(image, width, points, side, means) ----------------------------------------------------------- */

typedef struct {
    const uint8_t *pixels;
    Py_ssize_t width, height;
} picture;

/* So many times eight bytes hold a row of a square. */
static inline int words_of(int side) { return (PLANES * side + 7) / 8; }

/* The place that lies behind an edge as in a mirror on its last pixel. */
static Py_ssize_t mirrored(Py_ssize_t at, Py_ssize_t length) {
    if (at < 0) at = -at;
    if (at >= length) at = 2 * length - 2 - at;
    return at < 0 ? 0 : at >= length ? length - 1 : at;
}

/* Sum a square inside the picture by columns, eight bytes at a time: the even and the odd ones, 16 bits for each. */
static inline void sum_inside(const uint8_t *row, Py_ssize_t stride, int side, unsigned sum[PLANES]) {
    const uint64_t low = 0x00ff00ff00ff00ffu;
    const int words = words_of(side);
    uint16_t columns[WORDS][2][4];
    for (int word = 0; word < words; word++) {
        uint64_t even = 0, odd = 0, eight;
        for (int y = 0; y < side; y++) {
            memcpy(&eight, row + y * stride + 8 * word, 8);
            even += eight & low;
            odd += eight >> 8 & low;
        }
        memcpy(columns[word][0], &even, 8);
        memcpy(columns[word][1], &odd, 8);
    }
    sum[0] = sum[1] = sum[2] = 0;
    for (int x = 0; x < side; x++) {
        for (int plane = 0; plane < PLANES; plane++) {
            const int i = PLANES * x + plane;
            sum[plane] += columns[i / 8][i % 2][i % 8 / 2];
        }
    }
}

static void sum_at_edge(const picture *image, Py_ssize_t left, Py_ssize_t top, int side, unsigned sum[PLANES]) {
    sum[0] = sum[1] = sum[2] = 0;
    for (int y = 0; y < side; y++) {
        const uint8_t *row = image->pixels + PLANES * image->width * mirrored(top + y, image->height);
        for (int x = 0; x < side; x++)
            for (int plane = 0; plane < PLANES; plane++)
                sum[plane] += row[PLANES * mirrored(left + x, image->width) + plane];
    }
}

/* Every usual size gets code of its own. */
static void sum_box(const picture *image, Py_ssize_t left, Py_ssize_t top, int side, unsigned sum[PLANES]) {
    const Py_ssize_t stride = PLANES * image->width;
    const uint8_t *row = image->pixels + stride * top + PLANES * left;
    if (left < 0 || top < 0 || PLANES * left + 8 * words_of(side) > stride || top + side > image->height)
        sum_at_edge(image, left, top, side, sum);
    else if (side == 3) sum_inside(row, stride, 3, sum);
    else if (side == 5) sum_inside(row, stride, 5, sum);
    else if (side == 7) sum_inside(row, stride, 7, sum);
    else sum_inside(row, stride, side, sum);
}

static PyObject *box_means(PyObject *module, PyObject *args) {
    Py_buffer buffers[3];   /* image, points, means */
    picture image;
    int side;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*ny*iw*:box_means", &buffers[0], &image.width, &buffers[1], &side, &buffers[2]))
        return NULL;
    const Py_ssize_t row = PLANES * image.width, count = buffers[1].len / (2 * (Py_ssize_t)sizeof(int32_t));
    int sound = image.width > 0 && buffers[0].len > 0 && buffers[0].len % row == 0 && side > 0 && side <= MOST &&
                has(&buffers[2], PLANES * count);
    if (sound) {
        image.pixels = buffers[0].buf;
        image.height = buffers[0].len / row;
        const int32_t *point = buffers[1].buf;
        uint8_t *mean = buffers[2].buf;
        const unsigned area = (unsigned)(side * side);
        for (Py_ssize_t i = 0; i < count; i++, point += 2, mean += PLANES) {
            unsigned sum[PLANES];
            sum_box(&image, point[0] - side / 2, point[1] - side / 2, side, sum);
            for (int plane = 0; plane < PLANES; plane++) mean[plane] = (uint8_t)((2 * sum[plane] + area) / (2 * area));
        }
    }
    release(buffers, 3);
    if (!sound) return PyErr_Format(PyExc_ValueError, "the buffers do not fit a picture and its points");
    Py_RETURN_NONE;
}

/* ---- compare(pixels, points, roots, empty, certainty, unlikely, discs, telling, like, way, shares, colours) -- */

enum { PIXELS, POINTS, ROOTS, EMPTY, CERTAINTY, UNLIKELY, DISCS, TELLING, OUT_SHARES, OUT_COLOURS, BUFFERS };

typedef struct {
    int empty, disc[2], only_empty[2], wall[2];
    float misfit, lead[2];
} sums;

static inline float smaller(float one, float other) { return one < other ? one : other; }

/* Features of a point from the cube roots of its linear light: see vision.spots.features. */
static inline void features_of(float blue, float green, float red, float feature[PLANES]) {
    const float bright = (blue + green + red) * (1.0f / 3.0f), share = 100.0f / (bright + 0.04f);
    feature[0] = 100.0f * logf(bright + 0.05f);
    feature[1] = (red - green) * share;
    feature[2] = (green - blue) * share;
}

/* Compare with one disc: `disc` is its middle colour and one by its deviation, three of each, and the logarithms. */
static inline void against(const float seen[PLANES], int like_empty, float likely_empty, const float *disc, float like,
                           int telling, sums *sum, int which) {
    float apart = 0.0f;
    for (int i = 0; i < PLANES; i++) {
        const float one = (seen[i] - disc[i]) * disc[PLANES + i];
        apart += one * one;
    }
    const float lead = likely_empty + 0.5f * smaller(apart, LIKELY_CUT) + disc[2 * PLANES];
    sum->lead[which] += lead < -LEAD_CUT ? -LEAD_CUT : smaller(lead, LEAD_CUT);
    const int like_disc = apart < like, only_empty = like_empty & !like_disc;
    sum->disc[which] += like_disc;
    sum->only_empty[which] += only_empty;
    sum->wall[which] += only_empty & telling;
}

static void compare_hole(const Py_buffer *in, Py_ssize_t all, Py_ssize_t count, int hole, float like, const float way[2],
                         sums *sum, float *colours) {
    const int32_t *points = in[POINTS].buf;
    const float *roots = in[ROOTS].buf, *empty = in[EMPTY].buf, *certainty = in[CERTAINTY].buf;
    const float *unlikely = in[UNLIKELY].buf, *discs = in[DISCS].buf;
    const uint8_t *pixels = in[PIXELS].buf, *telling = in[TELLING].buf;
    const Py_ssize_t plane = HOLES * count, pixel_plane = HOLES * all;
    for (Py_ssize_t i = 0; i < count; i++) {
        const Py_ssize_t at = hole * count + i, pixel = hole * all + points[i];
        float seen[PLANES], from_empty = 0.0f;
        features_of(roots[pixels[pixel]], roots[pixels[pixel + pixel_plane]], roots[pixels[pixel + 2 * pixel_plane]], seen);
        for (int j = 0; j < PLANES; j++) {
            const float one = (seen[j] - empty[at + j * plane]) * certainty[at + j * plane];
            from_empty += one * one;
        }
        const float likely_empty = -0.5f * smaller(from_empty, LIKELY_CUT) - unlikely[at];
        const int like_empty = from_empty < like;
        sum->misfit += smaller(from_empty, MISFIT_CUT);
        sum->empty += like_empty;
        for (int which = 0; which < 2; which++)
            against(seen, like_empty, likely_empty, discs + which * (2 * PLANES + 1), like,
                    telling[at + which * plane], sum, which);
        colours[at] = seen[1];
        colours[at + plane] = seen[2];
        colours[at + 2 * plane] = seen[1] * way[0] + seen[2] * way[1];
    }
}

static int fits(const Py_buffer *in, Py_ssize_t all, Py_ssize_t count) {
    const Py_ssize_t number = sizeof(float), looks = HOLES * count * number;
    if (!(count > 0 && has(&in[PIXELS], PLANES * HOLES * all) && has(&in[ROOTS], 256 * number) &&
          has(&in[EMPTY], PLANES * looks) && has(&in[CERTAINTY], PLANES * looks) && has(&in[UNLIKELY], looks) &&
          has(&in[DISCS], 2 * (2 * PLANES + 1) * number) && has(&in[TELLING], 2 * HOLES * count) &&
          has(&in[OUT_SHARES], SHARES * HOLES * number) && has(&in[OUT_COLOURS], PLANES * looks)))
        return 0;
    const int32_t *points = in[POINTS].buf;
    for (Py_ssize_t i = 0; i < count; i++)
        if (points[i] < 0 || points[i] >= all) return 0;
    return 1;
}

static PyObject *compare(PyObject *module, PyObject *args) {
    Py_buffer in[BUFFERS];
    float like, way[2];
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*y*y*f(ff)w*w*:compare", &in[PIXELS], &in[POINTS], &in[ROOTS], &in[EMPTY],
                          &in[CERTAINTY], &in[UNLIKELY], &in[DISCS], &in[TELLING], &like, &way[0],
                          &way[1], &in[OUT_SHARES], &in[OUT_COLOURS]))
        return NULL;
    const Py_ssize_t all = in[PIXELS].len / (PLANES * HOLES), count = in[POINTS].len / (Py_ssize_t)sizeof(int32_t);
    const int sound = fits(in, all, count);
    for (int hole = 0; sound && hole < HOLES; hole++) {
        sums sum = {0};
        compare_hole(in, all, count, hole, like, way, &sum, in[OUT_COLOURS].buf);
        const float of_all[SHARES] = {
            (float)sum.empty,         sum.misfit,         (float)sum.disc[0], (float)sum.disc[1], (float)sum.only_empty[0],
            (float)sum.only_empty[1], (float)sum.wall[0], (float)sum.wall[1], sum.lead[0],        sum.lead[1]};
        float *shares = in[OUT_SHARES].buf;
        for (int i = 0; i < SHARES; i++) shares[i * HOLES + hole] = of_all[i] / (float)count;
    }
    release(in, BUFFERS);
    if (!sound) return PyErr_Format(PyExc_ValueError, "the buffers do not fit 42 holes and their points");
    Py_RETURN_NONE;
}

/* ---- outermost(line, share, noise, enough, numbers) ------------------------------------------------------------ */

enum { SAMPLES = 15, NORMALS = 504, STEPS = SAMPLES - 2 };

typedef int16_t steps[STEPS][NORMALS];

/* Differences over three channels between the samples before and after each. */
static void take_steps(const uint8_t *line, steps step) {
    for (int k = 0; k < STEPS; k++) {
        const uint8_t *before = line + PLANES * NORMALS * k, *after = before + 2 * PLANES * NORMALS;
        for (int i = 0; i < NORMALS; i++) {
            int sum = 0;
            for (int plane = 0; plane < PLANES; plane++)
                sum += abs(after[PLANES * i + plane] - before[PLANES * i + plane]);
            step[k][i] = (int16_t)sum;
        }
    }
}

static void find_outermost(steps step, float share, int noise, int enough, uint8_t *number) {
    int16_t least[NORMALS] = {0};
    for (int k = 0; k < STEPS; k++)
        for (int i = 0; i < NORMALS; i++) least[i] = step[k][i] > least[i] ? step[k][i] : least[i];
    for (int i = 0; i < NORMALS; i++) {
        const int wanted = (int)ceilf(share * (float)least[i]);
        least[i] = (int16_t)(wanted < noise ? noise : wanted > enough ? enough : wanted);
        number[i] = 0;
    }
    for (int k = 0; k < STEPS; k++) {
        const int16_t *before = step[k > 0 ? k - 1 : k], *here = step[k], *after = step[k < STEPS - 1 ? k + 1 : k];
        for (int i = 0; i < NORMALS; i++)
            if ((here[i] >= least[i]) & (here[i] >= before[i]) & (here[i] >= after[i])) number[i] = (uint8_t)(k + 1);
    }
}

static PyObject *outermost(PyObject *module, PyObject *args) {
    Py_buffer buffers[2];   /* line, numbers */
    float share;
    int noise, enough;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*fiiw*:outermost", &buffers[0], &share, &noise, &enough, &buffers[1])) return NULL;
    const int sound = has(&buffers[0], SAMPLES * NORMALS * PLANES) && has(&buffers[1], NORMALS);
    if (sound) {
        steps step;
        take_steps(buffers[0].buf, step);
        find_outermost(step, share, noise, enough, buffers[1].buf);
    }
    release(buffers, 2);
    if (!sound) return PyErr_Format(PyExc_ValueError, "the buffers do not fit 15 samples on 504 normals");
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"box_means", box_means, METH_VARARGS,
     "box_means(image, width, points, side, means)\n\nMean of `side` by `side` pixels around int32 points (N, 2): x, y."},
    {"compare", compare, METH_VARARGS,
     "compare(pixels, points, roots, empty, certainty, unlikely, discs, telling, like, way, shares, colours)\n\n"
     "Compare the points of 42 holes: see vision.warm.compare."},
    {"outermost", outermost, METH_VARARGS,
     "outermost(line, share, noise, enough, numbers)\n\nNumber, from 1, of the outermost edge on each normal, else 0: see "
     "vision.edges."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "vision._points", "The work of the warm reading at every point.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__points(void) { return PyModuleDef_Init(&definition); }
