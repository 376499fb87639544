#include "motion.h"

#include "inputs.h"
#include "kept.h"
#include "settings.h"

enum { JOG_MS = 1500, LONGEST_MS = 10000, MOST_STEPS = 12 };

/* One step: a servo goes to a setting's pulse, then something is waited for, at most as long as a setting says. */
typedef enum { PAUSE, DISC, PASSING, SLIDER_SHUT, SLIDER_OPEN, AT_HOME, PROVE_SHUT } wait;

typedef struct {
    uint8_t servo, pulse, wait, limit;
} step;

static const KEPT step SHUTTING[] = {{LOWER, SHUT, PAUSE, NO_SETTING}};
static const KEPT step HOMING[] = {{GATE, HOLD, PAUSE, NO_SETTING},  {SLIDER, CLOSED, PAUSE, FEEDING},
                                   {NO_SERVO, 0, PAUSE, CLEAR},      {CHUTE, PARK, PAUSE, SETTLE},
                                   {NO_SERVO, 0, SLIDER_SHUT, TRAVEL}, {NO_SERVO, 0, AT_HOME, SETTLE}};
static const KEPT step POINTING[] = {{CHUTE, COLUMN_A, PAUSE, SETTLE}};
static const KEPT step FEED_PUSHER[] = {{NO_SERVO, 0, PROVE_SHUT, NO_SETTING},
                                   {GATE, FEED, PAUSE, FEEDING},
                                   {GATE, HOLD, PAUSE, FEEDING}};
static const KEPT step FEED_GATES[] = {{NO_SERVO, 0, PROVE_SHUT, NO_SETTING},
                                       {LOWER, PASS, PAUSE, FEEDING}, {LOWER, SHUT, PAUSE, FEEDING}};
static const KEPT step RECEIVING[] = {{NO_SERVO, 0, DISC, SENSE},
                                 {NO_SERVO, 0, PASSING, CLEAR},
                                 {CHUTE, PARK, PAUSE, SETTLE}};
static const KEPT step OPENING[] = {{SLIDER, OPENED, SLIDER_OPEN, TRAVEL}};
static const KEPT step CLOSING[] = {{SLIDER, CLOSED, SLIDER_SHUT, TRAVEL}};

static step steps[MOST_STEPS];
static uint8_t count, current, aimed, column;
static bool entered, homed;
static uint16_t in_step_ms, jog_ms, on_ms[SERVOS], held_us[SERVOS];
static uint16_t discs_before, discs_told;
static verb doing;
static action last;
static fault halted;

/* How long a servo is driven counts from the last time that it was sent elsewhere. */
static void pulse(servo which, uint16_t pulse_us) {
    if (pulse_us != held_us[which] || !pulse_us) on_ms[which] = pulse_us ? 1 : 0;
    held_us[which] = pulse_us;
    board_pulse(which, pulse_us);
}

static void relax(void) {
    for (uint8_t which = 0; which < SERVOS; which++) pulse((servo)which, 0);
}

void motion_start(void) {
    last = (action){0};
    count = current = 0;
    homed = false;
    column = NO_COLUMN;
    jog_ms = 0;
    discs_told = inputs_discs();
    halted = FAULT_NONE;
    relax();
}

static void append(const KEPT step *more, uint8_t number) {
    while (number--) steps[count++] = *more++;
}

#define APPEND(more) append(more, sizeof(more) / sizeof(step))

static void plan(verb what, uint8_t detail) {
    const bool two_gates = settings_get(GATES) == 2;
    count = current = 0;
    entered = false;
    switch (what) {
    case HOME:
        if (two_gates) APPEND(SHUTTING);
        APPEND(HOMING);
        break;
    case AIM: APPEND(POINTING); break;
    case DROP:
        APPEND(POINTING);
        APPEND(FEED_PUSHER);
        if (two_gates) APPEND(FEED_GATES);
        APPEND(RECEIVING);
        break;
    case SLIDE:
        if (detail) APPEND(OPENING);
        else APPEND(CLOSING);
    }
}

static bool slider_is(uint8_t end) { return (inputs() & (IN_OPEN | IN_CLOSED)) == end; }

/* Discs that fell while nothing was asked for; told once. */
static bool uncounted(void) {
    const bool some = inputs_discs() != discs_told;
    discs_told = inputs_discs();
    return some;
}

static fault refusal(verb what, uint8_t detail) {
    if ((what == AIM || what == DROP) && detail >= COLUMNS) return FAULT_RANGE;
    if (inputs_have(IN_ESTOP)) return FAULT_ESTOP;
    if (!settings_sound()) return FAULT_SETTINGS;
    if (what == HOME) return FAULT_NONE;
    if (!homed) return FAULT_NOTHOMED;
    if (what == DROP && !slider_is(IN_CLOSED)) return FAULT_INTERLOCK;
    if (what == DROP && inputs_have(IN_DISC)) return FAULT_BEAM;
    if (what == DROP && uncounted()) return FAULT_COUNT;
    return FAULT_NONE;
}

fault motion_ask(verb what, uint32_t number, uint8_t detail) {
    if (number < last.number) return FAULT_OLD;
    if (last.running || settings_saving()) return FAULT_BUSY;
    const fault why = refusal(what, detail);
    if (why == FAULT_ESTOP) homed = false;
    last = (action){number, why == FAULT_NONE, why, 0, 0};
    if (why != FAULT_NONE) return why;
    jog_ms = 0;
    doing = what;
    aimed = detail;
    discs_before = discs_told;
    if (what == HOME) homed = false;
    column = NO_COLUMN;
    plan(what, detail);
    return FAULT_NONE;
}

fault motion_jog(servo which, uint16_t pulse_us) {
    if (last.running || settings_saving()) return FAULT_BUSY;
    if (pulse_us < limit_shortest(which) || pulse_us > limit_longest(which)) return FAULT_RANGE;
    if (inputs_have(IN_ESTOP)) return FAULT_ESTOP;
    if ((which == GATE || which == LOWER) && inputs_have(IN_OPEN)) return FAULT_INTERLOCK;
    homed = false;
    column = NO_COLUMN;
    jog_ms = JOG_MS;
    pulse(which, pulse_us);
    return FAULT_NONE;
}

/* The action under way has ended. */
static void end(fault why) {
    relax();
    last.running = false;
    last.ended = why;
    last.passed = inputs_discs() - discs_before;
    discs_told = inputs_discs();
    count = current = 0;
}

void motion_stop(fault why) {
    if (last.running) end(why);
    else relax();
    homed = false;
    column = NO_COLUMN;
    jog_ms = 0;
}

/* Whether what a step waits for is there; `*why` is how the action ends when it does not come in time. */
static bool arrived(const step *now, fault *why) {
    *why = FAULT_NONE;
    switch (now->wait) {
    case DISC: return inputs_discs() != discs_before;
    case PASSING: return inputs_discs() == discs_before;
    case SLIDER_SHUT: *why = FAULT_NOSWITCH; return slider_is(IN_CLOSED);
    case SLIDER_OPEN: *why = FAULT_NOSWITCH; return slider_is(IN_OPEN);
    case AT_HOME: *why = FAULT_NOHOME; return !(settings_get(SENSORS) & HAS_HOME) || inputs_have(IN_HOME);
    case PROVE_SHUT: *why = FAULT_INTERLOCK; return slider_is(IN_CLOSED);
    default: return false;
    }
}

/* How the action ends whose last step is done. */
static fault judged(void) {
    const uint16_t passed = inputs_discs() - discs_before;
    if (doing == HOME) homed = true;
    if (doing == AIM) column = aimed;
    if (doing != DROP || passed == 1) return FAULT_NONE;
    if (passed > 1) return FAULT_DOUBLE;
    return !(settings_get(SENSORS) & HAS_MAGAZINE) || inputs_have(IN_MAGAZINE) ? FAULT_JAM : FAULT_EMPTY;
}

static setting position(const step *now) { return (setting)(now->pulse == COLUMN_A ? COLUMN_A + aimed : now->pulse); }

/* Go through the steps that are done; true when the action has ended. */
static bool advance(void) {
    while (current < count) {
        const step *now = &steps[current];
        fault why;
        if (!entered) {
            entered = true;
            in_step_ms = 0;
            if (now->servo != NO_SERVO && !settings_valid(position(now))) {
                end(FAULT_RANGE);
                return true;
            }
            if (now->servo != NO_SERVO) pulse((servo)now->servo, settings_get(position(now)));
        }
        const bool over = now->limit == NO_SETTING || in_step_ms >= settings_get((setting)now->limit);
        if (!arrived(now, &why)) {
            if (!over) return false;
            if (why != FAULT_NONE) {
                end(why);
                return true;
            }
        }
        current++;
        entered = false;
    }
    end(judged());
    return true;
}

/* No servo is driven without a break. */
static void heed_time(void) {
    for (uint8_t which = 0; which < SERVOS; which++) {
        if (!on_ms[which] || ++on_ms[which] <= LONGEST_MS) continue;
        halted = FAULT_OVERTIME;
        motion_stop(FAULT_OVERTIME);
    }
}

bool motion_tick(void) {
    const bool running = last.running;
    if (running) {
        in_step_ms++;
        last.took_ms++;
        advance();
    } else if (jog_ms && !--jog_ms) {
        relax();
    }
    heed_time();
    return running && !last.running;
}

fault motion_halted(void) {
    const fault why = halted;
    halted = FAULT_NONE;
    return why;
}

state motion_state(void) { return last.running ? MOVING : jog_ms ? JOGGING : homed ? HOMED : NEW; }
uint8_t motion_column(void) { return column; }
const action *motion_last(void) { return &last; }
