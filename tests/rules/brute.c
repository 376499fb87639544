/* Brute force over the rules: counts games and solves small boards, sharing no code with the program.

     brute perft W H K FLAGS DEPTH [CELL...]    sequences of exactly 1 to DEPTH moves; CELL is row * W + column,
                                                an obstacle that stands on the floor or on another one
     brute value W H K FLAGS                    the value for the first player, then that of each first move

   FLAGS: - none, c cylinder, m misere, p pops, 3 three players.
   Values: + wins, = draw (with pops: nobody can force an end), - loses.
   A cell is bit row * W + column. The mover's line is looked for first, after a pop the others' lines too. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Set;

static int W, H, K, cylinder, misere, pops, players = 2;
static Set lines[512];
static int line_count;
static Set blocked;

static Set cell(int column, int row) { return (Set)1 << (row * W + column); }

static void find_lines(void)
{
    static const int across[] = {1, 0, 1, 1}, up[] = {0, 1, 1, -1};
    for (int column = 0; column < W; column++)
        for (int row = 0; row < H; row++)
            for (int way = 0; way < 4; way++) {
                Set line = 0;
                int length = 0;
                for (int i = 0; i < K; i++) {
                    int c = column + across[way] * i, r = row + up[way] * i;
                    if (cylinder) c %= W;
                    if (c < W && r >= 0 && r < H && !(line & cell(c, r))) {
                        line |= cell(c, r);
                        length++;
                    }
                }
                if (length == K) lines[line_count++] = line;
            }
}

static int has_line(Set discs)
{
    for (int i = 0; i < line_count; i++)
        if ((discs & lines[i]) == lines[i]) return 1;
    return 0;
}

/* ---- counting ---- */

static Set discs[3];

static Set taken(void) { return discs[0] | discs[1] | discs[2] | blocked; }

static int anybody_has_line(void)
{
    for (int player = 0; player < players; player++)
        if (has_line(discs[player])) return 1;
    return 0;
}

static uint64_t perft(int ply, int depth);

static uint64_t go_on(int ply, int depth)
{
    if (depth == 1) return 1;
    return anybody_has_line() ? 0 : perft(ply + 1, depth - 1);
}

static void pop(int column)
{
    for (int player = 0; player < players; player++)
        for (int row = 0; row < H; row++) {
            discs[player] &= ~cell(column, row);
            if (row + 1 < H && discs[player] & cell(column, row + 1)) discs[player] |= cell(column, row);
        }
}

static uint64_t perft(int ply, int depth)
{
    int player = ply % players;
    uint64_t count = 0;
    for (int column = 0; column < W; column++) {
        int row = 0;
        while (row < H && taken() & cell(column, row)) row++;
        if (row < H) {
            discs[player] |= cell(column, row);
            count += go_on(ply, depth);
            discs[player] &= ~cell(column, row);
        }
        if (pops && discs[player] & cell(column, 0)) {
            Set before[3];
            memcpy(before, discs, sizeof before);
            pop(column);
            count += go_on(ply, depth);
            memcpy(discs, before, sizeof before);
        }
    }
    return count;
}

/* ---- solving without pops: alpha-beta over win, draw, loss with a table ---- */

#define SLOTS ((size_t)1 << 24)

static uint64_t *table; /* position << 4 | (lower bound + 1) << 2 | upper bound + 1 */
static int order[16];

static uint64_t key_of(Set own, Set other)
{
    uint64_t key = 0;
    for (int column = 0; column < W; column++) {
        uint64_t stack = 1; /* a leading 1, then the discs from the bottom */
        for (int row = 0; row < H && (own | other) & cell(column, row); row++)
            stack = stack << 1 | !!(own & cell(column, row));
        key = key << (H + 1) | stack;
    }
    return key;
}

static int solve(Set own, Set other, int alpha, int beta)
{
    Set all = own | other, after[16];
    int moves = 0;
    for (int i = 0; i < W; i++) {
        int row = 0;
        while (row < H && all & cell(order[i], row)) row++;
        if (row == H) continue;
        Set next = own | cell(order[i], row);
        if (!has_line(next)) after[moves++] = next;
        else if (!misere) return 1;
    }
    int drops = (int)(W * H - __builtin_popcountll(all));
    if (!drops) return 0;
    uint64_t key = key_of(own, other), *slot = &table[key * 0x9E3779B97F4A7C15u >> 40 & (SLOTS - 1)];
    int lower = -1, upper = 1;
    if (*slot >> 4 == key) lower = (int)(*slot >> 2 & 3) - 1, upper = (int)(*slot & 3) - 1;
    if (lower >= beta || lower == upper) return lower;
    if (upper <= alpha) return upper;
    if (lower > alpha) alpha = lower;
    if (upper < beta) beta = upper;
    int best = -1, from = alpha; /* moves that make a line lose in misere, so that -1 stands without any other */
    for (int i = 0; i < moves && best < beta; i++) {
        int value = -solve(other, after[i], -beta, -alpha);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
    }
    if (best > from) lower = best;
    if (best < beta) upper = best;
    *slot = key << 4 | (uint64_t)(lower + 1) << 2 | (uint64_t)(upper + 1);
    return best;
}

static int value_of_first(int column)
{
    Set disc = cell(column, 0);
    return has_line(disc) ? (misere ? -1 : 1) : -solve(0, disc, -1, 1);
}

/* ---- solving with pops: values are passed backwards until nothing changes ---- */

enum { UNKNOWN = 2 };

static int stacks; /* how many contents a column has: a leading 1, then the discs from the bottom */
static int64_t weight[16];
static int8_t *values[2];
static uint8_t *lined;

static int height_of(int stack) { return 31 - __builtin_clz((unsigned)stack); }

static int value_after(int64_t position, int mover)
{
    if (lined[position] >> mover & 1) return 1;
    if (lined[position] >> !mover & 1) return -1;
    int value = values[!mover][position];
    return value == UNKNOWN ? UNKNOWN : -value;
}

static int dropped(const int *stack, int64_t position, int column, int mover)
{
    int s = stack[column];
    return height_of(s) == H ? -2 : value_after(position + (2 * s + mover - s) * weight[column], mover);
}

static int popped(const int *stack, int64_t position, int column, int mover)
{
    int s = stack[column], height = height_of(s);
    if (!height || (s >> (height - 1) & 1) != mover) return -2;
    int without = (s & ((1 << (height - 1)) - 1)) | 1 << (height - 1);
    return value_after(position + (int64_t)(without - s) * weight[column], mover);
}

static int best_of(const int *stack, int64_t position, int mover)
{
    int moves = 0, open = 0;
    for (int column = 0; column < W; column++) {
        int tried[2] = {dropped(stack, position, column, mover), popped(stack, position, column, mover)};
        for (int i = 0; i < 2; i++) {
            if (tried[i] == 1) return 1;
            moves += tried[i] != -2;
            open += tried[i] == UNKNOWN;
        }
    }
    return moves && !open ? -1 : UNKNOWN;
}

static void mark_lines(const int *stack, int64_t position)
{
    Set side[2] = {0, 0};
    for (int column = 0; column < W; column++)
        for (int height = height_of(stack[column]), row = 0; row < height; row++)
            side[stack[column] >> (height - 1 - row) & 1] |= cell(column, row);
    lined[position] = (uint8_t)(has_line(side[0]) | has_line(side[1]) << 1);
}

static void solve_pops(void)
{
    int64_t positions = 1;
    stacks = (1 << (H + 1)) - 1;
    for (int column = 0; column < W; column++, positions *= stacks) weight[column] = positions;
    lined = malloc((size_t)positions);
    for (int mover = 0; mover < 2; mover++) memset(values[mover] = malloc((size_t)positions), UNKNOWN, (size_t)positions);
    for (int sweep = 0, changed = 1; changed; sweep++) {
        int stack[16];
        changed = sweep == 0;
        for (int column = 0; column < W; column++) stack[column] = 1;
        for (int64_t position = 0; position < positions; position++) {
            if (!sweep) mark_lines(stack, position);
            for (int mover = 0; sweep && !lined[position] && mover < 2; mover++)
                if (values[mover][position] == UNKNOWN) {
                    values[mover][position] = (int8_t)best_of(stack, position, mover);
                    changed |= values[mover][position] != UNKNOWN;
                }
            for (int column = 0; column < W && ++stack[column] > stacks; column++) stack[column] = 1;
        }
    }
}

static char sign(int value) { return value == 1 ? '+' : value == -1 ? '-' : '='; }

static void print_values(void)
{
    char firsts[16] = "";
    int best = -1, stack[16];
    for (int i = 0; i < W; i++) stack[i] = 1, order[i] = W / 2 + (i % 2 ? -(i + 1) / 2 : i / 2); /* from the middle */
    if (pops) solve_pops();
    else table = calloc(SLOTS, sizeof *table);
    for (int column = 0; column < W; column++) {
        int value = pops ? dropped(stack, 0, column, 0) : value_of_first(column);
        value = value == UNKNOWN ? 0 : value;
        firsts[column] = sign(value);
        if (value > best) best = value;
    }
    printf("%c %s\n", sign(best), firsts);
}

int main(int count, char **words)
{
    if (count < 6) return fprintf(stderr, "brute perft|value W H K FLAGS [DEPTH [CELL...]]\n"), 2;
    W = atoi(words[2]), H = atoi(words[3]), K = atoi(words[4]);
    cylinder = strchr(words[5], 'c') != 0, misere = strchr(words[5], 'm') != 0, pops = strchr(words[5], 'p') != 0;
    if (strchr(words[5], '3')) players = 3;
    find_lines();
    for (int i = 7; i < count; i++) blocked |= (Set)1 << atoi(words[i]);
    if (!strcmp(words[1], "value")) return print_values(), 0;
    for (int depth = 1; depth <= atoi(words[6]); depth++)
        printf("%llu%c", (unsigned long long)perft(0, depth), depth < atoi(words[6]) ? ' ' : '\n');
    return 0;
}
