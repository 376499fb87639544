/* Throws random positions, limits, threads and aborts at the classic search; to be built with sanitizers.

     hammer_classic ROUNDS SEED     says how many searches were made; ends with 1 at the first wrong answer

   A round is a random game, searched at every position down to the last, the finished one too. Where few cells are
   empty the bounds and the column are held against a plain search that tries every move to the end. Bytes that are no
   book are opened as one, too. */

#define _POSIX_C_SOURCE 200112L

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../robot/solver/board.h"
#include "../../robot/solver/book.h"
#include "../../robot/solver/search.h"

enum { PLAIN_UP_TO = 9 };

static uint64_t state;

static int below(int n) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((state >> 33) % (uint64_t)n);
}

static void check(bool holds, const char *what, uint64_t mover, uint64_t mask) {
    if (holds) return;
    printf("%s: mover %llx mask %llx\n", what, (unsigned long long)mover, (unsigned long long)mask);
    exit(1);
}

/* The score by trying everything. */
static int plain(uint64_t mover, uint64_t mask) {
    int left = CELLS - count_bits(mask), best = -CELLS;
    if (has_line(mover ^ mask)) return -((left + 2) / 2);
    if (!left) return 0;
    for (uint64_t moves = landing_cells(mask); moves; moves &= moves - 1) {
        int value = -plain(mover ^ mask, mask | (moves & -moves));
        if (value > best) best = value;
    }
    return best;
}

static bool go_on(void *context, uint64_t nodes, int64_t took_us) {
    (void)context, (void)nodes, (void)took_us;
    return true;
}

static search_limits random_limits(void) {
    search_limits limits = {.time_us = -1, .lower = -22, .upper = 22, .threads = below(4) ? 1 : 1 + below(3)};
    limits.nodes = below(10) ? (uint64_t)1 + (uint64_t)below(1 << (1 + below(11))) : 120000;
    if (!below(3)) limits.time_us = below(1000);
    if (!below(4)) limits.lower = below(20) - 10, limits.upper = limits.lower + 1;
    limits.column = !below(3);
    return limits;
}

static void search_once(searcher *s, uint64_t mover, uint64_t mask) {
    search_limits limits = random_limits();
    search_result found = searcher_solve(s, mover, mask, limits, (search_listener){go_on, NULL});
    check(found.lower <= found.upper, "bounds that cross", mover, mask);
    check(limits.threads > 1 || found.nodes <= limits.nodes, "more nodes than allowed", mover, mask);
    if (CELLS - count_bits(mask) > PLAIN_UP_TO) return;
    int score = plain(mover, mask);
    check(found.lower <= score && score <= found.upper, "bounds without the score", mover, mask);
    if (found.column == NO_MOVE) return;
    uint64_t move = landing_cells(mask) & COLUMN(found.column);
    check(move && !has_line(mover ^ mask), "a column that cannot be played", mover, mask);
    check(-plain(mover ^ mask, mask | move) >= found.lower, "a column without its score", mover, mask);
}

/* Look keys up in bytes that only begin as a book does; the sanitizers see whether others are read. */
static void look_up(void) {
    static const uint8_t head[] = {'q', 'u', 'a', 'd', 'r', 'o', 'w', 3};
    size_t third = (size_t)below(9), size = below(4) ? 16 + (27 * third + 7) / 8 : (size_t)below(60);
    uint8_t *bytes = malloc(size ? size : 1);
    book b = {.plies = 0};
    int score, column;
    if (!bytes) return;
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)below(256);
    for (size_t i = 0; i < size && i < 8; i++) bytes[i] = head[i];
    for (size_t i = 12; i < size && i < 16; i++) bytes[i] = (uint8_t)(below(9) ? third >> 8 * (i - 12) : (size_t)below(256));
    if (book_open(&b.ply[0], bytes, size))
        for (int i = 0; i < 10; i++) book_find(&b, (uint64_t)below(1 << (1 + below(30))), 0, &score, &column);
    free(bytes);
}

/* Search all positions of a random game; how many there were. */
static int play(searcher *s) {
    uint64_t mover = 0, mask = 0;
    int searches = 0;
    for (bool is_over = false; !is_over; searches++) {
        search_once(s, mover, mask);
        is_over = has_line(mover ^ mask) || !landing_cells(mask);
        uint64_t moves = landing_cells(mask), move = 0;
        for (int skip = moves ? below(count_bits(moves)) : 0; skip >= 0; skip--) move = moves & -moves, moves ^= move;
        mover ^= mask, mask |= move;
    }
    return searches;
}

typedef struct {
    searcher *s;
    atomic_bool ended;
} disturbance;

static void *disturb(void *context) {
    disturbance *d = context;
    while (!atomic_load(&d->ended)) {
        searcher_abort(d->s);
        sched_yield();
        searcher_lift_abort(d->s);
        sched_yield();
    }
    return NULL;
}

/* One game with a searcher of its own, sometimes while another thread aborts and lifts all the time. */
static int round_of(void) {
    disturbance d = {.s = searcher_new((size_t)1 << (below(3) ? below(20) : 20))};
    pthread_t thread;
    if (!d.s) return 0;
    for (int i = 0; i < 200; i++) look_up();
    bool is_disturbed = !below(8) && !pthread_create(&thread, NULL, disturb, &d);
    int searches = play(d.s);
    if (!below(2)) searcher_clear(d.s);
    searches += play(d.s);
    atomic_store(&d.ended, true);
    if (is_disturbed) pthread_join(thread, NULL);
    searcher_free(d.s);
    return searches;
}

int main(int argc, char **argv) {
    long searches = 0;
    if (argc != 3) return 2;
    state = strtoull(argv[2], NULL, 10);
    for (int i = atoi(argv[1]); i > 0; i--) searches += round_of();
    printf("%ld searches\n", searches);
    return 0;
}
