/* Lines: bytes become a line whose check is right, or are told to be damaged; answers and events become bytes. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "faults.h"
#include "kept.h"

enum { LINE_BYTES = 79, LINE_ARGS = 3 };

/* A sound line, cut into words; they live until the next byte is taken. */
typedef struct {
    uint16_t number;
    const char *word, *args[LINE_ARGS];
    uint8_t count;          /* of args; more than LINE_ARGS when there were more */
    bool of_session;        /* false: its check is that of no session */
} line;

typedef enum { NOTHING, LINE, DAMAGED } taken;

void line_start(void);

/* Take the next byte. LINE: `*sound` is set; DAMAGED: `*why` is CRC, FRAME or LONG. */
taken line_take(char byte, uint32_t session, line *sound, fault *why);

/* A byte was lost before the next one: what is being gathered is no line. */
void line_lost(void);

/* Compose a line. `line_begin` starts it, the others add words after a space, `line_end` adds check and newline and
   returns the whole length. The text stands in the buffer that was given, of LINE_BYTES bytes. */
typedef struct {
    char *start, *at;
} draft;

void line_answer(draft *one, char *buffer, uint16_t number);
void line_event(draft *one, char *buffer, uint16_t number);
void line_word(draft *one, const KEPT char *word);
void line_number(draft *one, uint32_t number);
void line_check(draft *one, uint32_t number);
uint8_t line_end(draft *one, uint32_t session);

#endif
