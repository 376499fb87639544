/* The search of one thread: alpha-beta with one question at a time. */
#include "worker.h"

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

static int value_of(worker *w, const child *c, int alpha) {
    return c->same_side ? search_node(w, &c->node, alpha) : -search_node(w, &c->node, -alpha - 1);
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
static void share_children(worker *w, const node *n, family *f, int alpha) {
    bool done[WIDTH] = {false};
    w->path[w->depth++] = (shared){n->hash, alpha};
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
    w->depth--;
}

/* The answer is above alpha because of this column. */
static inline int above(worker *w, int value, int column) {
    w->column = column;
    return value;
}

int search_node(worker *w, const node *n, int alpha) {
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

    bool is_shared = n->left >= SHARE_FROM && is_together(w);
    if (is_shared) share_children(w, n, &f, alpha);
    else search_children(w, &f, alpha);
    if (is_shared && w->solved == w->depth) {   /* the table has the answer now */
        w->solved = NONE_SOLVED;
        return search_node(w, n, alpha);
    }
    if (is_over(w)) return 0;
    if (f.best > k.lower && f.best > alpha) k.lower = f.best;
    if (f.best < k.upper && f.best <= alpha) k.upper = f.best;
    k.move = f.best_column;
    if (n->left >= TABLE_FROM) w->filled += table_remember(&s->table, n->hash, k, w->nodes - nodes_before);
    return above(w, f.best, f.best_column);
}
