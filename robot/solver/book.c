#include "book.h"

#include <string.h>

static const uint8_t head[8] = {'q', 'u', 'a', 'd', 'r', 'o', 'w', 3};

enum { SCORE_BITS = 6, VALUE_BITS = 9, SCORE_BIAS = 22, NUMBER_BYTES = 4, FIRST_VALUE = 16 };

static uint64_t number_at(const uint8_t *at) {
    return at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
}

bool book_open(book_ply *p, const uint8_t *bytes, size_t size) {
    if (size < FIRST_VALUE || memcmp(bytes, head, sizeof head)) return false;
    p->seed = number_at(bytes + sizeof head);
    p->third = number_at(bytes + sizeof head + NUMBER_BYTES);
    p->values = bytes + FIRST_VALUE;
    return size - FIRST_VALUE == (3 * p->third * VALUE_BITS + 7) / 8;
}

static unsigned value_at(const book_ply *p, uint64_t place) {
    const uint8_t *at = p->values + place * VALUE_BITS / 8;
    return (at[0] | (unsigned)at[1] << 8) >> place * VALUE_BITS % 8;
}

bool book_find(const book *b, uint64_t key, int discs, int *score, int *column) {
    const book_ply *p = &b->ply[discs];
    if (!p->third) return false;
    uint64_t mixed = key + p->seed * UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    mixed ^= mixed >> 31;
    uint64_t low = mixed & UINT32_MAX, between = mixed >> 16 & UINT32_MAX, high = mixed >> 32;
    unsigned value = value_at(p, low * p->third >> 32) ^ value_at(p, p->third + (between * p->third >> 32)) ^
                     value_at(p, 2 * p->third + (high * p->third >> 32));
    *score = (int)(value & ((1 << SCORE_BITS) - 1)) - SCORE_BIAS;
    *column = (int)(value >> SCORE_BITS & 7);
    return true;
}
