/* Pulses for four servos, one after the other, every 20 ms. */
#ifndef SERVOS_H
#define SERVOS_H

void servos_start(void);

#endif
