#include "core.h"

#include "inputs.h"
#include "kept.h"
#include "line.h"
#include "motion.h"
#include "settings.h"
#include "text.h"

enum { SPOKEN = 1, SILENCE_MS = 1000 };

static uint32_t session, boots;
static cause started_by;
static uint16_t last_number, event_number, silent_ms, damaged, lost;
static char stored[LINE_BYTES];     /* the last answer, for repeats */
static uint8_t stored_length;
static bool was_stopped;            /* the emergency stop was pressed when last looked at */

static void send(const char *bytes, uint8_t length) {
    if (!board_send(bytes, length)) lost++;
}

/* ---- events -------------------------------------------------------------------------------------------------- */

static char event_text[LINE_BYTES];

static draft event(const KEPT char *word) {
    draft one;
    line_event(&one, event_text, event_number++);
    line_word(&one, word);
    return one;
}

static void tell(draft *one) { send(event_text, line_end(one, session)); }

static void tell_number(const KEPT char *word, uint32_t number) {
    draft one = event(word);
    line_number(&one, number);
    tell(&one);
}

static void tell_fault(const KEPT char *word, fault why) {
    draft one = event(word);
    line_word(&one, FAULT_WORD[why]);
    tell(&one);
}

static void add_start(draft *one) {
    static const KEPT char CAUSE[][9] = {"POWER", "RESET", "BROWNOUT", "WATCHDOG"};
    line_number(one, SPOKEN);
    line_word(one, WORD(FIRMWARE));
    line_number(one, boots);
    line_word(one, CAUSE[started_by]);
}

static void add_passed(draft *answer, const action *last) {
    line_number(answer, last->passed);
    line_number(answer, last->took_ms);
}

static void tell_end(void) {
    const action *last = motion_last();
    draft one = event(last->ended == FAULT_NONE ? WORD("DONE") : WORD("FAIL"));
    line_number(&one, last->number);
    if (last->ended != FAULT_NONE) line_word(&one, FAULT_WORD[last->ended]);
    add_passed(&one, last);
    tell(&one);
}

static void end_all(fault why) {
    const bool ends = motion_state() == MOVING;
    motion_stop(why);
    if (ends) tell_end();
}

/* Stop without being asked. */
static void halt(fault why) {
    end_all(why);
    tell_fault(WORD("HALT"), why);
}

/* ---- commands ------------------------------------------------------------------------------------------------- */

/* A command adds to its answer after OK and returns FAULT_NONE, or returns why it is refused. */
typedef fault command(const line *said, draft *answer);

static fault hello(const line *said, draft *answer) {
    uint32_t spoken, wanted;
    if (!read_decimal(said->args[0], UINT32_MAX, &spoken)) return FAULT_ARG;
    if (spoken != SPOKEN) return FAULT_VERSION;
    if (!read_hexadecimal(said->args[1], &wanted) || wanted == 0) return FAULT_ARG;
    motion_stop(FAULT_STOPPED);
    session = wanted;
    silent_ms = 0;
    line_word(answer, WORD("QUADROW"));
    add_start(answer);
    return FAULT_NONE;
}

static fault ping(const line *said, draft *answer) {
    (void)said, (void)answer;
    return FAULT_NONE;
}

static void add_result(draft *answer, const action *last) {
    const KEPT char *word = FAULT_WORD[last->ended];
    if (!last->number) word = WORD("-");
    else if (last->running) word = WORD("RUNNING");
    else if (last->ended == FAULT_NONE) word = WORD("DONE");
    line_word(answer, word);
}

static fault status(const line *said, draft *answer) {
    static const KEPT char STATE[][7] = {"NEW", "HOMED", "MOVING", "JOG"};
    const action *last = motion_last();
    (void)said;
    line_word(answer, STATE[motion_state()]);
    if (motion_column() == NO_COLUMN) line_word(answer, WORD("-"));
    else line_number(answer, motion_column());
    line_number(answer, inputs());
    line_number(answer, inputs_discs());
    line_number(answer, last->number);
    add_result(answer, last);
    line_number(answer, last->passed);
    line_number(answer, damaged);
    line_number(answer, lost);
    return FAULT_NONE;
}

static fault ask(verb what, const char *number, uint8_t detail, draft *answer) {
    uint32_t wanted;
    if (!read_decimal(number, UINT32_MAX, &wanted) || wanted == 0) return FAULT_ARG;
    if (wanted == motion_last()->number) {
        add_result(answer, motion_last());
        add_passed(answer, motion_last());
        return FAULT_NONE;
    }
    return motion_ask(what, wanted, detail);
}

static fault home(const line *said, draft *answer) { return ask(HOME, said->args[0], 0, answer); }

static fault to_column(verb what, const line *said, draft *answer) {
    uint32_t column;
    if (!read_decimal(said->args[1], UINT32_MAX, &column)) return FAULT_ARG;
    return ask(what, said->args[0], column < COLUMNS ? (uint8_t)column : NO_COLUMN, answer);
}

static fault aim(const line *said, draft *answer) { return to_column(AIM, said, answer); }
static fault drop(const line *said, draft *answer) { return to_column(DROP, said, answer); }

static fault slide(const line *said, draft *answer) {
    const bool open = same(said->args[1], WORD("OPEN"));
    if (!open && !same(said->args[1], WORD("CLOSE"))) return FAULT_ARG;
    return ask(SLIDE, said->args[0], open, answer);
}

static fault stop(const line *said, draft *answer) {
    (void)said, (void)answer;
    end_all(FAULT_STOPPED);
    return FAULT_NONE;
}

static fault jog(const line *said, draft *answer) {
    uint32_t pulse;
    const servo which = servo_find(said->args[0]);
    (void)answer;
    if (which == NO_SERVO || !read_decimal(said->args[1], UINT32_MAX, &pulse)) return FAULT_ARG;
    return pulse > UINT16_MAX ? FAULT_RANGE : motion_jog(which, (uint16_t)pulse);
}

static fault limits(const line *said, draft *answer) {
    const servo which = servo_find(said->args[0]);
    if (which == NO_SERVO) return FAULT_ARG;
    line_number(answer, limit_shortest(which));
    line_number(answer, limit_longest(which));
    return FAULT_NONE;
}

static fault get(const line *said, draft *answer) {
    const setting which = settings_find(said->args[0]);
    if (which != NO_SETTING) line_number(answer, settings_get(which));
    else if (same(said->args[0], WORD("CHECK"))) line_check(answer, settings_check());
    else if (same(said->args[0], WORD("SAVED"))) line_check(answer, settings_check_saved());
    else return FAULT_ARG;
    return FAULT_NONE;
}

static fault set(const line *said, draft *answer) {
    uint32_t value;
    const setting which = settings_find(said->args[0]);
    (void)answer;
    if (which == NO_SETTING || !read_decimal(said->args[1], UINT32_MAX, &value)) return FAULT_ARG;
    if (motion_state() == MOVING || settings_saving()) return FAULT_BUSY;
    return settings_set(which, value) ? FAULT_NONE : FAULT_RANGE;
}

static fault save(const line *said, draft *answer) {
    (void)said, (void)answer;
    if (motion_state() == MOVING || settings_saving()) return FAULT_BUSY;
    if (!settings_all_valid()) return FAULT_RANGE;
    settings_save();
    return FAULT_NONE;
}

typedef struct {
    char word[7];
    uint8_t count;
    command *run;
} entry;

static const KEPT entry COMMANDS[] = {{"HELLO", 2, hello},  {"PING", 0, ping},     {"STATUS", 0, status}, {"HOME", 1, home}, {"AIM", 2, aim},
                {"DROP", 2, drop},    {"SLIDER", 2, slide},  {"STOP", 0, stop},     {"JOG", 2, jog},   {"LIMITS", 1, limits},
                {"GET", 1, get},      {"SET", 2, set},       {"SAVE", 0, save}};

enum { HOW_MANY = sizeof COMMANDS / sizeof COMMANDS[0] };

static fault run(const line *said, draft *answer) {
    for (const KEPT entry *one = COMMANDS; one < COMMANDS + HOW_MANY; one++)
        if (same(said->word, one->word)) return said->count == one->count ? one->run(said, answer) : FAULT_ARG;
    return FAULT_CMD;
}

/* ---- lines ---------------------------------------------------------------------------------------------------- */

static void refuse(draft *answer, uint16_t number, fault why) {
    line_answer(answer, stored, number);
    line_word(answer, WORD("ERR"));
    line_word(answer, FAULT_WORD[why]);
}

/* Answer a line that stands outside of the order; it is not stored. */
static void answer_aside(const line *said, fault why) {
    char text[LINE_BYTES];
    draft answer;
    line_answer(&answer, text, said->number);
    if (why != FAULT_NONE) line_word(&answer, WORD("ERR"));
    line_word(&answer, why == FAULT_NONE ? WORD("OK") : FAULT_WORD[why]);
    send(text, line_end(&answer, said->of_session ? session : 0));
}

static void obey(const line *said) {
    draft answer;
    line_answer(&answer, stored, said->number);
    line_word(&answer, WORD("OK"));
    const fault why = run(said, &answer);
    if (why != FAULT_NONE) refuse(&answer, said->number, why);
    stored_length = line_end(&answer, said->of_session || why == FAULT_NONE ? session : 0);
    last_number = said->number;
    send(stored, stored_length);
}

static void repeat_or(const line *said, bool next) {
    if (said->number == last_number && stored_length) send(stored, stored_length);
    else if (next) obey(said);
    else answer_aside(said, same(said->word, WORD("STOP")) ? FAULT_NONE : FAULT_SEQ);
}

/* Outside of the session there is only HELLO; one for the session that runs is a repeat. */
static void take_outside(const line *said) {
    uint32_t wanted;
    if (!same(said->word, WORD("HELLO"))) answer_aside(said, FAULT_HELLO);
    else if (session && read_hexadecimal(said->args[1], &wanted) && wanted == session) repeat_or(said, false);
    else obey(said);
}

static void take(const line *said) {
    if (!said->of_session) {
        take_outside(said);
        return;
    }
    silent_ms = 0;
    if (same(said->word, WORD("STOP"))) end_all(FAULT_STOPPED);
    repeat_or(said, said->number == (uint16_t)(last_number + 1));
}

void core_byte(char byte) {
    line said;
    fault why = FAULT_NONE;
    const taken what = line_take(byte, session, &said, &why);
    if (what == LINE) take(&said);
    if (what == DAMAGED) {
        damaged++;
        tell_fault(WORD("ERR"), why);
    }
}

void core_overrun(void) {
    lost++;
    line_lost();
}

/* ---- time ------------------------------------------------------------------------------------------------------ */

void core_start(cause why, uint32_t starts, uint8_t raw) {
    session = 0;
    started_by = why;
    boots = starts;
    last_number = event_number = silent_ms = damaged = lost = 0;
    stored_length = 0;
    line_start();
    settings_load();
    inputs_start(raw ^ (uint8_t)settings_get(INVERT));
    was_stopped = inputs_have(IN_ESTOP);
    motion_start();
    draft one = event(WORD("BOOT"));
    add_start(&one);
    tell(&one);
}

static void heed_inputs(uint8_t raw) {
    const uint16_t discs = inputs_discs();
    const bool changed = inputs_tick(raw ^ (uint8_t)settings_get(INVERT));
    if (inputs_have(IN_ESTOP) && !was_stopped) halt(FAULT_ESTOP);
    was_stopped = inputs_have(IN_ESTOP);
    if (inputs_discs() != discs) tell_number(WORD("DISC"), inputs_discs());
    if (changed) tell_number(WORD("INPUT"), inputs());
}

static void heed_silence(void) {
    if (!session || ++silent_ms < SILENCE_MS) return;
    halt(FAULT_LOST);
    session = 0;
}

void core_tick(uint8_t raw) {
    heed_inputs(raw);
    if (motion_tick()) tell_end();
    const fault why = motion_halted();
    if (why != FAULT_NONE) tell_fault(WORD("HALT"), why);
    heed_silence();
    if (settings_tick()) {
        draft one = event(WORD("SAVED"));
        line_check(&one, settings_check());
        tell(&one);
    }
}
