/* A board for the tests: pins, memory and line of a controller whose core runs in this process. */
#include <string.h>

#include "../src/core.h"

enum { MEMORY = 1024, OUTPUT = 1 << 16, LOG = 1 << 16 };

static uint8_t memory[MEMORY], inputs_now;
static char output[OUTPUT];
static uint32_t output_length, logged, now_ms;
static struct { uint32_t at_ms; uint8_t which; uint16_t pulse_us; } pulses[LOG];
static uint16_t held[SERVOS];

void board_pulse(servo which, uint16_t pulse_us) {
    if (held[which] == pulse_us) return;
    held[which] = pulse_us;
    if (logged < LOG) {
        pulses[logged].at_ms = now_ms;
        pulses[logged].which = (uint8_t)which;
        pulses[logged++].pulse_us = pulse_us;
    }
}

bool board_send(const char *bytes, uint8_t length) {
    if (output_length + length > OUTPUT) return false;
    memcpy(output + output_length, bytes, length);
    output_length += length;
    return true;
}

uint8_t board_memory_read(uint16_t address) { return memory[address]; }
void board_memory_write(uint16_t address, uint8_t byte) { memory[address] = byte; }
bool board_memory_ready(void) { return true; }

/* ---- what the tests do ------------------------------------------------------------------------------------------ */

void host_memory_write(uint16_t address, uint8_t byte) { memory[address] = byte; }

void host_start(int why, uint32_t boots, uint8_t inputs) {
    memset(held, 0, sizeof held);
    inputs_now = inputs;
    core_start((cause)why, boots, inputs);
}

void host_inputs(uint8_t inputs) { inputs_now = inputs; }

void host_take(const char *bytes, uint32_t length) {
    while (length--) core_byte(*bytes++);
}

void host_run(uint32_t ms) {
    while (ms--) {
        now_ms++;
        core_tick(inputs_now);
    }
}

/* Copy what was sent since the last call; returns the length. */
uint32_t host_sent(char *into) {
    const uint32_t length = output_length;
    memcpy(into, output, length);
    output_length = 0;
    return length;
}

/* How many pulses were set since the last call, the ends of pulses too; `into` takes (ms, servo, us) of each. */
uint32_t host_pulses(uint32_t *into) {
    const uint32_t count = logged;
    for (uint32_t i = 0; i < count; i++) {
        *into++ = pulses[i].at_ms;
        *into++ = pulses[i].which;
        *into++ = pulses[i].pulse_us;
    }
    logged = 0;
    return count;
}

uint16_t host_held(int which) { return held[which]; }
