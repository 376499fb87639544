#include "perft.h"

#include <stdlib.h>

#include "board.h"

uint64_t perft(uint64_t mover, uint64_t mask, int depth) {
    if (depth == 0) return 1;
    if (has_line(mover ^ mask)) return 0;
    uint64_t count = 0;
    for (uint64_t moves = landing_cells(mask); moves; moves &= moves - 1)
        count += perft(mover ^ mask, mask | (moves & -moves), depth - 1);
    return count;
}

typedef struct {
    uint64_t mover, mask;
} position;

static int compare(const void *left, const void *right) {
    const position *a = left, *b = right;
    uint64_t x = a->mover + a->mask, y = b->mover + b->mask;
    return (x > y) - (x < y);
}

static size_t sort_unique(position *list, size_t n) {
    size_t kept = 0;
    qsort(list, n, sizeof *list, compare);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || compare(&list[kept - 1], &list[i]) != 0) list[kept++] = list[i];
    return kept;
}

/* Replace `*list` by the distinct positions one ply later; their number, or -1 without memory. */
static int64_t next_ply(position **list, size_t n) {
    size_t found = 0;
    position *next = malloc((n * WIDTH + 1) * sizeof *next);
    if (!next) return -1;
    for (size_t i = 0; i < n; i++) {
        position p = (*list)[i];
        if (has_line(p.mover ^ p.mask)) continue;
        for (uint64_t moves = landing_cells(p.mask); moves; moves &= moves - 1)
            next[found++] = (position){p.mover ^ p.mask, p.mask | (moves & -moves)};
    }
    free(*list);
    *list = next;
    return (int64_t)sort_unique(next, found);
}

int64_t distinct_positions(int depth) {
    int64_t n = 1;
    position *list = calloc(1, sizeof *list);
    if (!list) return -1;
    for (int ply = 0; ply < depth && n >= 0; ply++) n = next_ply(&list, (size_t)n);
    free(list);
    return n;
}
