/* What a side that only answers can claim, without a search.
 *
 * The side to move is the attacker, the other the defender. In a column with an even number of empty cells the
 * defender may answer each disc by the one above it: the attacker gets rows 0, 2, 4 of what is empty there and the
 * defender rows 1, 3, 5. In a column with an odd number it is the other way round, but the attacker takes the last cell
 * and there is no answer above it. Two plans deal with such columns:
 *
 *   - where the defender threatens a cell of rows 0, 2, 4, it wins there before the column is full;
 *   - while the other columns of an odd number are an even number of columns, their empty cells are even in number: the
 *     defender answers in any of them, and the attacker is given all of their cells.
 *
 * If the attacker has no line even with all cells that it may get, it cannot win. If moreover the defender threatens a
 * cell that it claims, it wins there at the latest when all other cells are filled, and the attacker never gets a cell
 * from that threat upwards.
 */
#ifndef QUADROW_CLAIMS_H
#define QUADROW_CLAIMS_H

#include "board.h"

enum { NO_CLAIM = CELLS };

/* `cells` and all above them in their columns. */
static inline uint64_t and_above(uint64_t cells) {
    cells |= cells << 1 & BOARD;
    cells |= cells << 2 & BOARD & ~(BOTTOM * 0x3);
    return cells | (cells << 4 & BOARD & ~(BOTTOM * 0xF));
}

/* The empty cells of the columns of which an odd number of cells is empty. */
static inline uint64_t odd_columns(uint64_t mask) {
    uint64_t landing = landing_cells(mask) & SECOND_ROWS;
    return ((landing | landing >> 2 | landing >> 4) >> 1 & BOTTOM) * 0x3F & ~mask;
}

/* The attacker's score when the defender wins in one of `claimed` cells and all other cells are filled by then, but for
 * those from the other claimed cells upwards and the ones below these. */
static inline int score_of_claimed(uint64_t claimed) {
    int unfilled = count_bits(and_above(claimed) | claimed >> 1) - 2;
    return (CELLS - unfilled + 1) / 2 - 22;
}

/* An upper bound of the attacker's score that is at most `alpha`, or NO_CLAIM.
 *
 * `threats` are the empty cells that complete four for the defender; the attacker cannot win at once.
 */
static inline int claim(uint64_t attacker, uint64_t mask, uint64_t threats, int left, int alpha) {
    uint64_t odd = odd_columns(mask), even = BOARD & ~mask & ~odd;
    uint64_t claimed = threats & even & SECOND_ROWS, given = odd;
    if (left & 1) {
        uint64_t odd_threats = threats & odd & FIRST_ROWS, lowest = odd_threats & -odd_threats;
        if (!lowest) return NO_CLAIM;
        uint64_t column = COLUMN(__builtin_ctzll(lowest) / 7);
        given = odd & ~(column & ~(SECOND_ROWS & (lowest - 1)));
        claimed |= lowest;
    }
    int score = 0;
    if (claimed) {
        score = score_of_claimed(claimed);
    } else if (alpha < 0) {
        if (alpha < -1 || !has_line((attacker ^ mask) | (even & SECOND_ROWS))) return NO_CLAIM;
        score = -1;
    }
    if (score > alpha) return NO_CLAIM;
    return has_line(attacker | given | (even & FIRST_ROWS & ~and_above(claimed))) ? NO_CLAIM : score;
}

#endif
