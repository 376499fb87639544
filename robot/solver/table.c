#define _DEFAULT_SOURCE

#include "table.h"

#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { LEAST_LOG2 = 8, FIRST_LOG2 = 12, MOST_LOG2 = 40 };
enum { HUGE_PAGE = 1 << 21 };

/* Ask for huge pages, where there are some: far fewer misses of the page tables. */
static void prefer_huge_pages(bucket *buckets, size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    uintptr_t begin = ((uintptr_t)buckets + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    uintptr_t end = ((uintptr_t)buckets + bytes) / HUGE_PAGE * HUGE_PAGE;
    if (begin < end) madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#else
    (void)buckets, (void)bytes;
#endif
}

static size_t first_used(const table *t) {
    return t->most < (size_t)1 << FIRST_LOG2 ? t->most : (size_t)1 << FIRST_LOG2;
}

bool table_make(table *t, size_t bytes) {
    int log2 = LEAST_LOG2;
    while (log2 < MOST_LOG2 && sizeof(bucket) << (log2 + 1) <= bytes) log2++;
    t->most = (size_t)1 << log2;
    t->used = first_used(t);
    t->buckets = calloc(t->most, sizeof(bucket));
    if (t->buckets) prefer_huge_pages(t->buckets, t->most * sizeof(bucket));
    return t->buckets != NULL;
}

void table_free(table *t) { free(t->buckets); }

void table_clear(table *t) {
    memset(t->buckets, 0, t->used * sizeof(bucket));
    t->used = first_used(t);
}

/* An entry of bucket i belongs into bucket i or i + `used`, as the next bit of its hash says. */
void table_grow(table *t) {
    for (size_t i = 0; i < t->used; i++) {
        bucket *from = &t->buckets[i], *to = &t->buckets[i + t->used];
        for (int j = 0, free_place = 0; j < 2; j++) {
            uint64_t entry = table_read(from, j);
            if (!(entry >> REST_SHIFT << REST_FROM & t->used)) continue;
            table_write(to, free_place++, entry);
            table_write(from, j, 0);
        }
    }
    t->used *= 2;
}
