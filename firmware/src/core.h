/* The controller: bytes and inputs in, answers and pulses out. No waiting anywhere. */
#ifndef CORE_H
#define CORE_H

#include <stdint.h>

#include "board.h"

#define FIRMWARE "0.1.0"

/* `boots` counts the starts, `raw` are the inputs as they are wired: 1 where a switch means "yes". */
void core_start(cause why, uint32_t boots, uint8_t raw);

void core_byte(char byte);

/* The board has lost received bytes before the next one. */
void core_overrun(void);

/* Call every millisecond. */
void core_tick(uint8_t raw);

#endif
