#include "book.h"

#include <string.h>

static const uint8_t head[8] = {'q', 'u', 'a', 'd', 'r', 'o', 'w', 2};

enum { KEY_BYTES = 8, OFFSET_BYTES = 4, INDEX_BYTES = KEY_BYTES + OFFSET_BYTES };
enum { SCORE_BITS = 6, COLUMN_BITS = 3, SCORE_BIAS = 22 };

static uint64_t little(const uint8_t *at, int bytes) {
    uint64_t value = 0;
    while (bytes--) value = value << 8 | at[bytes];
    return value;
}

static uint64_t first_key(const book_ply *p, size_t block) { return little(p->index + block * INDEX_BYTES, KEY_BYTES); }

static size_t offset(const book_ply *p, size_t block) {
    return little(p->index + block * INDEX_BYTES + KEY_BYTES, OFFSET_BYTES);
}

bool book_open(book_ply *p, const uint8_t *bytes, size_t size) {
    if (size < sizeof head + OFFSET_BYTES || memcmp(bytes, head, sizeof head)) return false;
    p->blocks = little(bytes + sizeof head, OFFSET_BYTES);
    p->index = bytes + sizeof head + OFFSET_BYTES;
    p->end = bytes + size;
    if (p->blocks > (size_t)(p->end - p->index) / INDEX_BYTES) return false;
    p->records = p->index + p->blocks * INDEX_BYTES;
    for (size_t i = 0; i < p->blocks; i++)
        if (offset(p, i) > (size_t)(p->end - p->records)) return false;
    return true;
}

/* Read a number of seven bits a byte, the lowest first, the last byte below 128. */
static bool next_number(const uint8_t **at, const uint8_t *end, uint64_t *number) {
    *number = 0;
    for (int shift = 0; *at < end && shift < 64; shift += 7) {
        uint8_t byte = *(*at)++;
        *number |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

/* The last block that begins with `key` or before. */
static bool block_of(const book_ply *p, uint64_t key, size_t *block) {
    size_t low = 0, high = p->blocks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (first_key(p, middle) <= key) low = middle + 1;
        else high = middle;
    }
    *block = low - 1;
    return low > 0;
}

bool book_find(const book *b, uint64_t key, int discs, int *score, int *column) {
    const book_ply *p = &b->ply[discs];
    size_t block;
    if (!block_of(p, key, &block)) return false;
    const uint8_t *at = p->records + offset(p, block);
    const uint8_t *end = block + 1 < p->blocks ? p->records + offset(p, block + 1) : p->end;
    uint64_t found = first_key(p, block), number;
    while (next_number(&at, end, &number)) {
        found += number >> (SCORE_BITS + COLUMN_BITS);
        if (found < key) continue;
        *column = (int)(number >> SCORE_BITS & ((1 << COLUMN_BITS) - 1));
        *score = (int)(number & ((1 << SCORE_BITS) - 1)) - SCORE_BIAS;
        return found == key;
    }
    return false;
}
