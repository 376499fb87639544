/* What the threads of one search share, and what each has for itself. */
#ifndef QUADROW_WORKER_H
#define QUADROW_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "node.h"
#include "search.h"

enum { BUSY_PLACES = 1 << 12, LINE = 64, NONE_SOLVED = CELLS };

/* One question at a time, "is the score above alpha?", is asked of all threads; whoever has the answer first narrows
 * the bounds and counts `question` up, as does whoever meets a limit; the others see that and follow. What threads
 * write often has cache lines of its own. */
struct searcher {
    table table;
    book book;
    search_limits limits;
    search_listener listener;
    int64_t started_us, ask_at_us;
    node root;
    int book_plies;             /* down to which the book is asked in this search */
    pthread_mutex_t lock;       /* of all down to `growths` */
    pthread_cond_t grown;
    int lower, upper;
    int column;                 /* which reaches `lower`, or NO_MOVE */
    int working, waiting;       /* threads at work, and those of them that wait for the table to grow */
    unsigned growths;
    _Alignas(LINE) atomic_uint question;
    atomic_bool stopped;        /* a limit was reached */
    atomic_bool abort;
    atomic_bool together;       /* more than one thread is at work */
    _Alignas(LINE) _Atomic uint64_t nodes;                /* of all threads, brought up to date every so often */
    _Atomic uint64_t filled;                              /* entries in empty places of the table, likewise */
    _Alignas(LINE) _Atomic uint64_t busy[BUSY_PLACES];    /* hashes of what some thread searches just now */
};

/* A position whose moves threads share, and what is asked of it. */
typedef struct {
    uint64_t hash;
    int alpha;
} shared;

typedef struct {
    searcher *s;
    uint64_t nodes, told, check_at;   /* of this thread; what of it is in s->nodes; when to look at the limits */
    uint64_t filled;                  /* entries that are not in s->filled yet */
    unsigned question;
    int column;                       /* which proved the last answer above alpha, or NO_MOVE */
    shared path[CELLS];               /* the shared positions on the way to where it is */
    int depth, solved;                /* how many; the first that another thread has solved, or NONE_SOLVED */
    bool leads;                       /* the thread that was called: it alone asks the listener */
    int helpers;
    pthread_t helper[MOST_THREADS];
} worker;

/* Called when `nodes` reaches `check_at`: stop all, let the table grow, see what others have done, set the next mark. */
void check_limits(worker *w);

/* Is the score above `alpha`? A result above it is a lower bound, and `w->column` reaches it; any other is an upper
 * bound. Once the question is over it means nothing. */
int search_node(worker *w, const node *n, int alpha);

/* Whether the thread must go back: to the next question, or to what another thread has solved. */
static inline bool is_over(const worker *w) {
    return atomic_load_explicit(&w->s->question, memory_order_relaxed) != w->question || w->solved != NONE_SOLVED;
}

static inline bool is_together(const worker *w) {
    return atomic_load_explicit(&w->s->together, memory_order_relaxed);
}

#endif
