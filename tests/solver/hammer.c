/* Throws random boards, positions and limits at the general search; to be built with sanitizers.

     hammer ROUNDS SEED     says how many searches were made; ends with 1 at the first wrong answer

   A round is a game at random on a random board, searched at every position with limits down to one node. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../robot/solver/general.h"

static uint64_t state;

static int below(int n) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((state >> 33) % (uint64_t)n);
}

static int height;

static uint64_t cell(int column, int row) { return UINT64_C(1) << (column * (height + 1) + row); }

/* Lines of k cells of any board, over the seam where it is a ring; those through closed cells are left out. */
static void find_lines(general_board *b, int k, int ring) {
    static const int across[] = {1, 0, 1, 1}, up[] = {0, 1, 1, -1};
    b->line_count = 0;
    for (int start = 0; start < b->width * height * 4; start++) {
        int way = start % 4, column = start / 4 % b->width, row = start / 4 / b->width;
        uint64_t line = 0;
        for (int i = 0; i < k; i++) {
            int c = column + across[way] * i, r = row + up[way] * i;
            if (ring) c %= b->width;
            if (c < b->width && r >= 0 && r < height) line |= cell(c, r);
        }
        if (general_count(line) == k && !(line & ~b->open)) b->lines[b->line_count++] = line;
    }
}

static uint64_t random_board(general_board *b) {
    uint64_t stones = 0;
    b->width = 3 + below(7);
    do height = 3 + below(7);
    while (b->width * (height + 1) > 63);
    b->open = 0;
    for (int c = 0; c < b->width; c++) {
        b->columns[c] = 0;
        for (int r = 0; r < height; r++) b->columns[c] |= cell(c, r);
        if (!below(5)) stones |= cell(c, 0);
        b->open |= b->columns[c];
    }
    b->open &= ~stones;
    b->misere = !below(3), b->double_draws = below(2);
    find_lines(b, 3 + below(2), b->width > 4 && below(2));
    general_prepare(b);
    return stones;
}

static void check(int holds, const char *what, int round) {
    if (holds) return;
    printf("round %d: %s\n", round, what);
    exit(1);
}

/* A move has a value or, where the nodes were spent, none has; what is no move never has one. */
static void check_values(const general_board *b, const general_outlook *found, uint64_t landing, uint64_t own, int pops,
                         general_limits limits, int round) {
    for (int i = 0; i < 2 * b->width; i++) {
        uint64_t column = b->columns[i % b->width];
        int is_move = i < b->width ? (landing & column) != 0 : pops && (own & column & b->bottoms) != 0;
        check(is_move || found->value[i] == NO_VALUE, "a value for what is no move", round);
        check(!is_move || !found->depth || found->value[i] != NO_VALUE, "no value for a move", round);
    }
    check(found->nodes <= limits.nodes, "more nodes than allowed", round);
}

static int searches;

static void play(general_board *b, uint64_t stones, int sides, int pops, int round) {
    uint64_t discs[SEATS] = {0}, mask = stones, past[512];
    for (int turn = 0; turn < 80; turn++) {
        int seats[] = {turn % sides, (turn + 1) % sides, (turn + 2) % sides};
        uint64_t own = discs[seats[0]], other = discs[seats[1]], landing = general_landing(b, mask);
        general_limits limits = {.depth = 1 + below(12), .nodes = (uint64_t)below(400)};
        limits.margin = below(2) ? 0 : below(30);
        limits.table_bytes = (size_t)below(1 << 16);
        general_outlook found;
        if (!landing) return;
        if (sides == 3) general_look_three(b, discs, mask, seats, limits, &found);
        else if (pops) check(general_look_pops(b, own, other, mask, limits, past, turn, &found), "no memory", round);
        else if (below(2)) check(general_exact(b, own, other, mask, limits, &found), "no memory", round);
        else check(general_look(b, own, other, mask, limits, &found), "no memory", round);
        check_values(b, &found, landing, own, pops, limits, round);
        searches++;
        past[turn] = own + mask;
        int column = below(b->width);
        while (!(landing & b->columns[column])) column = (column + 1) % b->width;
        if (pops && own & b->columns[column] & b->bottoms && below(2)) {
            for (int each = 0; each < sides; each++)
                discs[each] = (discs[each] & ~b->columns[column]) | ((discs[each] & b->columns[column]) >> 1 & b->columns[column]);
            mask = discs[0] | discs[1];
        } else {
            discs[seats[0]] |= landing & b->columns[column];
            mask |= landing & b->columns[column];
        }
        for (int each = 0; each < sides; each++)
            if (general_has_line(b, discs[each])) return;
    }
}

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 100;
    state = count > 2 ? strtoull(words[2], NULL, 10) : 1;
    for (int round = 0; round < rounds; round++) {
        static general_board b;
        uint64_t stones = random_board(&b);
        int kind = below(4);
        if (kind == 1 && stones) kind = 0;
        if (kind == 1) b.misere = false;
        play(&b, stones, kind == 2 ? 3 : 2, kind == 1, round);
    }
    printf("%d searches\n", searches);
    return 0;
}
