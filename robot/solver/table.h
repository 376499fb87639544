/* The transposition table: what is proven about a position, its best move, and the work that the proof took.
 *
 * A key of 49 bits is mixed by steps that lose nothing. The lower bits of the result choose the bucket and the rest is
 * kept in the entry, so no two positions but mirror images are taken for one another.
 *
 *   entry   | rest of the key (43) | work (6) | move (3) | upper (6) | lower (6) |      0: empty
 *
 * A bucket has two entries: the first keeps what cost most work, the second what came last. The part in use starts
 * small enough for a processor's cache and doubles as it fills, so a short search never waits for the memory.
 * An entry is read and written whole, so threads share a table without locks.
 */
#ifndef QUADROW_TABLE_H
#define QUADROW_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEY_BITS = 49, REST_FROM = 6, BOUND_BITS = 6, BOUND_BIAS = 22 };
enum { MOVE_SHIFT = 12, WORK_SHIFT = 15, REST_SHIFT = 21 };

typedef struct {
    _Atomic uint64_t entry[2];
} bucket;

typedef struct {
    bucket *buckets;
    size_t used, most;   /* buckets in use, and all there are: powers of two */
} table;

/* Proven bounds of a score, and the column to try first. */
typedef struct {
    int lower, upper, move;
} known;

/* Make a table of at most `bytes` (4 KiB at least); false when there is no memory. */
bool table_make(table *t, size_t bytes);
void table_free(table *t);

/* Forget everything. No search may run on the table. */
void table_clear(table *t);

/* Use twice as many buckets. Nobody may work on the table meanwhile. */
void table_grow(table *t);

/* Whether it should grow, when so many entries were written into empty places. */
static inline bool table_is_full(const table *t, uint64_t filled) { return filled > t->used && t->used < t->most; }

static inline uint64_t table_hash(uint64_t key) {
    uint64_t product = key * UINT64_C(0x1D3C9E2F4B5A7) & ((UINT64_C(1) << KEY_BITS) - 1);
    return product ^ product >> 25;
}

static inline bucket *table_bucket(const table *t, uint64_t hash) { return &t->buckets[hash & (t->used - 1)]; }

static inline uint64_t table_read(const bucket *b, int i) {
    return atomic_load_explicit(&((bucket *)b)->entry[i], memory_order_relaxed);
}

static inline void table_write(bucket *b, int i, uint64_t entry) {
    atomic_store_explicit(&b->entry[i], entry, memory_order_relaxed);
}

static inline int table_bound(uint64_t entry, int shift) { return (int)(entry >> shift & 63) - BOUND_BIAS; }

static inline int table_work(uint64_t entry) { return (int)(entry >> WORK_SHIFT & 63); }

/* Narrow `k` by what the table holds. */
static inline bool table_recall(const table *t, uint64_t hash, known *k) {
    const bucket *b = table_bucket(t, hash);
    for (int i = 0; i < 2; i++) {
        uint64_t entry = table_read(b, i);
        if (entry == 0 || entry >> REST_SHIFT != hash >> REST_FROM) continue;
        if (table_bound(entry, 0) > k->lower) k->lower = table_bound(entry, 0);
        if (table_bound(entry, BOUND_BITS) < k->upper) k->upper = table_bound(entry, BOUND_BITS);
        k->move = (int)(entry >> MOVE_SHIFT & 7);
        return true;
    }
    return false;
}

/* Keep `k`, which took so many nodes to prove. True when it fills an empty place. */
static inline bool table_remember(table *t, uint64_t hash, known k, uint64_t nodes) {
    bucket *b = table_bucket(t, hash);
    uint64_t rest = hash >> REST_FROM, first = table_read(b, 0);
    int work = 63 - __builtin_clzll(nodes | 1);
    uint64_t fresh = rest << REST_SHIFT | (uint64_t)work << WORK_SHIFT | (uint64_t)k.move << MOVE_SHIFT |
                     (uint64_t)(k.upper + BOUND_BIAS) << BOUND_BITS | (uint64_t)(k.lower + BOUND_BIAS);
    bool fills;
    if (first == 0 || first >> REST_SHIFT == rest) {
        fills = first == 0;
        table_write(b, 0, fresh);
    } else {
        fills = table_read(b, 1) == 0;
        bool is_dearer = work >= table_work(first);
        table_write(b, 1, is_dearer ? first : fresh);
        if (is_dearer) table_write(b, 0, fresh);
    }
    return fills;
}

#endif
