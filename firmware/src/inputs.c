#include "inputs.h"

#include "board.h"
#include "kept.h"

/* How long, in ms, an input must stay as it is before it counts. A disc of 32 mm passes the beam in 20 ms or more; the
   emergency stop is believed almost at once. */
static const KEPT uint8_t STEADY[INPUTS] = {3, 20, 20, 20, 3, 20};

static uint8_t believed, waited[INPUTS];
static uint16_t discs;

void inputs_start(uint8_t raw) {
    believed = raw;
    discs = 0;
    for (uint8_t i = 0; i < INPUTS; i++) waited[i] = 0;
}

bool inputs_tick(uint8_t raw) {
    const uint8_t before = believed;
    for (uint8_t i = 0; i < INPUTS; i++) {
        const uint8_t bit = (uint8_t)(1 << i);
        if (!((raw ^ believed) & bit)) {
            waited[i] = 0;
        } else if (++waited[i] >= STEADY[i]) {
            waited[i] = 0;
            believed ^= bit;
        }
    }
    if (before & ~believed & IN_DISC) discs++;
    return ((before ^ believed) & ~IN_DISC) != 0;
}

uint8_t inputs(void) { return believed; }
bool inputs_have(uint8_t bit) { return (believed & bit) != 0; }
uint16_t inputs_discs(void) { return discs; }
