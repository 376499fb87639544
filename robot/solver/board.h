/* The bits of the classic board, the same as in robot/rules/lines.py.
 *
 *   row 5 | 5 12 19 26 33 40 47     A cell (column, row) is bit column * 7 + row. The spare bit on top of
 *    ...  |                         each column is always 0, so shifted boards never run into each other.
 *   row 0 | 0  7 14 21 28 35 42     A position is `mover` (discs of the side to move) and `mask` (all discs).
 */
#ifndef QUADROW_BOARD_H
#define QUADROW_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum { WIDTH = 7, HEIGHT = 6, CELLS = 42, NO_MOVE = WIDTH };

#define BOTTOM UINT64_C(0x0040810204081)
#define BOARD (BOTTOM * 0x3F)
#define TOP (BOTTOM << 5)
#define COLUMN(c) (UINT64_C(0x3F) << ((c) * 7))
/* Rows 0, 2, 4, where the first player gets the last say, and rows 1, 3, 5, where the second does. */
#define FIRST_ROWS (BOTTOM * 0x15)
#define SECOND_ROWS (BOTTOM * 0x2A)

static inline int count_bits(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* The cells in which a disc would land now. */
static inline uint64_t landing_cells(uint64_t mask) { return (mask + BOTTOM) & BOARD; }

/* The cells of one direction that complete four with three of `discs`. */
static inline uint64_t completing(uint64_t discs, int step) {
    uint64_t above = discs << step, below = discs >> step;
    uint64_t above_two = above & discs << 2 * step, below_two = below & discs >> 2 * step;
    return (above_two & (discs << 3 * step | below)) | (below_two & (discs >> 3 * step | above));
}

/* The cells, taken or not and perhaps off the board, that complete four with three of `discs`. */
static inline uint64_t completing_cells(uint64_t discs) {
    uint64_t upright = discs << 1 & discs << 2 & discs << 3;
    return upright | completing(discs, 7) | completing(discs, 6) | completing(discs, 8);
}

/* The empty cells, reachable now or later, that would complete four for `discs`. */
static inline uint64_t winning_cells(uint64_t discs, uint64_t mask) {
    return completing_cells(discs) & BOARD & ~mask;
}

static inline bool has_line(uint64_t discs) {
    static const int steps[] = {1, 6, 7, 8};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = discs & discs >> steps[i];
        if (pairs & pairs >> 2 * steps[i]) return true;
    }
    return false;
}

/* The moves after which the other side, whose winning cells are `threats`, cannot win at once. */
static inline uint64_t safe_moves(uint64_t threats, uint64_t mask) {
    uint64_t moves = landing_cells(mask), forced = moves & threats;
    if (forced) moves = forced & (forced - 1) ? 0 : forced;
    return moves & ~(threats >> 1);
}

/* Whether the two bitboards can be a position at all: discs rest on discs, the counts are right, and nobody moved
 * after the other side had a line. */
static inline bool is_position(uint64_t mover, uint64_t mask) {
    return !(mask & ~BOARD) && !(mover & ~mask) && !((mask + BOTTOM) & mask) &&
           count_bits(mover) == count_bits(mask) / 2 && !has_line(mover);
}

#endif
