/* The serial line: 38400 baud, received and sent by interrupts. */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>

void wire_start(void);
bool wire_has(void);
char wire_take(void);
bool wire_overrun(void);   /* true once after bytes were lost */

#endif
