#include "lookahead.h"

typedef struct {
    uint64_t nodes, limit;
    bool spent;
} budget;

static const int from_centre[WIDTH] = {3, 2, 4, 1, 5, 0, 6};

static int centre_weight(uint64_t discs) {
    return 3 * count_bits(discs & COLUMN(3)) + 2 * count_bits(discs & (COLUMN(2) | COLUMN(4))) +
           count_bits(discs & (COLUMN(1) | COLUMN(5)));
}

/* Cells that complete four, twice those in the rows where that side gets the last say. */
static int threat_weight(uint64_t discs, uint64_t mask, uint64_t rows) {
    uint64_t cells = winning_cells(discs, mask);
    return 12 * (count_bits(cells) + count_bits(cells & rows));
}

static int estimate(uint64_t mover, uint64_t mask) {
    bool second = count_bits(mask) & 1;
    uint64_t other = mover ^ mask;
    return threat_weight(mover, mask, second ? SECOND_ROWS : FIRST_ROWS) + centre_weight(mover) -
           threat_weight(other, mask, second ? FIRST_ROWS : SECOND_ROWS) - centre_weight(other);
}

/* Alpha-beta over `depth` more plies; meaningless once the nodes are used up. */
static int value_of(budget *b, uint64_t mover, uint64_t mask, int depth, int ply, int alpha, int beta) {
    uint64_t moves = landing_cells(mask);
    if (b->nodes >= b->limit) b->spent = true;
    if (b->spent) return 0;
    b->nodes++;
    if (!moves) return 0;
    if (depth == 0) return estimate(mover, mask);
    if (winning_cells(mover, mask) & moves) return WIN_VALUE - ply - 1;
    if (depth >= 2) moves = safe_moves(winning_cells(mover ^ mask, mask), mask);
    if (!moves) return -(WIN_VALUE - ply - 2);
    for (int i = 0; i < WIDTH && alpha < beta; i++) {
        uint64_t move = moves & COLUMN(from_centre[i]);
        if (!move) continue;
        int value = -value_of(b, mover ^ mask, mask | move, depth - 1, ply + 1, -beta, -alpha);
        if (value > alpha) alpha = value;
    }
    return alpha;
}

static int root_value(budget *b, uint64_t mover, uint64_t mask, int column, int depth) {
    uint64_t move = landing_cells(mask) & COLUMN(column);
    if (!move) return NO_VALUE;
    if (winning_cells(mover, mask) & move) return WIN_VALUE - 1;
    return -value_of(b, mover ^ mask, mask | move, depth - 1, 1, -WIN_VALUE, WIN_VALUE);
}

outlook look_ahead(uint64_t mover, uint64_t mask, int depth, uint64_t nodes) {
    budget b = {.limit = nodes};
    outlook last = {.depth = 0};
    for (int column = 0; column < WIDTH; column++) last.value[column] = mask & COLUMN(column) & TOP ? NO_VALUE : 0;
    for (int d = 1; d <= depth; d++) {
        outlook next = {.depth = d};
        for (int column = 0; column < WIDTH; column++) next.value[column] = root_value(&b, mover, mask, column, d);
        if (b.spent) break;
        last = next;
    }
    last.nodes = b.nodes;
    return last;
}
