/* Exact search of classic four in a row. No global state: each `searcher` owns its table.
 *
 * Score, for the side to move: +n it wins with its n-th last disc, 0 draw, -n it loses so. An immediate win
 * with `left` empty cells is (left + 1) / 2.
 */
#ifndef QUADROW_SEARCH_H
#define QUADROW_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "book.h"

/* Nobody wins before the fourth disc of its 21. */
enum { MOST_THREADS = 64, BEST_SCORE = 18 };

typedef struct searcher searcher;

typedef struct {
    uint64_t nodes;     /* end after so many nodes; 0: no limit */
    int64_t time_us;    /* end after so many microseconds; negative: no limit */
    int lower, upper;   /* enough to know that the score is <= lower or >= upper */
    bool column;        /* go on until a column is known to reach `lower` */
    int threads;        /* 1 to MOST_THREADS; more than one join in once a search has become long */
} search_limits;

/* Who is asked, about every 50 ms of a search, whether it may go on; it hears what was spent so far. */
typedef struct {
    bool (*may_go_on)(void *context, uint64_t nodes, int64_t took_us);
    void *context;
} search_listener;

typedef struct {
    int lower, upper;   /* proven bounds; equal when the score is exact */
    int column;         /* reaches `lower`; NO_MOVE where that is not known */
    uint64_t nodes;
    int64_t took_us;
} search_result;

/* A table of at most `table_bytes` (at least 4 KiB are taken); NULL when there is no memory. */
searcher *searcher_new(size_t table_bytes);
void searcher_free(searcher *s);

/* Look positions up before they are searched; what the book is read from must outlive the searcher. */
void searcher_use_book(searcher *s, const book *b);

/* Forget all that earlier searches found. */
void searcher_clear(searcher *s);

/* May be called from any thread: a search that runs, or is about to, ends soon with the bounds it has.
 * Holds until it is lifted. */
void searcher_abort(searcher *s);
void searcher_lift_abort(searcher *s);
bool searcher_aborted(const searcher *s);

/* The score of a position, finished or not; the bitboards must be one (`is_position`). Not to be called twice
 * at a time on one searcher. What the listener is asked, and when, changes no node of the search. With one thread
 * the nodes depend on nothing but the position and what the table holds; with more they vary, the answer does not. */
search_result searcher_solve(searcher *s, uint64_t mover, uint64_t mask, search_limits limits,
                             search_listener listener);

#endif
