#include "general.h"

enum { ASK_EVERY = 1 << 16 };   /* nodes; about 50 ms */

/* ---- the budget ---- */

static uint64_t next_ask(const general_budget *budget) {
    return budget->limit - budget->nodes < ASK_EVERY ? budget->limit : budget->nodes + ASK_EVERY;
}

general_budget general_budget_of(general_limits limits) {
    general_budget budget = {.limit = limits.nodes, .listener = limits.listener};
    budget.ask_at = next_ask(&budget);
    return budget;
}

void general_ask(general_budget *budget) {
    const general_listener *listener = &budget->listener;
    budget->spent = budget->spent || budget->nodes >= budget->limit ||
                    (listener->may_go_on && !listener->may_go_on(listener->context));
    budget->ask_at = next_ask(budget);
}

/* ---- the board ---- */

void general_prepare(general_board *b) {
    b->bottoms = b->odd_above = 0;
    for (int c = 0; c < b->width; c++) {
        uint64_t open = b->columns[c] & b->open, above = 0;
        b->bottoms |= b->columns[c] & -b->columns[c];
        for (uint64_t cell = UINT64_C(1) << 63; cell; cell >>= 1)
            if (open & cell && general_count(above |= cell) & 1) b->odd_above |= cell;
    }
    for (int cell = 0; cell < 64; cell++) b->through_count[cell] = 0;
    for (int i = 0; i < b->line_count; i++)
        for (uint64_t cells = b->lines[i]; cells; cells &= cells - 1) {
            int cell = general_index(cells & -cells);
            if (b->through_count[cell] < MOST_THROUGH) b->through[cell][b->through_count[cell]++] = b->lines[i];
        }
    for (int cell = 0; cell < 64; cell++) b->weight[cell] = b->through_count[cell];
}

uint64_t general_new_threats(const general_board *b, uint64_t own, uint64_t mask, uint64_t cell) {
    uint64_t found = 0;
    int at = general_index(cell);
    for (int i = 0; i < b->through_count[at]; i++) {
        uint64_t rest = b->through[at][i] & ~own;
        if (!(rest & (rest - 1))) found |= rest;
    }
    return found & ~mask;
}

uint64_t general_threats(const general_board *b, uint64_t own, uint64_t mask) {
    uint64_t found = 0;
    for (int i = 0; i < b->line_count; i++) {
        uint64_t rest = b->lines[i] & ~own;
        if (!(rest & (rest - 1))) found |= rest;
    }
    return found & ~mask;
}

bool general_has_line(const general_board *b, uint64_t own) {
    for (int i = 0; i < b->line_count; i++)
        if (!(b->lines[i] & ~own)) return true;
    return false;
}

int general_weight(const general_board *b, uint64_t discs) {
    int weight = 0;
    for (; discs; discs &= discs - 1) weight += b->weight[general_index(discs & -discs)];
    return weight;
}
