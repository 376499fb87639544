#define _POSIX_C_SOURCE 200112L

#include "search.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "root.h"

enum { BUSY_PLACES = 1 << 12 };

/* One question at a time, "is the score above alpha?", is asked of all threads; whoever has the answer first narrows
 * the bounds and counts `question` up, as does whoever meets a limit; the others see that and follow. */
struct searcher {
    table table;
    book book;
    search_limits limits;
    search_listener listener;
    int64_t started_us, ask_at_us;
    node root;
    int book_plies;             /* down to which the book is asked in this search */
    pthread_mutex_t lock;       /* of the two bounds, and what comes with them */
    int lower, upper;
    int column;                 /* which reaches `lower`, or NO_MOVE */
    atomic_uint question;
    atomic_bool stopped;        /* a limit was reached */
    atomic_bool abort;
    atomic_bool together;       /* more than one thread is at work */
    _Atomic uint64_t nodes;     /* of all threads, brought up to date every so often */
    _Atomic uint64_t busy[BUSY_PLACES];   /* hashes of what some thread searches just now */
};

typedef struct {
    searcher *s;
    uint64_t nodes, told, check_at;   /* of this thread; what of it is in s->nodes; when to look at the limits */
    unsigned question;
    int column;                       /* which proved the last answer above alpha, or NO_MOVE */
    bool leads;                       /* the thread that was called: it alone asks the listener */
    int helpers;
    pthread_t helper[MOST_THREADS];
} worker;

/* ---- limits ----------------------------------------------------------------------------------------------- */

enum { CHECK_EVERY = 1024, ASK_EVERY_US = 50000, HELP_FROM_NODES = 20000 };

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Ask the listener when it is time to. */
static bool may_go_on(worker *w, uint64_t nodes, int64_t took_us) {
    searcher *s = w->s;
    if (!w->leads || took_us < s->ask_at_us) return true;
    s->ask_at_us = took_us + ASK_EVERY_US;
    return s->listener.may_go_on(s->listener.context, nodes, took_us);
}

static void call_helpers(worker *w);

/* Called when `nodes` reaches `check_at`: stop all, or set the next mark. */
static void check_limits(worker *w) {
    searcher *s = w->s;
    uint64_t all = atomic_fetch_add(&s->nodes, w->nodes - w->told) + w->nodes - w->told, most = s->limits.nodes;
    int64_t took_us = now_us() - s->started_us;
    w->told = w->nodes;
    if ((most && all >= most) || atomic_load(&s->abort) ||
        (s->limits.time_us >= 0 && took_us >= s->limits.time_us) || !may_go_on(w, all, took_us)) {
        atomic_store(&s->stopped, true);
        atomic_fetch_add(&s->question, 1);
    }
    w->check_at = w->nodes + (most && most > all && most - all < CHECK_EVERY ? most - all : CHECK_EVERY);
    if (w->leads && !w->helpers && all >= HELP_FROM_NODES) call_helpers(w);
}

static inline bool is_over(const worker *w) {
    return atomic_load_explicit(&w->s->question, memory_order_relaxed) != w->question;
}

/* ---- search ----------------------------------------------------------------------------------------------- */

enum { PROBE_CHILDREN_FROM = 14, TABLE_FROM = 8, SHARE_FROM = 14 };

/* Whether the table knows a child that is good enough. */
static bool known_above(const table *t, family *f, int alpha) {
    for (int i = 0; i < f->count; i++) {
        const child *c = &f->children[i];
        known k = {NOTHING, -NOTHING, NO_MOVE};
        if (!table_recall(t, c->node.hash, &k)) continue;
        int value = c->same_side ? k.lower : -k.upper;
        if (value <= alpha) continue;
        f->best = value, f->best_column = c->column;
        return true;
    }
    return false;
}

static int search(worker *w, const node *n, int alpha);

static int value_of(worker *w, const child *c, int alpha) {
    return c->same_side ? search(w, &c->node, alpha) : -search(w, &c->node, -alpha - 1);
}

/* Search the children in turn until one is above `alpha`. */
static void search_children(worker *w, family *f, int alpha) {
    for (int i = 0; i < f->count && f->best <= alpha; i++) {
        const child *c = nth_child(f, i);
        int value = value_of(w, c, alpha);
        if (is_over(w)) return;
        if (value > f->best) f->best = value, f->best_column = c->column;
    }
}

static _Atomic uint64_t *place_of(searcher *s, const child *c) { return &s->busy[c->node.hash % BUSY_PLACES]; }

/* The same, among threads: a child that another thread is at is put off, since its value will soon be in the table. */
static void share_children(worker *w, family *f, int alpha) {
    bool done[WIDTH] = {false};
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < f->count && f->best <= alpha && !is_over(w); i++) {
            const child *c = nth_child(f, i);
            _Atomic uint64_t *place = place_of(w->s, c);
            if (done[i] || (round == 0 && i > 0 && atomic_load_explicit(place, memory_order_relaxed) == c->node.hash))
                continue;
            done[i] = true;
            atomic_store_explicit(place, c->node.hash, memory_order_relaxed);
            int value = value_of(w, c, alpha);
            atomic_store_explicit(place, 0, memory_order_relaxed);
            if (value > f->best) f->best = value, f->best_column = c->column;
        }
}

/* The answer is above alpha because of this column. */
static inline int above(worker *w, int value, int column) {
    w->column = column;
    return value;
}

/* Is the score above `alpha`? A result above it is a lower bound, and `w->column` reaches it; any other is an upper
 * bound. Once the question is over it means nothing. */
static int search(worker *w, const node *n, int alpha) {
    searcher *s = w->s;
    if (++w->nodes >= w->check_at) check_limits(w);
    if (is_over(w)) return 0;
    known k = {-((n->left - 2) / 2), (n->left - 1) / 2, NO_MOVE};
    uint64_t nodes_before = w->nodes;
    if (CELLS - n->left <= s->book_plies && n != &s->root) {
        int value, column;
        if (book_find(&s->book, key_of(n->mover, n->mask), CELLS - n->left, &value, &column)) return value;
    }
    if (n->left >= TABLE_FROM) table_recall(&s->table, n->hash, &k);
    if (k.lower > alpha && !(s->limits.column && n == &s->root)) return above(w, k.lower, NO_MOVE);
    if (k.upper <= alpha) return k.upper;

    family f;
    if (expand(n, &s->table, s->book_plies, alpha, k.move, &f)) return above(w, f.best, f.best_column);
    if ((n->left - 3) / 2 < k.upper) k.upper = (n->left - 3) / 2;   /* no win with the disc after this one */
    if (k.upper <= alpha) return k.upper;
    if (n->left >= PROBE_CHILDREN_FROM && known_above(&s->table, &f, alpha))
        return above(w, f.best, f.best_column);

    if (n->left >= SHARE_FROM && atomic_load_explicit(&s->together, memory_order_relaxed)) share_children(w, &f, alpha);
    else search_children(w, &f, alpha);
    if (is_over(w)) return 0;
    if (f.best > k.lower && f.best > alpha) k.lower = f.best;
    if (f.best < k.upper && f.best <= alpha) k.upper = f.best;
    k.move = f.best_column;
    if (n->left >= TABLE_FROM && table_remember(&s->table, n->hash, k, w->nodes - nodes_before) &&
        !atomic_load_explicit(&s->together, memory_order_relaxed))
        table_grow(&s->table);
    return above(w, f.best, f.best_column);
}

/* ---- questions -------------------------------------------------------------------------------------------- */

/* Where to cut a range that reaches `most` discs from a draw: far out first, since a quick win or loss is cheap to
 * refute, and then near the draw, where most scores are. */
static int cut_of(int most) { return most > 7 ? most * 2 / 3 : most / 4; }

/* The next question, lower <= alpha < upper. */
static int next_alpha(int lower, int upper) {
    if (lower > 0) return lower + (upper - lower) / 3;
    if (upper < 0) return upper - 1 - (upper - lower - 1) / 3;
    int alpha = upper > -lower ? cut_of(upper) : -cut_of(-lower);
    return alpha < upper ? alpha : upper - 1;
}

/* What to ask next; false when nothing is. With the lock held. */
static bool next_question(const searcher *s, int *alpha) {
    int lower = s->lower > s->limits.lower ? s->lower : s->limits.lower;
    int upper = s->upper < s->limits.upper ? s->upper : s->limits.upper;
    bool wants_column = s->limits.column && s->column == NO_MOVE && s->root.safe && s->lower <= s->upper;
    if (atomic_load(&s->stopped)) return false;
    if (s->lower < s->upper && lower < upper) *alpha = next_alpha(lower, upper);
    else *alpha = s->lower - 1;
    return *alpha >= s->lower || wants_column;
}

/* Work on the questions until the last is answered. */
static void work(worker *w) {
    searcher *s = w->s;
    int alpha;
    pthread_mutex_lock(&s->lock);
    while (w->question = atomic_load(&s->question), next_question(s, &alpha)) {
        pthread_mutex_unlock(&s->lock);
        int value = search(w, &s->root, alpha);
        pthread_mutex_lock(&s->lock);
        if (is_over(w)) continue;
        if (value > alpha) s->lower = value, s->column = w->column;
        else s->upper = value;
        atomic_fetch_add(&s->question, 1);
    }
    pthread_mutex_unlock(&s->lock);
    atomic_fetch_add(&s->nodes, w->nodes - w->told);
    w->told = w->nodes;
}

static void *help(void *context) {
    worker w = {.s = context, .check_at = CHECK_EVERY};
    work(&w);
    return NULL;
}

/* Let more threads join in; where the system gives none, go on with those there are. */
static void call_helpers(worker *w) {
    if (w->s->limits.threads <= 1) return;
    table_grow_whole(&w->s->table);
    atomic_store(&w->s->together, true);
    int most = w->s->limits.threads - 1;
    while (w->helpers < most && !pthread_create(&w->helper[w->helpers], NULL, help, w->s)) w->helpers++;
    if (!w->helpers) w->s->limits.threads = 1;
}

search_result searcher_solve(searcher *s, uint64_t mover, uint64_t mask, search_limits limits,
                             search_listener listener) {
    root r = root_of(&s->book, mover, mask);
    worker w = {.s = s, .check_at = 1, .leads = true};
    s->limits = limits;
    s->listener = listener;
    s->started_us = now_us();
    s->ask_at_us = ASK_EVERY_US;
    atomic_store(&s->stopped, false);
    atomic_store(&s->together, false);
    atomic_store(&s->nodes, 0);
    s->root = r.node, s->lower = r.lower, s->upper = r.upper, s->column = r.column, s->book_plies = r.book_plies;
    work(&w);
    for (int i = 0; i < w.helpers; i++) pthread_join(w.helper[i], NULL);
    return (search_result){s->lower, s->upper, s->column, atomic_load(&s->nodes), now_us() - s->started_us};
}

/* ---- life ------------------------------------------------------------------------------------------------- */

searcher *searcher_new(size_t table_bytes) {
    searcher *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    if (!table_make(&s->table, table_bytes)) {
        free(s);
        return NULL;
    }
    if (pthread_mutex_init(&s->lock, NULL)) {
        table_free(&s->table);
        free(s);
        return NULL;
    }
    return s;
}

void searcher_free(searcher *s) {
    if (!s) return;
    pthread_mutex_destroy(&s->lock);
    table_free(&s->table);
    free(s);
}

void searcher_use_book(searcher *s, const book *b) { s->book = *b; }

void searcher_clear(searcher *s) { table_clear(&s->table); }

void searcher_abort(searcher *s) { atomic_store(&s->abort, true); }

void searcher_lift_abort(searcher *s) { atomic_store(&s->abort, false); }

bool searcher_aborted(const searcher *s) { return atomic_load(&((searcher *)s)->abort); }
