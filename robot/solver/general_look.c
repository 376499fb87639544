#include "general_table.h"

/* Two sides whose discs stay where they fall. */

typedef struct {
    const general_board *board;
    general_table table;
    general_budget budget;
} search;

/* A position, from the side that moves; the threats are cells that complete a line, taken since or not. */
typedef struct {
    uint64_t own, other, mask, own_threats, other_threats;
} position;

static position after(const search *s, const position *p, uint64_t cell) {
    uint64_t own = p->own | cell, mask = p->mask | cell;
    uint64_t threats = p->own_threats | general_new_threats(s->board, own, mask, cell);
    return (position){p->other, own, mask, p->other_threats & ~cell, threats & ~cell};
}

/* Threats count twice where the side gets the cell when all other columns are full. */
static int estimate(const search *s, const position *p) {
    uint64_t left = s->board->open & ~p->mask;
    uint64_t movers = general_count(left) & 1 ? s->board->odd_above : ~s->board->odd_above;
    int value = 2 * (general_weight(s->board, p->own) - general_weight(s->board, p->other));
    value += 24 * (general_count(p->own_threats) + general_count(p->own_threats & movers));
    value -= 24 * (general_count(p->other_threats) + general_count(p->other_threats & ~movers));
    return s->board->misere ? -value : value;
}

/* The moves worth a look; where there are none, the game is decided and `value` says how. */
static uint64_t sound_moves(const search *s, const position *p, int ply, int *value) {
    uint64_t landing = general_landing(s->board, p->mask), moves = landing;
    *value = 0;
    if (!landing) return 0;
    if (s->board->misere) {
        *value = -(WON - ply - 1);
        return landing & ~p->own_threats;
    }
    if (p->own_threats & landing) {
        *value = WON - ply - 1;
        return 0;
    }
    *value = -(WON - ply - 2);
    uint64_t forced = landing & p->other_threats;
    if (forced) moves = forced & (forced - 1) ? 0 : forced;
    return moves & ~(p->other_threats >> 1);
}

typedef struct {
    position child;
    int column, worth;
} option;

static int options(const search *s, const position *p, uint64_t moves, int first, option *found) {
    int count = 0;
    for (int c = 0; c < s->board->width; c++) {
        uint64_t cell = moves & s->board->columns[c];
        if (!cell) continue;
        option next = {after(s, p, cell), c, 0};
        int threats = general_count(next.child.other_threats);
        next.worth = c == first ? 1 << 20 : 64 * (s->board->misere ? -threats : threats);
        next.worth += s->board->misere ? -s->board->weight[general_index(cell)] : s->board->weight[general_index(cell)];
        int at = count++;
        for (; at > 0 && found[at - 1].worth < next.worth; at--) found[at] = found[at - 1];
        found[at] = next;
    }
    return count;
}

/* Alpha-beta over `depth` more plies; meaningless once the nodes are spent. */
static int value_of(search *s, const position *p, int depth, int ply, int alpha, int beta) {
    int value, best = -WON, first = -1, from = alpha;
    if (!general_spend(&s->budget)) return 0;
    uint64_t moves = sound_moves(s, p, ply, &value);
    if (!moves) return value;
    if (depth <= 0) return estimate(s, p);
    uint64_t key = p->own + p->mask;
    const general_entry *known = general_find(&s->table, key);
    if (known) {
        int bound_value = general_moved(known->value, ply);
        bool sure = known->depth >= depth || bound_value > SURE || bound_value < -SURE;
        if (sure && known->bound & LOWER && bound_value >= beta) return bound_value;
        if (sure && known->bound & UPPER && bound_value <= alpha) return bound_value;
        if (sure && known->bound == EXACT) return bound_value;
        first = known->move;
    }
    option next[MOST_COLUMNS];
    int count = options(s, p, moves, first, next);
    for (int i = 0; i < count && best < beta; i++) {
        int found = -value_of(s, &next[i].child, depth - 1, ply + 1, -beta, -alpha);
        if (s->budget.spent) return 0;
        if (found > best) best = found, first = next[i].column;
        if (best > alpha) alpha = best;
    }
    bound kind = best >= beta ? LOWER : best <= from ? UPPER : EXACT;
    general_keep(&s->table, key, best, ply, depth, kind, first);
    return best;
}

/* The value of a root move: for a line at once, else by the search. */
static int root_value(search *s, const position *p, uint64_t cell, int depth, int alpha, int beta) {
    if (p->own_threats & cell) return s->board->misere ? -(WON - 1) : WON - 1;
    position child = after(s, p, cell);
    return -value_of(s, &child, depth, 1, -beta, -alpha);
}

static bool begin(search *s, const general_board *b, general_limits limits) {
    *s = (search){.board = b, .budget = general_budget_of(limits)};
    return general_table_make(&s->table, limits.table_bytes);
}

static position root(const general_board *b, uint64_t own, uint64_t other, uint64_t mask) {
    return (position){own, other, mask, general_threats(b, own, mask), general_threats(b, other, mask)};
}

static void nothing_yet(general_outlook *found) {
    *found = (general_outlook){.depth = 0};
    for (int i = 0; i < 2 * MOST_COLUMNS; i++) found->value[i] = NO_VALUE;
}

/* Columns by what the last iteration found, the best first; by the weight of the cell before there was one. */
static void order_columns(const search *s, const position *p, const general_outlook *last, int *order) {
    uint64_t landing = general_landing(s->board, p->mask);
    int worth[MOST_COLUMNS];
    for (int c = 0; c < s->board->width; c++) {
        uint64_t cell = landing & s->board->columns[c];
        worth[c] = !cell ? NO_VALUE : last->depth ? last->value[c] : s->board->weight[general_index(cell)];
        int at = c;
        for (; at > 0 && worth[order[at - 1]] < worth[c]; at--) order[at] = order[at - 1];
        order[at] = c;
    }
}

bool general_look(const general_board *b, uint64_t own, uint64_t other, uint64_t mask, general_limits limits,
                  general_outlook *found) {
    search s;
    position p = root(b, own, other, mask);
    uint64_t landing = general_landing(b, mask);
    nothing_yet(found);
    if (!begin(&s, b, limits)) return false;
    int left = general_count(b->open & ~mask), most = limits.depth < left ? limits.depth : left, order[MOST_COLUMNS];
    for (int depth = 1; depth <= most && !s.budget.spent; depth++) {
        general_outlook next;
        int best = -WON;
        order_columns(&s, &p, found, order);
        nothing_yet(&next);
        for (int i = 0; i < b->width && !s.budget.spent; i++) {
            uint64_t cell = landing & b->columns[order[i]];
            int alpha = best - limits.margin - 1;
            if (!cell) continue;
            next.value[order[i]] = root_value(&s, &p, cell, depth - 1, alpha < -WON ? -WON : alpha, WON);
            if (next.value[order[i]] > best) best = next.value[order[i]];
        }
        if (s.budget.spent) break;
        next.depth = depth;
        *found = next;
        if (best > SURE || best < -SURE) break;
    }
    found->nodes = s.budget.nodes;
    free(s.table.entries);
    return true;
}

bool general_exact(const general_board *b, uint64_t own, uint64_t other, uint64_t mask, general_limits limits,
                   general_outlook *found) {
    search s;
    position p = root(b, own, other, mask);
    uint64_t landing = general_landing(b, mask);
    int order[MOST_COLUMNS];
    nothing_yet(found);
    if (!begin(&s, b, limits)) return false;
    order_columns(&s, &p, found, order);
    for (int i = 0; i < b->width && !s.budget.spent; i++) {
        uint64_t cell = landing & b->columns[order[i]];
        if (!cell) continue;
        int value = root_value(&s, &p, cell, TO_THE_END, -1, 1);
        if (!s.budget.spent) found->value[order[i]] = (value > 0) - (value < 0);
    }
    found->depth = s.budget.spent ? 0 : TO_THE_END;
    found->nodes = s.budget.nodes;
    free(s.table.entries);
    return true;
}
