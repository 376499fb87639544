#include "wire.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#include "../src/board.h"

#define BAUD 38400   /* what a 16 MHz clock meets to 0.2 %; 115200 would be 2.1 % off */
#include <util/setbaud.h>

enum { ROOM_IN = 128, ROOM_OUT = 256 };     /* both divide 256: the places run over by themselves */

static volatile char in[ROOM_IN], out[ROOM_OUT];
static volatile uint8_t in_first, in_next, out_first, out_next;
static volatile bool overrun;

ISR(USART_RX_vect) {
    const bool bad = UCSR0A & (1 << FE0 | 1 << DOR0);
    const char byte = (char)UDR0;
    const uint8_t next = (uint8_t)(in_next + 1) % ROOM_IN;
    if (bad || next == in_first) {
        overrun = true;
        return;
    }
    in[in_next] = byte;
    in_next = next;
}

/* The byte goes first and the interrupt is switched off afterwards: in this order every simulator goes on too. */
ISR(USART_UDRE_vect) {
    UDR0 = (uint8_t)out[out_first++];
    if (out_first == out_next) UCSR0B &= (uint8_t)~(1 << UDRIE0);
}

void wire_start(void) {
    UBRR0 = UBRR_VALUE;
#if USE_2X
    UCSR0A = 1 << U2X0;
#endif
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

bool wire_has(void) { return in_first != in_next; }

char wire_take(void) {
    const char byte = in[in_first];
    in_first = (uint8_t)(in_first + 1) % ROOM_IN;
    return byte;
}

bool wire_overrun(void) {
    if (!overrun) return false;
    overrun = false;
    return true;
}

bool board_send(const char *bytes, uint8_t length) {
    const uint8_t taken = (uint8_t)(out_next - out_first);
    if (length > ROOM_OUT - 1 - taken) return false;
    uint8_t at = out_next;
    while (length--) out[at++] = *bytes++;
    out_next = at;
    UCSR0B |= 1 << UDRIE0;
    return true;
}
