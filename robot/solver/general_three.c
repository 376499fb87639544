#include "general.h"

/* Three sides. The values of a position add up to WON: who wins has nearly all, a draw is a third for each. */

enum { THIRD = WON / 3 };

typedef struct {
    const general_board *board;
    const int *seats;
    general_budget budget;
} search;

typedef struct {
    uint64_t discs[SEATS], threats[SEATS], mask;
} position;

typedef struct {
    int of[SEATS];
} values;

static values won_by(int side, int plies) {
    values found;
    for (int each = 0; each < SEATS; each++) found.of[each] = each == side ? WON - 2 * plies : plies;
    return found;
}

/* A third for each, and three times what a side has more than the others have on average. */
static values estimate(const search *s, const position *p) {
    values found;
    int worth[SEATS], sum = 0;
    for (int each = 0; each < SEATS; each++) {
        worth[each] = general_weight(s->board, p->discs[each]) + 24 * general_count(p->threats[each] & ~p->mask);
        sum += worth[each];
    }
    for (int each = 0; each < SEATS; each++) found.of[each] = THIRD + 3 * worth[each] - sum;
    return found;
}

static position after(const search *s, const position *p, int side, uint64_t cell) {
    position child = *p;
    child.discs[side] |= cell;
    child.mask |= cell;
    child.threats[side] |= general_new_threats(s->board, child.discs[side], child.mask, cell);
    return child;
}

/* The moves after which the next side cannot win at once; none where it wins whatever is played. */
static uint64_t sound_moves(const position *p, uint64_t landing, int next) {
    uint64_t threats = p->threats[next] & ~p->mask, forced = landing & threats, moves = landing;
    if (forced) moves = forced & (forced - 1) ? 0 : forced;
    return moves & ~(threats >> 1);
}

/* Of equal moves the one that leaves the side at the root the least: it does not count on kindness. */
static bool is_better(const search *s, const values *a, const values *b, int side) {
    int root = s->seats[0];
    if (a->of[side] != b->of[side]) return a->of[side] > b->of[side];
    return side != root && a->of[root] < b->of[root];
}

/* `bound`: the side that chooses among positions like this one has that much already, so that a value for the mover
 * which leaves it less need not be known better (the values add up to WON). */
static values value_of(search *s, const position *p, int turn, int depth, int ply, int bound) {
    int side = s->seats[turn % SEATS], next = s->seats[(turn + 1) % SEATS];
    uint64_t landing = general_landing(s->board, p->mask);
    values best = {{THIRD, THIRD, THIRD}};
    if (!landing || !general_spend(&s->budget)) return best;
    if (p->threats[side] & landing) return won_by(side, ply + 1);
    uint64_t moves = sound_moves(p, landing, next);
    if (!moves) return won_by(next, ply + 2);
    if (depth <= 0) return estimate(s, p);
    best.of[side] = -1;
    for (int c = 0; c < s->board->width && WON - best.of[side] >= bound; c++) {
        uint64_t cell = moves & s->board->columns[c];
        if (!cell) continue;
        position child = after(s, p, side, cell);
        values found = value_of(s, &child, turn + 1, depth - 1, ply + 1, best.of[side] < 0 ? 0 : best.of[side]);
        if (s->budget.spent) return best;
        if (best.of[side] < 0 || is_better(s, &found, &best, side)) best = found;
    }
    return best;
}

void general_look_three(const general_board *b, const uint64_t discs[SEATS], uint64_t mask, const int seats[SEATS],
                        general_limits limits, general_outlook *found) {
    search s = {.board = b, .seats = seats, .budget = general_budget_of(limits)};
    position p = {.mask = mask};
    uint64_t landing = general_landing(b, mask);
    general_outlook none = {.depth = 0};
    for (int each = 0; each < SEATS; each++) {
        p.discs[each] = discs[each];
        p.threats[each] = general_threats(b, discs[each], mask);
    }
    for (int i = 0; i < 2 * MOST_COLUMNS; i++) none.value[i] = NO_VALUE;
    *found = none;
    for (int depth = 1; depth <= limits.depth && !s.budget.spent; depth++) {
        general_outlook next = none;
        for (int c = 0; c < b->width && !s.budget.spent; c++) {
            uint64_t cell = landing & b->columns[c];
            if (!cell) continue;
            position child = after(&s, &p, seats[0], cell);
            bool wins = p.threats[seats[0]] & cell;
            next.value[c] = (wins ? won_by(seats[0], 1) : value_of(&s, &child, 1, depth - 1, 1, 0)).of[seats[0]];
        }
        if (s.budget.spent) break;
        next.depth = depth;
        *found = next;
    }
    found->nodes = s.budget.nodes;
}
