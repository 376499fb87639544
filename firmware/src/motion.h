/* The sequences home, aim, drop and slider; one at a time, step by step, never waiting. */
#ifndef MOTION_H
#define MOTION_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "faults.h"

typedef enum { HOME, AIM, DROP, SLIDE } verb;
typedef enum { NEW, HOMED, MOVING, JOGGING } state;

enum { NO_COLUMN = 255 };

/* What became of the last action; `number` 0 is none. `ended` FAULT_NONE with `running` false is DONE. */
typedef struct {
    uint32_t number;
    bool running;
    fault ended;
    uint16_t passed, took_ms;
} action;

void motion_start(void);

/* Ask for a motion. `detail`: the column, or whether the slider opens. FAULT_NONE: it has begun. What is refused is
   spent like any other action, but for BUSY and OLD. */
fault motion_ask(verb what, uint32_t number, uint8_t detail);

fault motion_jog(servo which, uint16_t pulse_us);

/* End everything: pulses off, not homed. `why` becomes the end of the action under way. */
void motion_stop(fault why);

/* A millisecond has passed. True when the action under way has ended in it. */
bool motion_tick(void);

/* What stopped everything without being asked since the last call: OVERTIME or FAULT_NONE. */
fault motion_halted(void);

state motion_state(void);
uint8_t motion_column(void);
const action *motion_last(void);

#endif
