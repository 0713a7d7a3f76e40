/* Makes the disk slow: preloaded into a program (LD_PRELOAD, Linux), every fsync and fdatasync takes at least
 * SLOW_SYNC_MICROSECONDS longer. The file is synced too. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_for_disk(void) {
    const char *time = getenv("SLOW_SYNC_MICROSECONDS");
    if (time)
        usleep(strtoul(time, NULL, 10));
}

int fsync(int file) {
    wait_for_disk();
    return syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    wait_for_disk();
    return syscall(SYS_fdatasync, file);
}
