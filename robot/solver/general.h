/* A search for any variant whose moves are discs that fall: over the masks of its lines, whatever the board.
 *
 * Cells are bits as in robot/rules/lines.py: column * (height + 1) + row, one spare bit on top of each column, so a
 * board has at most 64 bits with those. No global state; a search owns what it works with and forgets it.
 */
#ifndef QUADROW_GENERAL_H
#define QUADROW_GENERAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_COLUMNS = 9, MOST_LINES = 512, MOST_THROUGH = 64, SEATS = 3 };

/* A value of WON - n or -(WON - n) is a win or a loss in n plies; nearer to 0 than SURE it is an estimate. */
enum { WON = 10000, SURE = 9000, NO_VALUE = -20000, TO_THE_END = 99 };

typedef struct {
    int width, line_count;
    uint64_t columns[MOST_COLUMNS], lines[MOST_LINES];
    uint64_t bottoms, open;
    bool misere;         /* a line loses */
    bool double_draws;   /* a pop that makes lines of both sides draws, instead of winning for its side */
    int through_count[64], weight[64];
    uint64_t through[64][MOST_THROUGH];   /* the lines through a cell */
    uint64_t odd_above;                   /* the cells with an odd number of cells from them to the top */
} general_board;

/* Who is asked now and then whether a search may go on; without a function nobody is. */
typedef struct {
    bool (*may_go_on)(void *context);
    void *context;
} general_listener;

typedef struct {
    int depth;         /* plies to look ahead; TO_THE_END: until the game is over */
    uint64_t nodes;    /* end after so many */
    int margin;        /* moves worse than the best by more than that need only be known to be worse */
    size_t table_bytes;
    general_listener listener;
} general_limits;

/* What a search has spent and may still spend. */
typedef struct {
    uint64_t nodes, limit, ask_at;
    bool spent;
    general_listener listener;
} general_budget;

typedef struct {
    int value[2 * MOST_COLUMNS];   /* drops, then pops, for who moves; NO_VALUE: no such move, or not found out */
    int depth;                     /* plies that were looked at in full; 0: the nodes did not suffice for one */
    uint64_t nodes;
} general_outlook;

/* Work out what a board needs besides its lines, columns, open cells and flags. */
void general_prepare(general_board *b);

/* Deepen ply by ply. `own` are the discs of who moves, `mask` all cells that are taken. The game must go on.
 * False without memory for the table, as in all that follow. */
bool general_look(const general_board *b, uint64_t own, uint64_t other, uint64_t mask, general_limits limits,
                  general_outlook *found);

/* Whether each move wins (1), draws (0) or loses (-1) with best play. */
bool general_exact(const general_board *b, uint64_t own, uint64_t other, uint64_t mask, general_limits limits,
                   general_outlook *found);

/* The same as general_look where one's own discs can be pushed out of the bottom row. `past` are the keys (own + mask)
 * of the positions of the game so far in which the one who moves now moved, or (the low half) the other did. */
bool general_look_pops(const general_board *b, uint64_t own, uint64_t other, uint64_t mask, general_limits limits,
                       const uint64_t *past, int past_count, general_outlook *found);

/* Three sides: each wants the most for itself (max-n). `seats` are the sides that are in the game, who moves first. */
void general_look_three(const general_board *b, const uint64_t discs[SEATS], uint64_t mask, const int seats[SEATS],
                        general_limits limits, general_outlook *found);

general_budget general_budget_of(general_limits limits);

/* See whether the nodes are spent, or the listener wants the search to end. */
void general_ask(general_budget *budget);

/* Count a node; false, and the budget is spent, where there is none left. */
static inline bool general_spend(general_budget *budget) {
    if (budget->nodes >= budget->ask_at) general_ask(budget);
    if (budget->spent) return false;
    budget->nodes++;
    return true;
}

static inline int general_count(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(bits * UINT64_C(0x0101010101010101) >> 56);
}

static inline int general_index(uint64_t cell) { return general_count(cell - 1); }

static inline uint64_t general_landing(const general_board *b, uint64_t mask) {
    return (mask + b->bottoms) & b->open & ~mask;
}

/* The empty cells that complete a line for `own` and did not before a disc came to rest in `cell`. */
uint64_t general_new_threats(const general_board *b, uint64_t own, uint64_t mask, uint64_t cell);

/* All empty cells that complete a line for `own`. */
uint64_t general_threats(const general_board *b, uint64_t own, uint64_t mask);

bool general_has_line(const general_board *b, uint64_t own);

/* The worth of the cells that `discs` hold. */
int general_weight(const general_board *b, uint64_t discs);

#endif
