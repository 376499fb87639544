/* The opening book: the exact score of a position and a column that keeps it. The bytes are those of the files, whose
 * form book_form.py tells; nothing is copied.
 */
#ifndef QUADROW_BOOK_H
#define QUADROW_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"

/* All positions of one ply that need a search, or, with no values, none. */
typedef struct {
    const uint8_t *values;
    uint64_t seed, third;
} book_ply;

typedef struct {
    book_ply ply[CELLS + 1];
    int plies;          /* no ply after this one has positions */
} book;

/* Use the bytes of a file, which must outlive the book; false when they cannot be one. */
bool book_open(book_ply *p, const uint8_t *bytes, size_t size);

/* What is said of the key of a position with so many discs, which must be one that needs a search and that a game leads
 * to: of others anything is said. The column is that of the position whose key it is. */
bool book_find(const book *b, uint64_t key, int discs, int *score, int *column);

#endif
