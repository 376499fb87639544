/* What is known of a position before it is searched. */
#ifndef QUADROW_ROOT_H
#define QUADROW_ROOT_H

#include "book.h"
#include "node.h"

typedef struct {
    node node;          /* without safe moves when the game is over */
    int lower, upper;   /* proven bounds; equal when no search is needed */
    int column;         /* reaches `lower`, or NO_MOVE */
    int book_plies;     /* down to which the book may be asked below it; -1: not at all */
} root;

/* By the rules and the book; the position may be finished. */
root root_of(const book *b, uint64_t mover, uint64_t mask);

#endif
