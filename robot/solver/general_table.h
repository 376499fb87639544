/* The table of positions of a general search: two entries a bucket, the deeper and the newer one. */
#ifndef QUADROW_GENERAL_TABLE_H
#define QUADROW_GENERAL_TABLE_H

#include <stdlib.h>

#include "general.h"

typedef enum { NOTHING, LOWER, UPPER, EXACT } bound;

typedef struct {
    uint64_t key;
    int16_t value;   /* wins and losses are counted in plies from the position itself */
    int8_t depth, move;
    uint8_t bound;
} general_entry;

typedef struct {
    general_entry *entries;
    uint64_t last;   /* the number of the last bucket: a power of two less one */
} general_table;

static inline bool general_table_make(general_table *t, size_t bytes) {
    uint64_t buckets = 16;
    while (buckets * 4 * sizeof(general_entry) <= bytes) buckets *= 2;
    t->last = buckets - 1;
    t->entries = calloc(buckets, 2 * sizeof(general_entry));
    return t->entries != NULL;
}

static inline general_entry *general_bucket(const general_table *t, uint64_t key) {
    return &t->entries[2 * ((key * UINT64_C(0x9E3779B97F4A7C15) >> 24) & t->last)];
}

static inline const general_entry *general_find(const general_table *t, uint64_t key) {
    const general_entry *bucket = general_bucket(t, key);
    for (int i = 0; i < 2; i++)
        if (bucket[i].bound != NOTHING && bucket[i].key == key) return &bucket[i];
    return NULL;
}

static inline int general_moved(int value, int plies) {
    return value > SURE ? value - plies : value < -SURE ? value + plies : value;
}

static inline void general_keep(const general_table *t, uint64_t key, int value, int ply, int depth, bound kind,
                                int move) {
    general_entry *bucket = general_bucket(t, key);
    general_entry *at = bucket[0].key == key || depth >= bucket[0].depth ? &bucket[0] : &bucket[1];
    *at = (general_entry){key, (int16_t)general_moved(value, -ply), (int8_t)depth, (int8_t)move, (uint8_t)kind};
}

#endif
