/* The shortest and the longest pulse of each servo, in microseconds. They are compiled in: no line can widen them.
   To build a controller for a machine with narrower ones: make CHUTE="700 1900" (see the Makefile). */
#ifndef LIMITS_H
#define LIMITS_H

#ifndef CHUTE_SHORTEST
#define CHUTE_SHORTEST 600
#define CHUTE_LONGEST 2100
#endif
#ifndef GATE_SHORTEST
#define GATE_SHORTEST 900
#define GATE_LONGEST 1700
#endif
#ifndef LOWER_SHORTEST
#define LOWER_SHORTEST 900
#define LOWER_LONGEST 1700
#endif
#ifndef SLIDER_SHORTEST
#define SLIDER_SHORTEST 900
#define SLIDER_LONGEST 2100
#endif

enum { ELECTRICAL_SHORTEST = 500, ELECTRICAL_LONGEST = 2500 };

#define WITHIN(shortest, longest) \
    (ELECTRICAL_SHORTEST <= (shortest) && (shortest) < (longest) && (longest) <= ELECTRICAL_LONGEST)
_Static_assert(WITHIN(CHUTE_SHORTEST, CHUTE_LONGEST), "the chute's limits are no limits of a servo");
_Static_assert(WITHIN(GATE_SHORTEST, GATE_LONGEST), "the gate's limits are no limits of a servo");
_Static_assert(WITHIN(LOWER_SHORTEST, LOWER_LONGEST), "the lower gate's limits are no limits of a servo");
_Static_assert(WITHIN(SLIDER_SHORTEST, SLIDER_LONGEST), "the slider's limits are no limits of a servo");

#endif
