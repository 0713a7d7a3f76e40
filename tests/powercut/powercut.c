/* Notes what a power cut would leave of a directory: only what was synced.
 *
 * Preloaded into a program (LD_PRELOAD, Linux), it takes part in fsync and fdatasync. After each sync of a file in
 * the directory POWERCUT_DATA it copies the content of the file to POWERCUT_SHADOW/content/ID, and after each sync
 * of the directory itself it notes the names in it in POWERCUT_SHADOW/names, one "ID name" a line. An ID is the
 * inode and the time of birth of a file, so that another file with the same inode is another one. What was only
 * written, or only mapped, is in neither; nor is a name that was made since the last sync of the directory.
 *
 * A copy appears under its name when it is whole: a kill in the middle of one is a kill in the middle of the sync.
 * It is as exact as the writers let it be: a write by another thread during a sync may be in the copy. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static void fail(const char *what) {
    perror(what);
    abort();
}

static void print_id(char *id, size_t size, int at, const char *name) {
    struct statx about;
    if (statx(at, name, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &about))
        fail("powercut: statx");
    snprintf(id, size, "%llu-%lld-%u", (unsigned long long)about.stx_ino, (long long)about.stx_btime.tv_sec,
             about.stx_btime.tv_nsec);
}

/* The file is read through its own descriptor: closing another one would give up the process's locks on it. */
static void keep_content(int file, const char *shadow) {
    static char chunk[1 << 16];
    char id[64], part[PATH_MAX], whole[PATH_MAX];
    print_id(id, sizeof id, file, "");
    snprintf(part, sizeof part, "%s/part", shadow);
    snprintf(whole, sizeof whole, "%s/content/%s", shadow, id);
    int copy = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (copy < 0)
        fail("powercut: open");
    ssize_t count;
    for (off_t at = 0; (count = pread(file, chunk, sizeof chunk, at)) > 0; at += count)
        if (write(copy, chunk, count) != count)
            fail("powercut: write");
    if (count < 0 || close(copy) || rename(part, whole))
        fail("powercut: copy");
}

static void keep_names(const char *data, const char *shadow) {
    char part[PATH_MAX], whole[PATH_MAX], id[64];
    snprintf(part, sizeof part, "%s/part", shadow);
    snprintf(whole, sizeof whole, "%s/names", shadow);
    FILE *names = fopen(part, "w");
    DIR *directory = opendir(data);
    if (!names || !directory)
        fail("powercut: open");
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        print_id(id, sizeof id, dirfd(directory), entry->d_name);
        fprintf(names, "%s %s\n", id, entry->d_name);
    }
    if (closedir(directory) || fclose(names) || rename(part, whole))
        fail("powercut: names");
}

static int synced(int file, int result) {
    const char *data = getenv("POWERCUT_DATA"), *shadow = getenv("POWERCUT_SHADOW");
    char link[64], path[PATH_MAX];
    if (result || !data || !shadow)
        return result;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        fail("powercut: readlink");
    path[length] = 0;
    size_t prefix = strlen(data);
    if (strncmp(path, data, prefix))
        return result;
    pthread_mutex_lock(&one_at_a_time);
    if (!path[prefix])
        keep_names(data, shadow);
    else if (path[prefix] == '/')
        keep_content(file, shadow);
    pthread_mutex_unlock(&one_at_a_time);
    return result;
}

/* The kernel syncs nothing here: a kill of the process leaves what was written, and what a power cut would take away
 * is taken away by whoever reads the shadow. So a run with many cuts wears no disk out. */
int fsync(int file) {
    return synced(file, 0);
}

int fdatasync(int file) {
    return synced(file, 0);
}
