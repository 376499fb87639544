/* Counts that prove the moves right. */
#ifndef QUADROW_PERFT_H
#define QUADROW_PERFT_H

#include <stdint.h>

/* Sequences of exactly `depth` moves from a position; a game that ends earlier does not count. */
uint64_t perft(uint64_t mover, uint64_t mask, int depth);

/* Distinct positions after exactly `depth` moves from the empty board; negative when there is no memory. */
int64_t distinct_positions(int depth);

#endif
