/* The real binary in a simulated ATmega328P, in the time that the caller gives it. Linked with simavr (GPL), so built
   where it is used and never shipped built. Called from robot/sim/firmware.py. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <avr_eeprom.h>
#include <avr_ioport.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <sim_time.h>

enum { HERTZ = 16000000, PINC = 0x26, MCUSR = 0x54, BYTE_US = 261, ROOM = 1 << 16, EDGES = 1 << 17, INPUT_PINS = 6, OUTPUTS = 4 };

typedef struct {
    uint64_t cycle;
    uint8_t pin, level;
} edge;

typedef struct {
    avr_t *avr;
    uint8_t to_mcu[ROOM], from_mcu[ROOM];
    uint32_t to_first, to_next, from_count, edge_count;
    bool may_send;
    uint8_t levels;
    edge edges[EDGES];
} mcu;

static avr_cycle_count_t feed(avr_t *avr, avr_cycle_count_t when, void *self) {
    mcu *one = self;
    (void)avr;
    if (one->to_first == one->to_next) return 0;
    if (one->may_send) {
        avr_irq_t *wire = avr_io_getirq(one->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
        avr_raise_irq(wire, one->to_mcu[one->to_first++ % ROOM]);
    }
    return when + avr_usec_to_cycles(one->avr, BYTE_US);
}

static void on_byte(avr_irq_t *irq, uint32_t value, void *self) {
    mcu *one = self;
    (void)irq;
    if (one->from_count < ROOM) one->from_mcu[one->from_count++] = (uint8_t)value;
}

static void on_xon(avr_irq_t *irq, uint32_t value, void *self) {
    (void)irq;
    if (value) ((mcu *)self)->may_send = true;
}

static void on_xoff(avr_irq_t *irq, uint32_t value, void *self) {
    (void)irq;
    if (value) ((mcu *)self)->may_send = false;
}

static void on_pin(avr_irq_t *irq, uint32_t value, void *self) {
    mcu *one = self;
    if (one->edge_count < EDGES) one->edges[one->edge_count++] = (edge){one->avr->cycle, (uint8_t)irq->irq, (uint8_t)value};
}

/* simavr really sleeps when its core does; the caller decides how time goes by. */
static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) { (void)avr, (void)cycles; }

/* Raise a pin and fix it from outside: a pull-up would draw it back at the next write to its port (simavr 204). A reset
   forgets the level, and a level that is raised again is no news: so where the pin does not show it, it is taken away
   before. */
static void apply(mcu *one, uint8_t pin) {
    const bool level = one->levels >> pin & 1, shown = one->avr->data[PINC] >> pin & 1;
    avr_irq_t *const wire = avr_io_getirq(one->avr, AVR_IOCTL_IOPORT_GETIRQ('C'), pin);
    if (shown != level) avr_raise_irq(wire, !level);
    avr_raise_irq(wire, level);
    avr_ioport_external_t outside = {.name = 'C', .mask = (1 << INPUT_PINS) - 1, .value = one->levels};
    avr_ioctl(one->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('C'), &outside);
}

static void apply_all(mcu *one) {
    for (uint8_t pin = 0; pin < INPUT_PINS; pin++) apply(one, pin);
}

static void connect(mcu *one) {
    uint32_t flags = 0;
    avr_ioctl(one->avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(one->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(one->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, one);
    avr_irq_register_notify(avr_io_getirq(one->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_xon, one);
    avr_irq_register_notify(avr_io_getirq(one->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_xoff, one);
    for (uint8_t pin = 0; pin < OUTPUTS; pin++)
        avr_irq_register_notify(avr_io_getirq(one->avr, AVR_IOCTL_IOPORT_GETIRQ('B'), pin), on_pin, one);
}

static void no_log(avr_t *avr, const int level, const char *format, va_list args) {
    (void)avr, (void)level, (void)format, (void)args;
}

mcu *mcu_new(const char *elf) {
    avr_global_logger_set(no_log);
    elf_firmware_t firmware = {0};
    mcu *one = calloc(1, sizeof *one);
    if (!one || elf_read_firmware(elf, &firmware)) return NULL;
    one->avr = avr_make_mcu_by_name("atmega328p");
    if (!one->avr) return NULL;
    avr_init(one->avr);
    one->avr->sleep = no_sleep;
    avr_load_firmware(one->avr, &firmware);
    one->avr->frequency = HERTZ;
    one->may_send = true;
    one->levels = (1 << INPUT_PINS) - 1;
    connect(one);
    return one;
}

void mcu_free(mcu *one) {
    avr_terminate(one->avr);
    free(one);
}

/* Run for so many microseconds; false when the core has crashed. The watchdog may have reset it since, and a reset
   forgets what comes in at the pins. */
bool mcu_run(mcu *one, uint32_t us) {
    apply_all(one);
    const avr_cycle_count_t until = one->avr->cycle + avr_usec_to_cycles(one->avr, us);
    while (one->avr->cycle < until) {
        one->avr->run_cycle_limit = until - one->avr->cycle;
        const int state = avr_run(one->avr);
        if (state == cpu_Done || state == cpu_Crashed) return false;
    }
    return true;
}

uint64_t mcu_cycle(const mcu *one) { return one->avr->cycle; }

/* Reset as the button does (`flags` of MCUSR: 1 power, 2 reset, 4 brown-out, 8 watchdog). Bytes under way are lost. */
void mcu_reset(mcu *one, uint8_t flags) {
    one->to_first = one->to_next;
    one->may_send = true;
    avr_reset(one->avr);
    one->avr->data[MCUSR] = flags;
}

/* Set what the six input pins C0 to C5 are wired to, one bit each; 1 is high. */
void mcu_inputs(mcu *one, uint8_t levels) {
    one->levels = levels;
    apply_all(one);
}

/* Give bytes to the line; they arrive one after the other, as long as the core takes them. */
void mcu_say(mcu *one, const uint8_t *bytes, uint32_t count) {
    while (count-- && one->to_next - one->to_first < ROOM) one->to_mcu[one->to_next++ % ROOM] = *bytes++;
    if (!avr_cycle_timer_status(one->avr, feed, one))   /* a reset stops all timers */
        avr_cycle_timer_register_usec(one->avr, BYTE_US, feed, one);
}

uint32_t mcu_heard(mcu *one, uint8_t *into) {
    const uint32_t count = one->from_count;
    memcpy(into, one->from_mcu, count);
    one->from_count = 0;
    return count;
}

/* Copy what the pins B0 to B3 have done since the last call, as (cycle, pin, level); returns how many. */
uint32_t mcu_edges(mcu *one, uint64_t *into) {
    const uint32_t count = one->edge_count;
    for (uint32_t i = 0; i < count; i++) {
        *into++ = one->edges[i].cycle;
        *into++ = one->edges[i].pin;
        *into++ = one->edges[i].level;
    }
    one->edge_count = 0;
    return count;
}

void mcu_memory(mcu *one, uint16_t address, uint8_t *bytes, uint16_t count, bool write) {
    avr_eeprom_desc_t part = {.ee = bytes, .offset = address, .size = count};
    if (write) avr_ioctl(one->avr, AVR_IOCTL_EEPROM_SET, &part);
    else {
        part.ee = NULL;
        avr_ioctl(one->avr, AVR_IOCTL_EEPROM_GET, &part);
        memcpy(bytes, part.ee, count);
    }
}

/* Let the core go on at the first instruction that jumps to itself: a main loop that hangs, its interrupts alive. */
bool mcu_hang(mcu *one) {
    for (uint32_t at = 0; at < one->avr->codeend; at += 2)
        if (one->avr->flash[at] == 0xFF && one->avr->flash[at + 1] == 0xCF) {
            one->avr->pc = at;
            return true;
        }
    return false;
}
