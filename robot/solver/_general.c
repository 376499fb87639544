/* The Python face of the general search, against the stable ABI of Python 3.11. Nothing is kept between two calls, and
 * the GIL is released while it works, and signals are looked at now and then. */
/* Python's slots keep functions in void pointers, which POSIX allows and ISO C does not. */
#pragma GCC diagnostic ignored "-Wpedantic"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "general.h"

enum { MOST_PAST = 512, MOST_TABLE_MIB = 1 << 10, MOST_DEPTH = TO_THE_END };

/* Read at most `most` bitboards; their number, or -1 with an exception. */
static int bitboards(PyObject *given, uint64_t *found, int most) {
    Py_ssize_t count = PySequence_Size(given);
    if (count > most) PyErr_Format(PyExc_ValueError, "%zd bitboards are given, at most %d can be", count, most);
    if (count < 0 || count > most) return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(given, i);
        if (!item) return -1;
        found[i] = PyLong_AsUnsignedLongLong(item);
        Py_DECREF(item);
        if (PyErr_Occurred()) return -1;
    }
    return (int)count;
}

static int says(int holds, const char *wrong) {
    if (!holds) PyErr_SetString(PyExc_ValueError, wrong);
    return holds;
}

/* A board from (lines, columns, open, misere, double_draws). */
static int read_board(PyObject *given, general_board *b) {
    PyObject *lines, *columns;
    unsigned long long open;
    int misere, double_draws;
    uint64_t all = 0;
    if (!PyArg_ParseTuple(given, "OOKpp:board", &lines, &columns, &open, &misere, &double_draws)) return 0;
    b->line_count = bitboards(lines, b->lines, MOST_LINES);
    b->width = b->line_count < 0 ? -1 : bitboards(columns, b->columns, MOST_COLUMNS);
    if (b->width < 0) return 0;
    b->open = open, b->misere = misere, b->double_draws = double_draws;
    for (int c = 0; c < b->width; c++) all |= b->columns[c];
    if (!says(b->width > 0 && !(open & ~all) && !(all >> 63), "the open cells are not in the columns")) return 0;
    for (int i = 0; i < b->line_count; i++)
        if (!says(b->lines[i] && !(b->lines[i] & ~open), "a line runs through a cell that is not open")) return 0;
    general_prepare(b);
    return 1;
}

static int read_limits(PyObject *given, general_limits *limits) {
    unsigned long long nodes;
    int table_mib;
    if (!PyArg_ParseTuple(given, "iKii:limits", &limits->depth, &nodes, &limits->margin, &table_mib)) return 0;
    limits->nodes = nodes;
    limits->table_bytes = (size_t)(table_mib > 0 ? table_mib : 0) << 20;
    return says(limits->depth > 0 && limits->depth <= MOST_DEPTH && limits->margin >= 0 && limits->margin <= 2 * WON &&
                    table_mib >= 0 && table_mib <= MOST_TABLE_MIB,
                "a limit is out of its range");
}

/* Whether some move can be made, and no line is there that has ended the game. */
static int goes_on(const general_board *b, const uint64_t *discs, int sides, uint64_t mask, int pops) {
    uint64_t all = 0;
    for (int each = 0; each < sides; each++) {
        if (!says(!(discs[each] & all) && !(discs[each] & ~mask), "two discs lie in one cell, or one is not in the mask"))
            return 0;
        if (!says(!general_has_line(b, discs[each]), "the game is over")) return 0;
        all |= discs[each];
    }
    return says(general_landing(b, mask) || (pops && discs[0] & b->bottoms), "the game is over");
}

/* NULL where a signal raised something meanwhile, too. */
static PyObject *outlook_of(const general_board *b, const general_outlook *found, int enough) {
    if (PyErr_Occurred()) return NULL;
    if (!enough) return PyErr_NoMemory();
    PyObject *values = PyTuple_New(2 * b->width);
    for (int i = 0; values && i < 2 * b->width; i++) {
        PyObject *value = found->value[i] == NO_VALUE ? Py_NewRef(Py_None) : PyLong_FromLong(found->value[i]);
        if (!value || PyTuple_SetItem(values, i, value) < 0) Py_CLEAR(values);
    }
    return values ? Py_BuildValue("NiK", values, found->depth, (unsigned long long)found->nodes) : NULL;
}

/* Let Python look at signals, which it does in the main thread only. */
static bool may_go_on(void *context) {
    PyThreadState **thread = context;
    PyEval_RestoreThread(*thread);
    bool failed = PyErr_CheckSignals() < 0;
    *thread = PyEval_SaveThread();
    return !failed;
}

typedef bool two_sided(const general_board *, uint64_t, uint64_t, uint64_t, general_limits, general_outlook *);

static PyObject *search_two(PyObject *args, two_sided *search) {
    PyObject *board, *limit;
    unsigned long long own, other, mask;
    general_board b;
    general_limits limits;
    general_outlook found;
    bool enough;
    if (!PyArg_ParseTuple(args, "OKKKO", &board, &own, &other, &mask, &limit)) return NULL;
    if (!read_board(board, &b) || !read_limits(limit, &limits)) return NULL;
    if (!goes_on(&b, (uint64_t[]){own, other}, 2, mask, 0)) return NULL;
    PyThreadState *thread = PyEval_SaveThread();
    limits.listener = (general_listener){may_go_on, &thread};
    enough = search(&b, own, other, mask, limits, &found);
    PyEval_RestoreThread(thread);
    return outlook_of(&b, &found, enough);
}

static PyObject *module_look(PyObject *module, PyObject *args) {
    (void)module;
    return search_two(args, general_look);
}

static PyObject *module_exact(PyObject *module, PyObject *args) {
    (void)module;
    return search_two(args, general_exact);
}

static PyObject *module_look_pops(PyObject *module, PyObject *args) {
    PyObject *board, *limit, *before;
    unsigned long long own, other, mask;
    uint64_t past[MOST_PAST];
    general_board b;
    general_limits limits;
    general_outlook found;
    bool enough;
    (void)module;
    if (!PyArg_ParseTuple(args, "OKKKOO", &board, &own, &other, &mask, &limit, &before)) return NULL;
    int past_count = read_board(board, &b) && read_limits(limit, &limits) ? bitboards(before, past, MOST_PAST) : -1;
    if (past_count < 0 || !goes_on(&b, (uint64_t[]){own, other}, 2, mask, 1)) return NULL;
    PyThreadState *thread = PyEval_SaveThread();
    limits.listener = (general_listener){may_go_on, &thread};
    enough = general_look_pops(&b, own, other, mask, limits, past, past_count, &found);
    PyEval_RestoreThread(thread);
    return outlook_of(&b, &found, enough);
}

static PyObject *module_look_three(PyObject *module, PyObject *args) {
    PyObject *board, *limit;
    unsigned long long discs[SEATS], mask;
    int turn;
    general_board b;
    general_limits limits;
    general_outlook found;
    (void)module;
    if (!PyArg_ParseTuple(args, "O(KKK)KiO", &board, &discs[0], &discs[1], &discs[2], &mask, &turn, &limit)) return NULL;
    if (!read_board(board, &b) || !read_limits(limit, &limits)) return NULL;
    uint64_t sides[] = {discs[0], discs[1], discs[2]};
    if (!says(turn >= 0 && turn < SEATS, "there is no such turn") || !goes_on(&b, sides, SEATS, mask, 0)) return NULL;
    int seats[] = {turn, (turn + 1) % SEATS, (turn + 2) % SEATS};
    PyThreadState *thread = PyEval_SaveThread();
    limits.listener = (general_listener){may_go_on, &thread};
    general_look_three(&b, sides, mask, seats, limits, &found);
    PyEval_RestoreThread(thread);
    return outlook_of(&b, &found, 1);
}

static PyMethodDef module_functions[] = {
    {"look", module_look, METH_VARARGS, "look(board, own, other, mask, limits) -> (values, depth, nodes)"},
    {"exact", module_exact, METH_VARARGS, "exact(board, own, other, mask, limits) -> (values, depth, nodes)"},
    {"look_pops", module_look_pops, METH_VARARGS,
     "look_pops(board, own, other, mask, limits, past) -> (values, depth, nodes)"},
    {"look_three", module_look_three, METH_VARARGS,
     "look_three(board, discs, mask, turn, limits) -> (values, depth, nodes)"},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module) {
    return PyModule_AddIntConstant(module, "WON", WON) < 0 || PyModule_AddIntConstant(module, "SURE", SURE) < 0 ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "robot.solver._general",
    .m_doc = "The search for every variant, in C.",
    .m_methods = module_functions,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__general(void);

PyMODINIT_FUNC PyInit__general(void) { return PyModuleDef_Init(&definition); }
