#include "settings.h"

#include <string.h>

#include "check.h"
#include "kept.h"
#include "limits.h"

static const KEPT uint16_t LIMIT[SERVOS][2] = {{CHUTE_SHORTEST, CHUTE_LONGEST},
                                          {GATE_SHORTEST, GATE_LONGEST},
                                          {LOWER_SHORTEST, LOWER_LONGEST},
                                          {SLIDER_SHORTEST, SLIDER_LONGEST}};
static const KEPT char SERVO[SERVOS][7] = {"CHUTE", "GATE", "LOWER", "SLIDER"};

uint16_t limit_shortest(servo which) { return LIMIT[which][0]; }
uint16_t limit_longest(servo which) { return LIMIT[which][1]; }

servo servo_find(const char *name) {
    uint8_t which = 0;
    while (which < SERVOS && !same(name, SERVO[which])) which++;
    return (servo)which;
}

/* A pulse has its servo's limits; all else has bounds of its own. */
typedef struct {
    char name[8];
    uint8_t of;
    uint16_t least, most, first;
} known;

static const KEPT known KNOWN[SETTINGS] = {
    {"A", CHUTE, 0, 0, 1050},          {"B", CHUTE, 0, 0, 1200},        {"C", CHUTE, 0, 0, 1350},
    {"D", CHUTE, 0, 0, 1500},          {"E", CHUTE, 0, 0, 1650},        {"F", CHUTE, 0, 0, 1800},
    {"G", CHUTE, 0, 0, 1950},          {"PARK", CHUTE, 0, 0, 750},      {"HOLD", GATE, 0, 0, 1000},
    {"FEED", GATE, 0, 0, 1500},        {"SHUT", LOWER, 0, 0, 1000},     {"PASS", LOWER, 0, 0, 1500},
    {"CLOSED", SLIDER, 0, 0, 1000},    {"OPENED", SLIDER, 0, 0, 2000},  {"SETTLE", NO_SERVO, 1, 2000, 450},
    {"FEEDING", NO_SERVO, 1, 1000, 200}, {"SENSE", NO_SERVO, 1, 2000, 600}, {"CLEAR", NO_SERVO, 1, 1500, 350},
    {"TRAVEL", NO_SERVO, 1, 5000, 2000}, {"GATES", NO_SERVO, 1, 2, 1},    {"SENSORS", NO_SERVO, 0, 3, 1},
    {"INVERT", NO_SERVO, 0, 63, 0}};

/* A copy in the EEPROM: version, generation, values, check. */
enum { VERSION = 1, COPIES = 2 };

typedef struct {
    uint16_t version, generation, values[SETTINGS];
    uint32_t check;
} copy;

static uint16_t values[SETTINGS];
static bool sound;
static copy saved;                      /* what stands in the EEPROM, or is being written there */
static uint8_t newer, written = sizeof(copy);

static bool within(setting which, uint32_t value) {
    const KEPT known *one = &KNOWN[which];
    const uint16_t least = one->of == NO_SERVO ? one->least : LIMIT[one->of][0];
    const uint16_t most = one->of == NO_SERVO ? one->most : LIMIT[one->of][1];
    if (which == INVERT && value & IN_ESTOP) return false;   /* an emergency stop that closes fails with its wire */
    return least <= value && value <= most;
}

static uint32_t check_of(const copy *one) {
    return check_end(check_bytes(CHECK_BEGIN, one, sizeof(copy) - sizeof one->check));
}

static bool read_copy(uint8_t which, copy *one) {
    uint8_t *byte = (uint8_t *)one;
    for (uint16_t i = 0; i < sizeof(copy); i++) byte[i] = board_memory_read((uint16_t)(which * sizeof(copy) + i));
    if (one->version != VERSION || one->check != check_of(one)) return false;
    for (uint8_t i = 0; i < SETTINGS; i++)
        if (!within((setting)i, one->values[i])) return false;
    return true;
}

void settings_load(void) {
    written = sizeof(copy);
    saved.generation = 0;
    newer = 1;
    sound = false;
    for (uint8_t i = 0; i < SETTINGS; i++) values[i] = KNOWN[i].first;
    for (uint8_t which = 0; which < COPIES; which++) {
        copy one;
        if (!read_copy(which, &one) || (sound && (int16_t)(one.generation - saved.generation) < 0)) continue;
        saved = one;
        newer = which;
        sound = true;
    }
    if (sound) memcpy(values, saved.values, sizeof values);
}

bool settings_sound(void) { return sound; }

setting settings_find(const char *name) {
    uint8_t which = 0;
    while (which < SETTINGS && !same(name, KNOWN[which].name)) which++;
    return (setting)which;
}

uint16_t settings_get(setting which) { return values[which]; }

bool settings_valid(setting which) { return within(which, values[which]); }

bool settings_all_valid(void) {
    uint8_t which = 0;
    while (which < SETTINGS && settings_valid((setting)which)) which++;
    return which == SETTINGS;
}

bool settings_set(setting which, uint32_t value) {
    if (!within(which, value)) return false;
    values[which] = (uint16_t)value;
    return true;
}

static uint32_t check_of_values(const uint16_t *of) {
    uint32_t check = CHECK_BEGIN;
    for (uint8_t i = 0; i < SETTINGS; i++) check = check_byte(check_byte(check, (uint8_t)of[i]), (uint8_t)(of[i] >> 8));
    return check_end(check);
}

uint32_t settings_check(void) { return check_of_values(values); }

uint32_t settings_check_saved(void) {
    copy one;
    return sound && !settings_saving() && read_copy(newer, &one) ? check_of_values(one.values) : 0;
}

void settings_save(void) {
    saved.version = VERSION;
    saved.generation++;
    memcpy(saved.values, values, sizeof values);
    saved.check = check_of(&saved);
    newer ^= 1;
    written = 0;
}

bool settings_saving(void) { return written < sizeof(copy); }

bool settings_tick(void) {
    if (!settings_saving() || !board_memory_ready()) return false;
    const uint8_t byte = ((const uint8_t *)&saved)[written];
    board_memory_write((uint16_t)(newer * sizeof(copy) + written), byte);
    if (++written < sizeof(copy)) return false;
    sound = true;
    return true;
}
