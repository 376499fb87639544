/* Constants that stay in the program's memory: a small controller copies all others into its RAM. */
#ifndef KEPT_H
#define KEPT_H

#include <stdbool.h>

#ifdef __AVR__
#define KEPT __flash
#else
#define KEPT
#endif

/* A word of the program's memory. */
#define WORD(text)                                  \
    (__extension__({                                \
        static const KEPT char word_[] = text;      \
        (const KEPT char *)word_;                   \
    }))

static inline bool same(const char *one, const KEPT char *kept) {
    while (*one && *one == *kept) one++, kept++;
    return *one == *kept;
}

#endif
