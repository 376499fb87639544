/* A search of a fixed number of plies with a rule of thumb at its end: what the levels play by. */
#ifndef QUADROW_LOOKAHEAD_H
#define QUADROW_LOOKAHEAD_H

#include <stdint.h>

#include "board.h"

/* A value of WIN_VALUE - n or -(WIN_VALUE - n) is a win or loss in n plies; anything nearer to 0 is an estimate. */
enum { WIN_VALUE = 1000, NO_VALUE = -2000 };

typedef struct {
    int value[WIDTH];   /* for the side to move; NO_VALUE: the column is full */
    int depth;          /* plies that were looked at in full; 0: the node limit was too small for one */
    uint64_t nodes;
} outlook;

/* Deepen ply by ply up to `depth` while `nodes` last; the position must be one and not over. */
outlook look_ahead(uint64_t mover, uint64_t mask, int depth, uint64_t nodes);

#endif
