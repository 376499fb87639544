#include "line.h"

#include "check.h"
#include "text.h"

enum { CHECK_DIGITS = 8 };

static char gathered[LINE_BYTES];
static uint8_t length;
static bool too_long, spoilt;

void line_start(void) {
    length = 0;
    too_long = spoilt = false;
}

void line_lost(void) { spoilt = true; }

/* The check of what is gathered up to the star, in a session. */
static uint32_t check_of(const char *text, uint8_t count, uint32_t session) {
    char digits[CHECK_DIGITS];
    write_hexadecimal(digits, session);
    return check_end(check_bytes(check_bytes(CHECK_BEGIN, digits, CHECK_DIGITS), text, count));
}

/* Cut at single spaces; false when a word is missing, or a byte is none that can be printed. */
static bool cut(char *text, const char *end, line *sound) {
    char *words[2 + LINE_ARGS], *start = text;
    uint8_t count = 0;
    for (char *at = text; at <= end; at++) {
        if (at < end && *at != ' ') {
            if (*at < '!' || *at > '~') return false;
            continue;
        }
        if (at == start) return false;
        *at = '\0';
        if (count < 2 + LINE_ARGS) words[count] = start;
        count++;
        start = at + 1;
    }
    uint32_t number;
    if (count < 2 || !read_decimal(words[0], UINT16_MAX, &number)) return false;
    sound->number = (uint16_t)number;
    sound->word = words[1];
    sound->count = (uint8_t)(count - 2);
    for (uint8_t i = 0; i < LINE_ARGS; i++) sound->args[i] = i < sound->count ? words[2 + i] : "";
    return true;
}

static taken read_line(uint32_t session, line *sound, fault *why) {
    uint32_t told;
    *why = FAULT_FRAME;
    if (length && gathered[length - 1] == '\r') length--;
    if (length < CHECK_DIGITS + 2 || gathered[length - CHECK_DIGITS - 1] != '*') return DAMAGED;
    gathered[length] = '\0';
    if (!read_hexadecimal(gathered + length - CHECK_DIGITS, &told)) return DAMAGED;
    const uint8_t text = (uint8_t)(length - CHECK_DIGITS - 1);
    sound->of_session = session && told == check_of(gathered, text, session);
    if (!sound->of_session && told != check_of(gathered, text, 0)) {
        *why = FAULT_CRC;
        return DAMAGED;
    }
    return cut(gathered, gathered + text, sound) ? LINE : DAMAGED;
}

taken line_take(char byte, uint32_t session, line *sound, fault *why) {
    if (byte != '\n') {
        if (length < LINE_BYTES - 1) gathered[length++] = byte;
        else too_long = true;
        return NOTHING;
    }
    taken what = NOTHING;
    if (too_long || spoilt) {
        *why = too_long ? FAULT_LONG : FAULT_FRAME;
        what = DAMAGED;
    } else if (length && !(length == 1 && gathered[0] == '\r')) {
        what = read_line(session, sound, why);
    }
    line_start();
    return what;
}

void line_answer(draft *one, char *buffer, uint16_t number) {
    one->start = buffer;
    one->at = write_decimal(buffer, number);
}

void line_event(draft *one, char *buffer, uint16_t number) {
    one->start = buffer;
    *buffer = '!';
    one->at = write_decimal(buffer + 1, number);
}

void line_word(draft *one, const KEPT char *word) {
    *one->at++ = ' ';
    one->at = write_word(one->at, word);
}

void line_number(draft *one, uint32_t number) {
    *one->at++ = ' ';
    one->at = write_decimal(one->at, number);
}

void line_check(draft *one, uint32_t number) {
    *one->at++ = ' ';
    one->at = write_hexadecimal(one->at, number);
}

uint8_t line_end(draft *one, uint32_t session) {
    const uint32_t check = check_of(one->start, (uint8_t)(one->at - one->start), session);
    *one->at++ = '*';
    one->at = write_hexadecimal(one->at, check);
    *one->at++ = '\n';
    return (uint8_t)(one->at - one->start);
}
