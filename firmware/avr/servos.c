/* Timer 1 counts half microseconds. A servo's turn lasts 5 ms: its pin rises at the beginning and falls when its pulse
   is over. The interrupt wakes early and waits for the very tick, so that other interrupts do not show in the pulse. */
#include "servos.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#include "../src/kept.h"
#include "pins.h"

enum { TICKS_PER_US = 2, TURN = 5000 * TICKS_PER_US, EARLY = 24 * TICKS_PER_US };

static volatile uint16_t wanted[SERVOS];    /* ticks; 0: no pulse */
static uint16_t due;                        /* the tick that the interrupt waits for */
static uint16_t left;                       /* ticks of the turn after the pin has fallen */
static uint8_t turn;
static uint8_t high;                        /* the pin that is up, as a bit; 0: none */

static void wake_for(uint16_t tick) {
    due = tick;
    OCR1A = tick - EARLY;
}

static void next_turn(void) {
    turn = (turn + 1) % SERVOS;
    wake_for(due + left);
}

/* What the pins shall be is known before the tick that is waited for: both edges come equally late behind it. */
ISR(TIMER1_COMPA_vect) {
    static const KEPT uint8_t PIN[SERVOS] = {1 << PB0, 1 << PB1, 1 << PB2, 1 << PB3};
    const uint16_t pulse = wanted[turn], tick = due;
    if (!high && !pulse) {
        left = TURN;
        next_turn();
        return;
    }
    const uint8_t rises = high ? 0 : PIN[turn], pins = (PORTB & (uint8_t)~SERVO_PINS) | rises;
    while ((int16_t)(TCNT1 - tick) < 0) continue;
    PORTB = pins;
    high = rises;
    if (rises) {
        left = TURN - pulse;
        wake_for(tick + pulse);
    } else {
        next_turn();
    }
}

void servos_start(void) {
    TCCR1A = 0;
    TCCR1B = 1 << CS11;
    wake_for(TCNT1 + TURN);
    TIFR1 = 1 << OCF1A;
    TIMSK1 = 1 << OCIE1A;
}

/* A pulse under way is not cut short: half a pulse would send the servo elsewhere. */
void board_pulse(servo which, uint16_t pulse_us) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) wanted[which] = pulse_us * TICKS_PER_US;
}
