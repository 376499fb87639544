#include "check.h"

#include "kept.h"

/* What four bits leave behind: sixteen words instead of 256, for a small memory. */
static const KEPT uint32_t LEFT[16] = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};

uint32_t check_byte(uint32_t check, uint8_t byte) {
    check ^= byte;
    check = check >> 4 ^ LEFT[check & 15];
    return check >> 4 ^ LEFT[check & 15];
}

uint32_t check_bytes(uint32_t check, const void *bytes, uint8_t length) {
    const uint8_t *next = bytes;
    while (length--) check = check_byte(check, *next++);
    return check;
}
