/* The controller on an ATmega328P: start, then bytes and milliseconds into the core for ever. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "../src/core.h"
#include "pins.h"
#include "servos.h"
#include "wire.h"

enum { BOOTS_AT = E2END - 3 };      /* where the starts are counted, behind the settings */

static volatile uint8_t ticks;
static uint8_t reset_flags __attribute__((section(".noinit")));

/* After a watchdog's reset the watchdog runs on: switch it off before anything else, and keep the reset's cause. */
void keep_cause(void) __attribute__((naked, used, section(".init3")));
void keep_cause(void) {
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

static cause started_by(void) {
    if (reset_flags & 1 << WDRF) return WATCHDOG;
    if (reset_flags & 1 << PORF) return POWER;
    return reset_flags & 1 << BORF ? BROWNOUT : RESET;
}

static uint32_t count_start(void) {
    uint32_t boots = eeprom_read_dword((const uint32_t *)BOOTS_AT) + 1;
    eeprom_update_dword((uint32_t *)BOOTS_AT, boots);
    return boots;
}

uint8_t board_memory_read(uint16_t address) { return eeprom_read_byte((const uint8_t *)address); }
void board_memory_write(uint16_t address, uint8_t byte) { eeprom_update_byte((uint8_t *)address, byte); }
bool board_memory_ready(void) { return eeprom_is_ready(); }

ISR(TIMER0_COMPA_vect) { ticks++; }

static void clock_start(void) {
    TCCR0A = 1 << WGM01;
    TCCR0B = 1 << CS01 | 1 << CS00;
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = 1 << OCIE0A;
}

static void sleep_until_something(void) {
    cli();
    if (!ticks && !wire_has()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

static bool take_tick(void) {
    cli();
    const bool some = ticks > 0;
    if (some) ticks--;
    sei();
    return some;
}

int main(void) {
    pins_start();
    const uint32_t boots = count_start();
    wire_start();
    clock_start();
    servos_start();
    core_start(started_by(), boots, pins_read());
    wdt_enable(WDTO_250MS);
    sei();
    for (;;) {
        wdt_reset();
        if (wire_overrun()) core_overrun();
        while (wire_has()) core_byte(wire_take());
        while (take_tick()) core_tick(pins_read());
        sleep_until_something();
    }
}
