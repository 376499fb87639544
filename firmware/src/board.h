/* What stands under the core: the microcontroller's pins, timers and memory (avr/), or a host that imitates them
   (host/). The core calls these and nothing else. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { CHUTE, GATE, LOWER, SLIDER, SERVOS, NO_SERVO = SERVOS } servo;

/* Bits of the inputs, as STATUS tells them; 1 means true once the wiring's sense is taken out. */
enum {
    IN_DISC = 1,
    IN_MAGAZINE = 2,
    IN_OPEN = 4,
    IN_CLOSED = 8,
    IN_ESTOP = 16,
    IN_HOME = 32,
    INPUTS = 6
};

typedef enum { POWER, RESET, BROWNOUT, WATCHDOG } cause;

/* Send a servo pulses of so many microseconds from its next turn on; 0 ends them. */
void board_pulse(servo which, uint16_t pulse_us);

/* Send `length` bytes to the host, all or, where there is no room, none: then false. */
bool board_send(const char *bytes, uint8_t length);

uint8_t board_memory_read(uint16_t address);

/* Begin to write one byte; only while `board_memory_ready`. */
void board_memory_write(uint16_t address, uint8_t byte);
bool board_memory_ready(void);

#endif
