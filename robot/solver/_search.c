/* The Python face of the C search, against the stable ABI of Python 3.11. The GIL is released while it works. */
/* Python's slots keep functions in void pointers, which POSIX allows and ISO C does not. */
#pragma GCC diagnostic ignored "-Wpedantic"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "board.h"
#include "perft.h"
#include "search.h"

typedef struct {
    PyObject_HEAD
    searcher *searcher;
    PyObject *book;   /* a tuple of bytes, or NULL */
    int busy;   /* read and written with the GIL held */
} Search;

static int check_position(uint64_t mover, uint64_t mask) {
    if (is_position(mover, mask)) return 1;
    PyErr_SetString(PyExc_ValueError, "no position of the game has these bitboards");
    return 0;
}

/* ---- Search(table_bytes, book) ---------------------------------------------------------------------------- */

/* Let the search look positions up in the bytes of a file for each ply, which it keeps. */
static int use_book(Search *self, PyObject *files) {
    book b = {.plies = (int)PyTuple_Size(files) - 1};
    if (b.plies > CELLS) {
        PyErr_Format(PyExc_ValueError, "no book has %d plies", b.plies);
        return 0;
    }
    for (int i = 0; i <= b.plies; i++) {
        char *bytes;
        Py_ssize_t size;
        if (PyBytes_AsStringAndSize(PyTuple_GetItem(files, i), &bytes, &size) < 0) return 0;
        if (book_open(&b.ply[i], (const uint8_t *)bytes, (size_t)size)) continue;
        PyErr_Format(PyExc_ValueError, "ply %d does not have the form of a book", i);
        return 0;
    }
    self->book = Py_NewRef(files);
    searcher_use_book(self->searcher, &b);
    return 1;
}

static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"table_bytes", "book", NULL};
    Py_ssize_t table_bytes;
    PyObject *files = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "n|O!:Search", names, &table_bytes, &PyTuple_Type, &files))
        return NULL;
    if (table_bytes < 0) return PyErr_Format(PyExc_ValueError, "a table cannot have %zd bytes", table_bytes);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Search *self = (Search *)allocate(type, 0);
    if (!self) return NULL;
    self->searcher = searcher_new((size_t)table_bytes);
    if (!self->searcher) PyErr_NoMemory();
    if (self->searcher && (!files || use_book(self, files))) return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static void search_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    searcher_free(((Search *)object)->searcher);
    Py_XDECREF(((Search *)object)->book);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static int take(Search *self) {
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "this search is at work in another thread");
        return 0;
    }
    self->busy = 1;
    return 1;
}

typedef struct {
    PyThreadState *thread;   /* of the search, while the GIL is released */
    PyObject *watch;         /* to be called, or None */
    int failed;              /* an exception is set */
} watcher;

/* Take the GIL for a moment: let Python look at signals (it does so in the main thread only), call `watch`. */
static bool watcher_may_go_on(void *context, uint64_t nodes, int64_t took_us) {
    watcher *w = context;
    PyEval_RestoreThread(w->thread);
    w->failed = PyErr_CheckSignals() < 0;
    if (!w->failed && w->watch != Py_None) {
        PyObject *said =
            PyObject_CallFunction(w->watch, "KL", (unsigned long long)nodes, (long long)took_us);
        w->failed = !said;
        Py_XDECREF(said);
    }
    w->thread = PyEval_SaveThread();
    return !w->failed;
}

static PyObject *search_solve(PyObject *object, PyObject *args) {
    Search *self = (Search *)object;
    unsigned long long mover, mask, nodes;
    long long time_us;
    int lower, upper, threads = 1, column = 0;
    watcher w = {.watch = Py_None};
    if (!PyArg_ParseTuple(args, "KKiiKL|Oip:solve", &mover, &mask, &lower, &upper, &nodes, &time_us, &w.watch,
                          &threads, &column))
        return NULL;
    if (threads < 1 || threads > MOST_THREADS)
        return PyErr_Format(PyExc_ValueError, "a search has 1 to %d threads", MOST_THREADS);
    if (!check_position(mover, mask) || !take(self)) return NULL;
    w.thread = PyEval_SaveThread();
    search_result result = searcher_solve(self->searcher, mover, mask,
                                          (search_limits){nodes, time_us, lower, upper, column, threads},
                                          (search_listener){watcher_may_go_on, &w});
    PyEval_RestoreThread(w.thread);
    self->busy = 0;
    if (w.failed) return NULL;
    return Py_BuildValue("iiiKL", result.lower, result.upper, result.column, (unsigned long long)result.nodes,
                         (long long)result.took_us);
}

static PyObject *search_clear(PyObject *object, PyObject *nothing) {
    Search *self = (Search *)object;
    (void)nothing;
    if (!take(self)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    searcher_clear(self->searcher);
    Py_END_ALLOW_THREADS
    self->busy = 0;
    Py_RETURN_NONE;
}

static PyObject *search_abort(PyObject *object, PyObject *nothing) {
    (void)nothing;
    searcher_abort(((Search *)object)->searcher);
    Py_RETURN_NONE;
}

static PyObject *search_lift_abort(PyObject *object, PyObject *nothing) {
    (void)nothing;
    searcher_lift_abort(((Search *)object)->searcher);
    Py_RETURN_NONE;
}

static PyObject *search_aborted(PyObject *object, PyObject *nothing) {
    (void)nothing;
    return PyBool_FromLong(searcher_aborted(((Search *)object)->searcher));
}

static PyMethodDef search_methods[] = {
    {"solve", search_solve, METH_VARARGS,
     "solve(mover, mask, lower, upper, nodes, time_us, watch=None, threads=1, column=False)\n"
     "-> (lower, upper, column, nodes, took_us)\n\n"
     "The column reaches the lower bound, or is NO_MOVE; with column=True it is searched for where need be. Signals are\n"
     "looked at meanwhile, and watch(nodes, took_us) is called; what they raise ends the search."},
    {"clear", search_clear, METH_NOARGS, "Forget all that earlier searches found."},
    {"abort", search_abort, METH_NOARGS, "End a search that runs or begins, until lift_abort()."},
    {"lift_abort", search_lift_abort, METH_NOARGS, "Let searches run again."},
    {"aborted", search_aborted, METH_NOARGS, "Whether abort() holds."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot search_slots[] = {
    {Py_tp_doc, "An exact search with a transposition table of its own."},
    {Py_tp_new, search_new},
    {Py_tp_dealloc, search_dealloc},
    {Py_tp_methods, search_methods},
    {0, NULL},
};

static PyType_Spec search_spec = {
    .name = "robot.solver._search.Search",
    .basicsize = sizeof(Search),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = search_slots,
};

/* ---- functions -------------------------------------------------------------------------------------------- */

static PyObject *module_is_position(PyObject *module, PyObject *args) {
    unsigned long long mover, mask;
    (void)module;
    if (!PyArg_ParseTuple(args, "KK:is_position", &mover, &mask)) return NULL;
    return PyBool_FromLong(is_position(mover, mask));
}

static PyObject *module_perft(PyObject *module, PyObject *args) {
    unsigned long long mover, mask;
    int depth;
    (void)module;
    if (!PyArg_ParseTuple(args, "KKi:perft", &mover, &mask, &depth)) return NULL;
    if (!check_position(mover, mask)) return NULL;
    uint64_t count;
    Py_BEGIN_ALLOW_THREADS
    count = perft(mover, mask, depth);
    Py_END_ALLOW_THREADS
    return PyLong_FromUnsignedLongLong(count);
}

static PyObject *module_distinct_positions(PyObject *module, PyObject *args) {
    int depth;
    (void)module;
    if (!PyArg_ParseTuple(args, "i:distinct_positions", &depth)) return NULL;
    int64_t count;
    Py_BEGIN_ALLOW_THREADS
    count = distinct_positions(depth);
    Py_END_ALLOW_THREADS
    return count < 0 ? PyErr_NoMemory() : PyLong_FromLongLong(count);
}

static PyMethodDef module_functions[] = {
    {"is_position", module_is_position, METH_VARARGS,
     "is_position(mover, mask) -> whether some game could lead to these bitboards"},
    {"perft", module_perft, METH_VARARGS, "perft(mover, mask, depth) -> sequences of exactly that many moves"},
    {"distinct_positions", module_distinct_positions, METH_VARARGS,
     "distinct_positions(depth) -> positions after exactly that many moves from the empty board"},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module) {
    PyObject *type = PyType_FromModuleAndSpec(module, &search_spec, NULL);
    if (!type) return -1;
    int failed = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    if (failed < 0 || PyModule_AddIntConstant(module, "MOST_THREADS", MOST_THREADS) < 0) return -1;
    return PyModule_AddIntConstant(module, "NO_MOVE", NO_MOVE);
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "robot.solver._search",
    .m_doc = "The search in C.",
    .m_methods = module_functions,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__search(void);

PyMODINIT_FUNC PyInit__search(void) { return PyModuleDef_Init(&definition); }
