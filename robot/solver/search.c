#define _POSIX_C_SOURCE 200112L

#include "search.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board.h"

/* ---- table ------------------------------------------------------------------------------------------------
 *
 * A key of 49 bits is multiplied by an odd number modulo 2^49, which loses nothing; the upper bits of the product
 * choose the bucket and the rest is kept in the entry, so no two positions but mirror images are taken for one another.
 *
 *   entry   | rest of the key (up to 43) | work (6) | move (3) | upper (6) | lower (6) |      0: empty
 *
 * A bucket has two entries: the first keeps what cost most work, the second what came last.
 */
enum { KEY_BITS = 49, BOUND_BITS = 6, BOUND_BIAS = 22, MOVE_SHIFT = 12, WORK_SHIFT = 15, REST_SHIFT = 21 };
enum { LEAST_BUCKETS_LOG2 = 8, NO_MOVE = 7, MIRROR_FROM = 24 };

#define KEY_FACTOR UINT64_C(0x1D3C9E2F4B5A7)
#define KEY_MASK ((UINT64_C(1) << KEY_BITS) - 1)
#define KEY_COLUMN UINT64_C(0x7F)

typedef struct {
    uint64_t entry[2];
} bucket;

struct searcher {
    bucket *table;
    int rest_bits;      /* bits of the product that are kept in the entry */
    size_t buckets;
    uint64_t nodes, check_at, node_limit;
    int64_t started_us, time_limit_us, ask_at_us;
    search_listener listener;
    bool stopped;
    atomic_bool abort;
};

typedef struct {
    int lower, upper, move;
} known;

/* The columns of a key, which has seven bits for each, in reverse order. */
static uint64_t mirrored(uint64_t key) {
    return (key & KEY_COLUMN) << 42 | (key & KEY_COLUMN << 7) << 28 | (key & KEY_COLUMN << 14) << 14 |
           (key & KEY_COLUMN << 21) | (key >> 14 & KEY_COLUMN << 14) | (key >> 28 & KEY_COLUMN << 7) |
           (key >> 42 & KEY_COLUMN);
}

/* What a position is stored under; early in the game the same as for its mirror image. The move that is kept may then
 * be the mirror image's: it only decides which move is tried first. */
static uint64_t product_of(uint64_t mover, uint64_t mask, int left) {
    uint64_t key = mover + mask, other = left >= MIRROR_FROM ? mirrored(key) : key;
    return (key < other ? key : other) * KEY_FACTOR & KEY_MASK;
}

static bucket *bucket_of(const searcher *s, uint64_t product) { return &s->table[product >> s->rest_bits]; }

static uint64_t rest_of(const searcher *s, uint64_t product) {
    return product & ((UINT64_C(1) << s->rest_bits) - 1);
}

static int bound(uint64_t entry, int shift) { return (int)(entry >> shift & 63) - BOUND_BIAS; }

static int work_of(uint64_t entry) { return (int)(entry >> WORK_SHIFT & 63); }

/* Narrow `k` by what the table holds. */
static bool recall(const searcher *s, uint64_t product, known *k) {
    const bucket *b = bucket_of(s, product);
    uint64_t rest = rest_of(s, product);
    for (int i = 0; i < 2; i++) {
        uint64_t entry = b->entry[i];
        if (entry == 0 || entry >> REST_SHIFT != rest) continue;
        if (bound(entry, 0) > k->lower) k->lower = bound(entry, 0);
        if (bound(entry, BOUND_BITS) < k->upper) k->upper = bound(entry, BOUND_BITS);
        k->move = (int)(entry >> MOVE_SHIFT & 7);
        return true;
    }
    return false;
}

static int log2_of(uint64_t work) {
    int log2 = 0;
    while (work >>= 1) log2++;
    return log2;
}

static void remember(searcher *s, uint64_t product, known k, uint64_t work) {
    bucket *b = bucket_of(s, product);
    uint64_t rest = rest_of(s, product);
    int log2 = log2_of(work);
    uint64_t fresh = rest << REST_SHIFT | (uint64_t)log2 << WORK_SHIFT | (uint64_t)k.move << MOVE_SHIFT |
                     (uint64_t)(k.upper + BOUND_BIAS) << BOUND_BITS | (uint64_t)(k.lower + BOUND_BIAS);
    if (b->entry[0] >> REST_SHIFT == rest || log2 >= work_of(b->entry[0])) {
        if (b->entry[0] >> REST_SHIFT != rest) b->entry[1] = b->entry[0];
        b->entry[0] = fresh;
    } else {
        b->entry[1] = fresh;
    }
}

/* ---- limits ----------------------------------------------------------------------------------------------- */

enum { CHECK_EVERY = 1024, ASK_EVERY_US = 50000 };

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Ask the listener when it is time to. */
static bool may_go_on(searcher *s, int64_t took_us) {
    if (took_us < s->ask_at_us) return true;
    s->ask_at_us = took_us + ASK_EVERY_US;
    return s->listener.may_go_on(s->listener.context, s->nodes, took_us);
}

/* Called when `nodes` reaches `check_at`: stop, or set the next mark. */
static void check_limits(searcher *s) {
    int64_t took_us = now_us() - s->started_us;
    if ((s->node_limit && s->nodes >= s->node_limit) || atomic_load_explicit(&s->abort, memory_order_relaxed) ||
        (s->time_limit_us >= 0 && took_us >= s->time_limit_us) || !may_go_on(s, took_us))
        s->stopped = true;
    s->check_at = s->nodes + CHECK_EVERY;
    if (s->node_limit && s->check_at > s->node_limit) s->check_at = s->node_limit;
}

/* ---- moves ------------------------------------------------------------------------------------------------ */

typedef struct {
    uint64_t mover, mask;   /* the position after the move, seen by the other side */
    uint64_t safe;          /* its moves that do not lose at once; 0: every reply loses */
    uint64_t product;
    int rank, column;
} child;

/* Own winning cells, twice those in rows where this side gets the last say and no enemy threat lies below. */
static int rank_of(uint64_t own, uint64_t theirs, int ply) {
    uint64_t useful = own & (ply & 1 ? SECOND_ROWS : FIRST_ROWS) & ~(theirs << 1);
    return 2 * (count_bits(own) + count_bits(useful));
}

static child make_child(uint64_t mover, uint64_t mask, int column, int ply) {
    static const int centre[WIDTH] = {0, 1, 2, 3, 2, 1, 0};
    uint64_t move = (mask + (UINT64_C(1) << column * 7)) & COLUMN(column);
    child c = {.mover = mover ^ mask, .mask = mask | move, .column = column};
    uint64_t own = winning_cells(mover | move, c.mask), theirs = winning_cells(c.mover, c.mask);
    c.safe = safe_moves(own, c.mask);
    c.product = product_of(c.mover, c.mask, CELLS - ply - 1);
    c.rank = 8 * rank_of(own, theirs, ply) + centre[column];
    if (own & move << 1) c.rank -= 8; /* the other side takes the cell above at once */
    return c;
}

/* Put `c` in its place: highest rank first, earlier columns first among equals. */
static void insert(child *children, int n, child c) {
    int at = n;
    while (at > 0 && children[at - 1].rank < c.rank) {
        children[at] = children[at - 1];
        at--;
    }
    children[at] = c;
}

/* The children of `moves` in the order to try, or -1 when one of them leaves no safe reply. */
static int make_children(const searcher *s, uint64_t mover, uint64_t mask, uint64_t moves, int table_move,
                         child *children) {
    static const int from_centre[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
    int n = 0, ply = count_bits(mask);
    for (int i = 0; i < WIDTH; i++) {
        if (!(moves & COLUMN(from_centre[i]))) continue;
        child c = make_child(mover, mask, from_centre[i], ply);
        if (!c.safe) return -1;
        __builtin_prefetch(bucket_of(s, c.product));
        if (c.column == table_move) c.rank += 1024;
        insert(children, n++, c);
    }
    return n;
}

/* ---- search ----------------------------------------------------------------------------------------------- */

enum { PROBE_CHILDREN_FROM = 10 };

/* Whether some child is already known to be bad enough for the other side. */
static bool child_settles(const searcher *s, const child *children, int n, int alpha, int *value) {
    for (int i = 0; i < n; i++) {
        known k = {-BOUND_BIAS, BOUND_BIAS, NO_MOVE};
        if (recall(s, children[i].product, &k) && -k.upper > alpha) {
            *value = -k.upper;
            return true;
        }
    }
    return false;
}

/* Is the score above `alpha`? A result above it is a lower bound, any other an upper bound.
 *
 * The side to move cannot win at once, and `moves`, not empty, are those after which the other side cannot either.
 */
static int search(searcher *s, uint64_t mover, uint64_t mask, uint64_t moves, int left, int alpha) {
    if (++s->nodes >= s->check_at) check_limits(s);
    if (s->stopped) return 0;
    if (left <= 2) return 0;
    known k = {-((left - 2) / 2), (left - 1) / 2, NO_MOVE};
    if (k.lower > alpha) return k.lower;
    if (k.upper <= alpha) return k.upper;
    uint64_t product = product_of(mover, mask, left), nodes_before = s->nodes;
    recall(s, product, &k);
    if (k.lower > alpha) return k.lower;
    if (k.upper <= alpha) return k.upper;

    child children[WIDTH];
    int n = make_children(s, mover, mask, moves, k.move, children), value;
    if (n < 0) return (left - 1) / 2;
    if ((left - 3) / 2 < k.upper) k.upper = (left - 3) / 2;
    if (k.upper <= alpha) return k.upper;
    if (left >= PROBE_CHILDREN_FROM && child_settles(s, children, n, alpha, &value)) return value;

    int best = -BOUND_BIAS;
    for (int i = 0; i < n && best <= alpha; i++) {
        value = -search(s, children[i].mover, children[i].mask, children[i].safe, left - 1, -alpha - 1);
        if (s->stopped) return 0;
        if (value > best) best = value, k.move = children[i].column;
    }
    if (best > alpha) {
        if (best > k.lower) k.lower = best;
    } else if (best < k.upper) {
        k.upper = best;
    }
    remember(s, product, k, s->nodes - nodes_before);
    return best;
}

/* The next question "is the score above it?": half-way from the farther end to a draw, since a quick win or loss
 * is cheap to refute. */
static int next_alpha(int lower, int upper) {
    int alpha = upper > -lower ? upper / 2 : lower / 2;
    if (alpha < lower) alpha = lower;
    return alpha < upper ? alpha : upper - 1;
}

/* The bounds of a position that needs no search (equal when it is settled). */
static known settle(uint64_t mover, uint64_t mask, uint64_t *moves) {
    int left = CELLS - count_bits(mask), exact = 0;
    *moves = 0;
    if (has_line(mover ^ mask)) {
        exact = -((left + 2) / 2);
    } else if (winning_cells(mover, mask) & landing_cells(mask)) {
        exact = (left + 1) / 2;
    } else if (left > 0) {
        *moves = safe_moves(winning_cells(mover ^ mask, mask), mask);
        if (*moves && left > 2) return (known){-((left - 2) / 2), (left - 1) / 2, NO_MOVE};
        if (!*moves) exact = -(left / 2);
    }
    return (known){exact, exact, NO_MOVE};
}

search_result searcher_solve(searcher *s, uint64_t mover, uint64_t mask, search_limits limits,
                             search_listener listener) {
    uint64_t moves;
    known k = settle(mover, mask, &moves);
    s->nodes = 0;
    s->stopped = false;
    s->node_limit = limits.nodes;
    s->time_limit_us = limits.time_us;
    s->started_us = now_us();
    s->ask_at_us = ASK_EVERY_US;
    s->listener = listener;
    s->check_at = 1;
    while (k.lower < k.upper && k.upper > limits.lower && k.lower < limits.upper) {
        int floor = k.lower > limits.lower ? k.lower : limits.lower;
        int ceiling = k.upper < limits.upper ? k.upper : limits.upper;
        int alpha = next_alpha(floor, ceiling);
        int value = search(s, mover, mask, moves, CELLS - count_bits(mask), alpha);
        if (s->stopped) break;
        if (value > alpha) k.lower = value;
        else k.upper = value;
    }
    return (search_result){k.lower, k.upper, s->nodes, now_us() - s->started_us};
}

/* ---- life ------------------------------------------------------------------------------------------------- */

searcher *searcher_new(size_t table_bytes) {
    int log2 = LEAST_BUCKETS_LOG2;
    while (log2 < 40 && (sizeof(bucket) << (log2 + 1)) <= table_bytes) log2++;
    searcher *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->rest_bits = KEY_BITS - log2;
    s->buckets = (size_t)1 << log2;
    s->table = calloc(s->buckets, sizeof(bucket));
    if (!s->table) {
        free(s);
        return NULL;
    }
    atomic_init(&s->abort, false);
    return s;
}

void searcher_free(searcher *s) {
    if (s) free(s->table);
    free(s);
}

void searcher_clear(searcher *s) { memset(s->table, 0, s->buckets * sizeof(bucket)); }

void searcher_abort(searcher *s) { atomic_store(&s->abort, true); }

void searcher_lift_abort(searcher *s) { atomic_store(&s->abort, false); }

bool searcher_aborted(const searcher *s) { return atomic_load(&((searcher *)s)->abort); }
