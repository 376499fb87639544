/* Numbers and words in lines. Readers take a whole word or nothing: no sign, no leading zero, no overflow. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "kept.h"

bool read_decimal(const char *word, uint32_t most, uint32_t *number);
bool read_hexadecimal(const char *word, uint32_t *number);   /* exactly eight capital digits */

/* Write and return the place behind what was written; nothing is ended with a zero. */
char *write_decimal(char *at, uint32_t number);
char *write_hexadecimal(char *at, uint32_t number);
char *write_word(char *at, const KEPT char *word);

#endif
