/* Where the parts stand and how long they take: a table of named numbers, kept twice in the EEPROM. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

typedef enum {
    COLUMN_A,
    PARK = COLUMN_A + 7,
    HOLD,
    FEED,
    SHUT,
    PASS,
    CLOSED,
    OPENED,
    SETTLE,
    FEEDING,
    SENSE,
    CLEAR,
    TRAVEL,
    GATES,
    SENSORS,
    INVERT,
    SETTINGS,
    NO_SETTING = SETTINGS
} setting;

enum { COLUMNS = 7, HAS_MAGAZINE = 1, HAS_HOME = 2 };

/* Load the newer sound copy; when there is none, take the first values and say so by `settings_sound`. */
void settings_load(void);

/* False: what is in memory has not been read from a sound copy, and not been saved since. */
bool settings_sound(void);

setting settings_find(const char *name);
uint16_t settings_get(setting which);
bool settings_valid(setting which);     /* the value lies within its bounds: first values may not, of narrower limits */
bool settings_all_valid(void);
bool settings_set(setting which, uint32_t value);   /* false: outside its bounds */
uint32_t settings_check(void);          /* of the values in memory */
uint32_t settings_check_saved(void);    /* of the sound copy in the EEPROM; 0 without one */

/* Begin to save; `settings_tick` writes a byte when it can and is true once the last one stands. */
void settings_save(void);
bool settings_saving(void);
bool settings_tick(void);

uint16_t limit_shortest(servo which);
uint16_t limit_longest(servo which);
servo servo_find(const char *name);

#endif
