/* The opening book: exact scores of positions, sorted by key, to be found by halving.
 *
 *   record   | key (49) of the position or its mirror image, the smaller | score + 22 (6) |
 */
#ifndef QUADROW_BOOK_H
#define QUADROW_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCORE_BITS = 6, SCORE_BIAS = 22 };

typedef struct {
    const uint64_t *records;
    size_t count;
    int plies;          /* no record has more discs */
} book;

static inline bool book_find(const book *b, uint64_t key, int *score) {
    size_t low = 0, high = b->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t found = b->records[middle] >> SCORE_BITS;
        if (found == key) {
            *score = (int)(b->records[middle] & ((1 << SCORE_BITS) - 1)) - SCORE_BIAS;
            return true;
        }
        if (found < key) low = middle + 1;
        else high = middle;
    }
    return false;
}

#endif
