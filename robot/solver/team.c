/* How threads work together: questions, limits, and the table that grows as it fills. */
#define _POSIX_C_SOURCE 200112L

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "root.h"
#include "worker.h"

/* ---- the table, as it fills -------------------------------------------------------------------------------- */

static bool should_grow(const searcher *s) { return table_is_full(&s->table, atomic_load(&s->filled)); }

/* With the lock held: if all who work wait for it, the table grows. */
static void grow_if_all_wait(searcher *s) {
    if (!s->waiting || s->waiting < s->working) return;
    table_grow(&s->table);
    s->waiting = 0;
    s->growths++;
    pthread_cond_broadcast(&s->grown);
}

/* The table grows once all threads have come here: each looks at the limits every so often. */
static void fill(worker *w) {
    searcher *s = w->s;
    atomic_fetch_add(&s->filled, w->filled);
    w->filled = 0;
    if (!should_grow(s)) return;
    pthread_mutex_lock(&s->lock);
    if (should_grow(s)) {
        unsigned before = s->growths;
        s->waiting++;
        grow_if_all_wait(s);
        while (s->growths == before) pthread_cond_wait(&s->grown, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
}

/* ---- what others have solved ------------------------------------------------------------------------------- */

static bool answers(const known *k, int alpha) { return k->lower > alpha || k->upper <= alpha; }

/* What another thread has solved meanwhile is left soon. The root is not in question: its answer ends all. */
static void look_back(worker *w) {
    for (int i = 1; i < w->depth && w->solved == NONE_SOLVED; i++) {
        known k = {NOTHING, -NOTHING, NO_MOVE};
        if (table_recall(&w->s->table, w->path[i].hash, &k) && answers(&k, w->path[i].alpha)) w->solved = i;
    }
}

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

void check_limits(worker *w) {
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
    if (w->leads && !w->helpers && s->limits.threads > 1 && all >= HELP_FROM_NODES) call_helpers(w);
    fill(w);
    if (is_together(w)) look_back(w);
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
        w->solved = NONE_SOLVED;
        int value = search_node(w, &s->root, alpha);
        pthread_mutex_lock(&s->lock);
        if (is_over(w)) continue;
        if (value > alpha) s->lower = value, s->column = w->column;
        else s->upper = value;
        atomic_fetch_add(&s->question, 1);
    }
    s->working--;
    grow_if_all_wait(s);
    pthread_mutex_unlock(&s->lock);
    atomic_fetch_add(&s->nodes, w->nodes - w->told);
    w->told = w->nodes;
}

static void *help(void *context) {
    worker w = {.s = context, .check_at = CHECK_EVERY, .solved = NONE_SOLVED};
    work(&w);
    return NULL;
}

/* Let more threads join in; where the system gives none, go on with those there are. */
static void call_helpers(worker *w) {
    searcher *s = w->s;
    pthread_mutex_lock(&s->lock);
    while (w->helpers < s->limits.threads - 1 && !pthread_create(&w->helper[w->helpers], NULL, help, s)) w->helpers++;
    s->working += w->helpers;
    atomic_store(&s->together, w->helpers > 0);
    if (!w->helpers) s->limits.threads = 1;
    atomic_fetch_add(&s->question, 1);   /* all begin anew, together */
    pthread_mutex_unlock(&s->lock);
}

search_result searcher_solve(searcher *s, uint64_t mover, uint64_t mask, search_limits limits,
                             search_listener listener) {
    root r = root_of(&s->book, mover, mask);
    worker w = {.s = s, .check_at = 1, .solved = NONE_SOLVED, .leads = true};
    s->limits = limits;
    s->listener = listener;
    s->started_us = now_us();
    s->ask_at_us = ASK_EVERY_US;
    atomic_store(&s->stopped, false);
    atomic_store(&s->together, false);
    atomic_store(&s->nodes, 0);
    s->root = r.node, s->lower = r.lower, s->upper = r.upper, s->column = r.column, s->book_plies = r.book_plies;
    s->working = 1;
    work(&w);
    for (int i = 0; i < w.helpers; i++) pthread_join(w.helper[i], NULL);
    if (s->lower < -BEST_SCORE) s->lower = -BEST_SCORE;
    if (s->upper > BEST_SCORE) s->upper = BEST_SCORE;
    return (search_result){s->lower, s->upper, s->column, atomic_load(&s->nodes), now_us() - s->started_us};
}

/* ---- life ------------------------------------------------------------------------------------------------- */

searcher *searcher_new(size_t table_bytes) {
    searcher *s = aligned_alloc(LINE, sizeof *s);
    if (!s) return NULL;
    memset(s, 0, sizeof *s);
    if (!table_make(&s->table, table_bytes)) {
        free(s);
        return NULL;
    }
    if (!pthread_mutex_init(&s->lock, NULL)) {
        if (!pthread_cond_init(&s->grown, NULL)) return s;
        pthread_mutex_destroy(&s->lock);
    }
    table_free(&s->table);
    free(s);
    return NULL;
}

void searcher_free(searcher *s) {
    if (!s) return;
    pthread_cond_destroy(&s->grown);
    pthread_mutex_destroy(&s->lock);
    table_free(&s->table);
    free(s);
}

void searcher_use_book(searcher *s, const book *b) { s->book = *b; }

void searcher_clear(searcher *s) {
    table_clear(&s->table);
    atomic_store(&s->filled, 0);
}

void searcher_abort(searcher *s) { atomic_store(&s->abort, true); }

void searcher_lift_abort(searcher *s) { atomic_store(&s->abort, false); }

bool searcher_aborted(const searcher *s) { return atomic_load(&((searcher *)s)->abort); }
