/* The opening book: the exact score of a position and a column that keeps it, to be found by key. The bytes are those of
 * the files, whose form book.py tells; nothing is copied.
 */
#ifndef QUADROW_BOOK_H
#define QUADROW_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"

/* The positions of one ply. */
typedef struct {
    const uint8_t *index, *records, *end;
    size_t blocks;
} book_ply;

typedef struct {
    book_ply ply[CELLS + 1];
    int plies;          /* no record has more discs */
} book;

/* Use the bytes of a file, which must outlive the book; false when they cannot be one. */
bool book_open(book_ply *p, const uint8_t *bytes, size_t size);

/* Find a key of a position with so many discs. The column is that of the position whose key it is. */
bool book_find(const book *b, uint64_t key, int discs, int *score, int *column);

#endif
