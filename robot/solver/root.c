/* What is known of a position before it is searched: who has won, what must be played, what the book says of it and
   of the positions from which it came. */
#include "root.h"

static int column_of(uint64_t cells) {
    return cells ? __builtin_ctzll(cells) / (HEIGHT + 1) : NO_MOVE;
}

static root known_root(node n, int score, uint64_t keeping) {
    return (root){n, score, score, column_of(keeping), -1};
}

/* Whether a game leads to a position without a line: by taking discs away in turn. For the first plies only. */
static bool is_reachable(uint64_t mover, uint64_t mask) {
    const uint64_t theirs = mover ^ mask;
    for (uint64_t tops = (mask + BOTTOM) >> 1 & theirs; tops; tops &= tops - 1) {
        uint64_t last = tops & -tops;
        if (is_reachable(theirs ^ last, mask ^ last)) return true;
    }
    return !mask;
}

/* What the book says of a position that nobody has won. */
static bool find(const book *b, uint64_t mover, uint64_t mask, int *score, int *column) {
    uint64_t key = key_of(mover, mask);
    bool needs_search = !(winning_cells(mover, mask) & landing_cells(mask)) &&
                        safe_moves(winning_cells(mover ^ mask, mask), mask);
    if (!needs_search || count_bits(mask) > b->plies || !is_reachable(mover, mask)) return false;
    if (!book_find(b, key, count_bits(mask), score, column)) return false;
    if (key != mover + mask && *column != NO_MOVE) *column = WIDTH - 1 - *column;
    return true;
}

/* Where the book ends one ply earlier: no move into a position is better than the best one, which is as good. */
static void learn_from_parents(const book *b, root *r) {
    const node *n = &r->node;
    const uint64_t theirs = n->mover ^ n->mask;
    int score, column;
    for (uint64_t tops = (n->mask + BOTTOM) >> 1 & theirs; tops && r->lower < r->upper; tops &= tops - 1) {
        uint64_t last = tops & -tops;
        if (!find(b, theirs ^ last, n->mask ^ last, &score, &column)) continue;
        if (-score > r->lower) r->lower = -score;
        if (column == column_of(last)) r->upper = r->lower;
    }
}

root root_of(const book *b, uint64_t mover, uint64_t mask) {
    const uint64_t wins = winning_cells(mover, mask) & landing_cells(mask);
    int left = CELLS - count_bits(mask), score, column;
    node n = {mover, mask, safe_moves(winning_cells(mover ^ mask, mask), mask), hash_of(mover, mask, left), left};
    if (has_line(mover ^ mask)) {
        n.safe = 0;
        return known_root(n, -((left + 2) / 2), 0);
    }
    if (wins) return known_root(n, (left + 1) / 2, wins);
    if (!n.safe) return known_root(n, -(left / 2), landing_cells(mask));
    if (left <= 2) return known_root(n, 0, n.safe);
    if (find(b, mover, mask, &score, &column)) return (root){n, score, score, column, b->plies};
    bool is_known = CELLS - left <= b->plies && is_reachable(mover, mask);
    root r = {n, -((left - 2) / 2), (left - 1) / 2, NO_MOVE, is_known ? b->plies : -1};
    if (CELLS - left == b->plies + 1) learn_from_parents(b, &r);
    return r;
}
