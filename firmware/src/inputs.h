/* What the robot feels, once contacts have stopped bouncing: looked at every millisecond. */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stdint.h>

void inputs_start(uint8_t raw);

/* Take a look; true when a switch has changed (the beam alone is none). */
bool inputs_tick(uint8_t raw);

uint8_t inputs(void);
bool inputs_have(uint8_t bit);

/* Discs that have passed the beam since the start. */
uint16_t inputs_discs(void);

#endif
