/* A position to search, and the moves out of it. */
#ifndef QUADROW_NODE_H
#define QUADROW_NODE_H

#include "board.h"
#include "claims.h"
#include "table.h"

/* The side to move cannot win at once, and `safe`, not empty, are its moves after which the other side cannot. */
typedef struct {
    uint64_t mover, mask, safe, hash;
    int left;           /* empty cells */
} node;

/* The position after a move and all replies that are forced: `same_side` says who is to move there. */
typedef struct {
    node node;
    uint64_t threats;   /* cells that complete four for the side that is not to move */
    int column;
    bool same_side;
} child;

/* The moves that need a search, best first, and the best of those that need none. */
typedef struct {
    child children[WIDTH];
    int order[WIDTH], count;
    int best, best_column;
} family;

enum { MIRROR_FROM = 24, NOTHING = -CELLS };

/* The columns of a key, which has seven bits for each, in reverse order. */
static inline uint64_t mirrored(uint64_t key) {
    const uint64_t column = 0x7F;
    return (key & column) << 42 | (key & column << 7) << 28 | (key & column << 14) << 14 | (key & column << 21) |
           (key >> 14 & column << 14) | (key >> 28 & column << 7) | (key >> 42 & column);
}

/* The same for a position and its mirror image. */
static inline uint64_t key_of(uint64_t mover, uint64_t mask) {
    uint64_t key = mover + mask, other = mirrored(key);
    return key < other ? key : other;
}

/* What a position is stored under; early in the game the same as for its mirror image. The move that is kept may then
 * be the mirror image's: it only decides which move is tried first. */
static inline uint64_t hash_of(uint64_t mover, uint64_t mask, int left) {
    return table_hash(left >= MIRROR_FROM ? key_of(mover, mask) : mover + mask);
}

/* Play on while the side to move has but one move that does not lose at once, and the book does not know better. */
static inline void follow(child *c, int book_plies) {
    node *n = &c->node;
    while (n->safe && !(n->safe & (n->safe - 1)) && n->left > 2 && CELLS - n->left > book_plies) {
        uint64_t moved = n->mover | n->safe;
        n->mover ^= n->mask;
        n->mask |= n->safe;
        n->left--;
        c->same_side = !c->same_side;
        c->threats = winning_cells(moved, n->mask);
        n->safe = safe_moves(c->threats, n->mask);
    }
}

/* What a move is worth trying early: own threats count, twice those in rows where this side gets the last say with no
 * enemy threat below; but not one right above, which the other side takes. Replies that are forced are looked at first,
 * then the middle. */
static inline int rank_of(const child *c, uint64_t move, uint64_t own, uint64_t theirs, int ply) {
    static const int centre[WIDTH] = {0, 1, 2, 3, 2, 1, 0};
    uint64_t useful = own & (ply & 1 ? SECOND_ROWS : FIRST_ROWS) & ~(theirs << 1);
    return 16 * (count_bits(own) + count_bits(useful)) + (c->same_side ? 8 : 0) - (own & move << 1 ? 8 : 0) +
           centre[c->column];
}

/* Whether the value of a child, seen by its parent, needs no search: when it is above `alpha` or cannot be. */
static inline bool settled(const child *c, int alpha, int *value) {
    const node *n = &c->node;
    int score = 0;
    if (!n->safe) {
        score = -(n->left / 2);
    } else if (n->left > 2) {
        score = claim(n->mover, n->mask, c->threats, n->left, c->same_side ? alpha : -alpha - 1);
        if (score == NO_CLAIM) return false;
    }
    *value = c->same_side ? score : -score;
    return true;
}

static inline void put_in_order(family *f, int rank) {
    int key = f->count - rank * 8, at = f->count++;
    for (; at > 0 && f->order[at - 1] > key; at--) f->order[at] = f->order[at - 1];
    f->order[at] = key;
}

static inline child *nth_child(family *f, int i) { return &f->children[f->order[i] & 7]; }

/* Fill `f` with the moves of `n`, the table's move first; true as soon as one proves a value above `alpha`: `best`. */
static inline bool expand(const node *n, const table *t, int book_plies, int alpha, int table_move, family *f) {
    static const int from_centre[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
    const uint64_t other = n->mover ^ n->mask, theirs = completing_cells(other);
    f->count = 0, f->best = NOTHING, f->best_column = NO_MOVE;
    for (int i = 0; i < WIDTH; i++) {
        uint64_t move = n->safe & COLUMN(from_centre[i]), own;
        if (!move) continue;
        child *c = &f->children[f->count];
        c->node.mover = other, c->node.mask = n->mask | move, c->node.left = n->left - 1;
        c->column = from_centre[i], c->same_side = false;
        c->threats = own = winning_cells(n->mover | move, c->node.mask);
        c->node.safe = safe_moves(own, c->node.mask);
        int value;
        follow(c, book_plies);
        if (settled(c, alpha, &value)) {
            if (value > f->best) f->best = value, f->best_column = c->column;
            if (value > alpha) return true;
            continue;
        }
        c->node.hash = hash_of(c->node.mover, c->node.mask, c->node.left);
        __builtin_prefetch(table_bucket(t, c->node.hash));
        int first = c->column == table_move ? 1024 : 0;
        put_in_order(f, first + rank_of(c, move, own, theirs & ~c->node.mask, CELLS - n->left));
    }
    return false;
}

#endif
