#include "general_table.h"

/* Two sides who may also push a disc of their own out of the bottom row, so that positions can come again.
 *
 * A third occurrence of a position draws; so, in the search, does the second one on the way down: what could be won
 * there could be won before. A value that rests on such a draw holds on this way only and is not kept in the table,
 * unless it is a win or a loss: a forced win never comes back to where it was. */

enum { DEEPEST = 128, NOWHERE = 1000 };

typedef struct {
    const general_board *board;
    general_table table;
    general_budget budget;
    const uint64_t *past;
    int past_count;
    uint64_t way[DEEPEST];   /* the keys of the positions on the way down */
    int returns_to;          /* the highest place on the way that the last value found rests on; NOWHERE: none */
} search;

typedef struct {
    uint64_t own, other, mask;
} position;

typedef struct {
    position child;
    int number, worth;
} option;

static uint64_t without_bottom(uint64_t discs, uint64_t column) {
    return (discs & ~column) | ((discs & column) >> 1 & column);
}

static position dropped(const position *p, uint64_t cell) {
    return (position){p->other, p->own | cell, p->mask | cell};
}

static position popped(const position *p, uint64_t column) {
    return (position){without_bottom(p->other, column), without_bottom(p->own, column),
                      without_bottom(p->mask, column)};
}

/* How a move that leads to `p` ends the game, for who made it; false where it goes on. */
static bool ends(const general_board *b, const position *p, bool by_pop, int ply, int *value) {
    bool mine = general_has_line(b, p->other), theirs = by_pop && general_has_line(b, p->own);
    *value = !mine ? -(WON - ply) : theirs && b->double_draws ? 0 : WON - ply;
    return mine || theirs;
}

static bool is_pop(const general_board *b, int number) { return number >= b->width; }

/* Make the move of that number (drops by column, then pops); false where there is none. */
static bool make(const general_board *b, const position *p, int number, position *child) {
    uint64_t column = b->columns[number % b->width], cell = general_landing(b, p->mask) & column;
    if (is_pop(b, number)) {
        if (!(p->own & column & b->bottoms)) return false;
        *child = popped(p, column);
        return true;
    }
    if (cell) *child = dropped(p, cell);
    return cell != 0;
}

static int estimate(const general_board *b, const position *p) {
    int threats = general_count(general_threats(b, p->own, p->mask)) - general_count(general_threats(b, p->other, p->mask));
    int bottom = general_count(p->own & b->bottoms) - general_count(p->other & b->bottoms);
    return 2 * (general_weight(b, p->own) - general_weight(b, p->other)) + 24 * threats + 4 * bottom;
}

static int occurrences(const search *s, uint64_t key, int ply) {
    int count = 0;
    for (int i = (s->past_count + ply) % 2; i < s->past_count; i += 2) count += s->past[i] == key;
    return count;
}

/* The place of the same position, with the same side to move, on the way down to `ply`. */
static int place_of(const search *s, uint64_t key, int ply) {
    for (int at = ply - 2; at >= 0; at -= 2)
        if (s->way[at] == key) return at;
    return NOWHERE;
}

static int value_of(search *s, const position *p, int depth, int ply, int alpha, int beta);

static int value_after(search *s, const position *child, int number, int depth, int ply, int alpha, int beta) {
    int value;
    s->returns_to = NOWHERE;
    if (ends(s->board, child, is_pop(s->board, number), ply, &value)) return value;
    return -value_of(s, child, depth, ply, -beta, -alpha);
}

static int options(const search *s, const position *p, int first, option *found) {
    uint64_t blocks = general_threats(s->board, p->other, p->mask);
    int count = 0;
    for (int number = 0; number < 2 * s->board->width; number++) {
        option next = {.number = number};
        if (!make(s->board, p, number, &next.child)) continue;
        uint64_t cell = is_pop(s->board, number) ? 0 : next.child.mask & ~p->mask;
        next.worth = number == first ? 1 << 20 : cell & blocks ? 1 << 10 : 0;
        if (cell) next.worth += 8 + s->board->weight[general_index(cell)];
        int at = count++;
        for (; at > 0 && found[at - 1].worth < next.worth; at--) found[at] = found[at - 1];
        found[at] = next;
    }
    return count;
}

static int value_of(search *s, const position *p, int depth, int ply, int alpha, int beta) {
    uint64_t key = p->own + p->mask;
    int best = -WON, first = -1, from = alpha, returns_to = place_of(s, key, ply);
    if (!general_spend(&s->budget)) return 0;
    s->returns_to = returns_to;
    if (returns_to != NOWHERE || occurrences(s, key, ply) >= 2) return 0;
    if (general_threats(s->board, p->own, p->mask) & general_landing(s->board, p->mask)) return WON - ply - 1;
    if (depth <= 0 || ply + 1 >= DEEPEST) return estimate(s->board, p);
    const general_entry *known = general_find(&s->table, key);
    if (known) {
        int value = general_moved(known->value, ply);
        bool sure = known->depth >= depth || value > SURE || value < -SURE;
        if (sure && known->bound & LOWER && value >= beta) return value;
        if (sure && known->bound & UPPER && value <= alpha) return value;
        if (sure && known->bound == EXACT) return value;
        first = known->move;
    }
    option next[2 * MOST_COLUMNS];
    int count = options(s, p, first, next);
    s->way[ply] = key;
    if (!count) best = 0;
    for (int i = 0; i < count && best < beta; i++) {
        int value = value_after(s, &next[i].child, next[i].number, depth - 1, ply + 1, alpha, beta);
        if (s->budget.spent) return 0;
        if (value > best) best = value, first = next[i].number;
        if (s->returns_to < returns_to) returns_to = s->returns_to;
        if (best > alpha) alpha = best;
    }
    s->returns_to = returns_to >= ply ? NOWHERE : returns_to;
    if (s->returns_to == NOWHERE || best > SURE || best < -SURE)
        general_keep(&s->table, key, best, ply, depth, best >= beta ? LOWER : best <= from ? UPPER : EXACT, first);
    return best;
}

static void look_once(search *s, const position *p, int depth, int margin, const int *order, general_outlook *next) {
    int best = -WON;
    for (int i = 0; i < 2 * s->board->width && !s->budget.spent; i++) {
        position child;
        int alpha = best - margin - 1;
        if (!make(s->board, p, order[i], &child)) continue;
        int value = value_after(s, &child, order[i], depth - 1, 1, alpha < -WON ? -WON : alpha, WON);
        next->value[order[i]] = value;
        if (value > best) best = value;
    }
}

static int best_of(const general_outlook *o) {
    int best = -WON;
    for (int i = 0; i < 2 * MOST_COLUMNS; i++)
        if (o->value[i] > best) best = o->value[i];
    return best;
}

bool general_look_pops(const general_board *b, uint64_t own, uint64_t other, uint64_t mask, general_limits limits,
                       const uint64_t *past, int past_count, general_outlook *found) {
    search s = {.board = b, .budget = general_budget_of(limits), .past = past, .past_count = past_count};
    position p = {own, other, mask};
    general_outlook none = {.depth = 0};
    int order[2 * MOST_COLUMNS];
    for (int i = 0; i < 2 * MOST_COLUMNS; i++) none.value[i] = NO_VALUE, order[i] = i;
    *found = none;
    if (!general_table_make(&s.table, limits.table_bytes)) return false;
    s.way[0] = own + mask;
    for (int depth = 1; depth <= limits.depth && depth < DEEPEST; depth++) {
        general_outlook next = none;
        look_once(&s, &p, depth, limits.margin, order, &next);
        if (s.budget.spent) break;
        next.depth = depth;
        *found = next;
        if (best_of(&next) > SURE || best_of(&next) < -SURE) break;
        for (int i = 1; i < 2 * b->width; i++)
            for (int at = i; at > 0 && next.value[order[at - 1]] < next.value[order[at]]; at--) {
                int swapped = order[at];
                order[at] = order[at - 1], order[at - 1] = swapped;
            }
    }
    found->nodes = s.budget.nodes;
    free(s.table.entries);
    return true;
}
