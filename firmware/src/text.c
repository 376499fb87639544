#include "text.h"

bool read_decimal(const char *word, uint32_t most, uint32_t *number) {
    uint32_t value = 0;
    if (!*word || (*word == '0' && word[1])) return false;
    for (; *word; word++) {
        if (*word < '0' || *word > '9') return false;
        const uint8_t digit = (uint8_t)(*word - '0');
        if (value > (UINT32_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *number = value;
    return value <= most;
}

bool read_hexadecimal(const char *word, uint32_t *number) {
    uint32_t value = 0;
    for (uint8_t i = 0; i < 8; i++) {
        const char digit = word[i];
        if (digit >= '0' && digit <= '9') value = value << 4 | (uint32_t)(digit - '0');
        else if (digit >= 'A' && digit <= 'F') value = value << 4 | (uint32_t)(digit - 'A' + 10);
        else return false;
    }
    *number = value;
    return word[8] == '\0';
}

char *write_decimal(char *at, uint32_t number) {
    char digits[10];
    uint8_t count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) *at++ = digits[--count];
    return at;
}

static char digit(uint8_t number) { return (char)(number < 10 ? '0' + number : 'A' + number - 10); }

char *write_hexadecimal(char *at, uint32_t number) {
    for (int8_t shift = 28; shift >= 0; shift -= 4) *at++ = digit(number >> shift & 15);
    return at;
}

char *write_word(char *at, const KEPT char *word) {
    while (*word) *at++ = *word++;
    return at;
}
