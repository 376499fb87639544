/* CRC-32 as zlib has it (polynomial 0xEDB88320, reflected): begin with CHECK_BEGIN, end with check_end. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>

#define CHECK_BEGIN 0xFFFFFFFFu

uint32_t check_byte(uint32_t check, uint8_t byte);
uint32_t check_bytes(uint32_t check, const void *bytes, uint8_t length);

static inline uint32_t check_end(uint32_t check) { return ~check; }

#endif
