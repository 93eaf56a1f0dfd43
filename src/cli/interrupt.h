/* interrupt.h: ending a run early without losing its rows. */
#ifndef AM_CLI_INTERRUPT_H
#define AM_CLI_INTERRUPT_H

/* From now on SIGINT, SIGTERM and SIGHUP are only noted; the third one ends
 * the program.  A signal that the caller has ignored (nohup) stays
 * ignored. */
void am_interrupt_watch(void);

/* The signal that came, 0: none; and the flag that it sets. */
int am_interrupt_signal(void);
const volatile int *am_interrupt_flag(void);

#endif
