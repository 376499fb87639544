/* Where everything is wired: Arduino Uno and Nano (ATmega328P, 16 MHz).

   A0 disc sensor   A1 magazine sensor   A2 slider open   A3 slider closed   A4 emergency stop   A5 chute at home
   D8 chute         D9 gate              D10 lower gate   D11 slider

   Inputs are pulled up. A switch closes to ground; the emergency stop is closed until it is pressed. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

#include "../src/board.h"

enum { ALL_INPUTS = (1 << INPUTS) - 1, SERVO_PINS = (1 << SERVOS) - 1 };

static inline void pins_start(void) {
    PORTC |= ALL_INPUTS;
    DDRB |= SERVO_PINS;
}

/* 1 where a switch says yes. */
static inline uint8_t pins_read(void) {
    return (~PINC & ALL_INPUTS) ^ IN_ESTOP;
}

#endif
