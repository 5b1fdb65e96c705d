/*
 * Logs what a process does to the files under POWER_LOSS_ROOT, in order, into POWER_LOSS_LOG: every write with its bytes,
 * every truncation, every new or changed name, and every fsync. From that log disk.ts computes what a power cut could
 * leave on the disk: data that was not fsynced may be there, torn, in any order, or not at all.
 *
 * A call is logged before its caller gets the result, so nobody relies on a call that is not in the log. Calls on these
 * files run one at a time, so that an fsync never covers a write that came during it.
 * power-loss.ts builds it with the machine's C compiler; LD_PRELOAD loads it. Linux only.
 *
 * It replaces the calls that `nm -D --undefined-only` shows for Node and Electron, and those of SQLite in them (open64,
 * pwrite64, write, ftruncate64, fsync, fdatasync, unlink). It does not see writes by mmap (the -shm files, which are left
 * out), stdio, and the names of folders.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 65536
#define FICLONE_REQUEST 0x40049409UL

struct record {
  char type;
  char unused[3];
  uint32_t path_length, other_length, data_length;
  uint64_t inode, offset;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static dev_t device;
static int log_file = -1;
/* For each descriptor: the inode of a file under the root (0 is none), and whether its writes are synchronous. */
static uint64_t inodes[FILES];
static char at_once[FILES];

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("POWER_LOSS_ROOT"), *log = getenv("POWER_LOSS_LOG");
  struct stat about;
  if (!folder || !log || !realpath(folder, root) || stat(root, &about) != 0) return;
  device = about.st_dev;
  log_file = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log_file < 0) abort();
}

/* The path below the root, or NULL when the file is elsewhere or not logged. Follows links in the path of its folder. */
static const char *ours_at(int folder, const char *path, char *whole) {
  if (log_file < 0 || !path || !*path) return NULL;
  if (!strncmp(path, "/dev/", 5) && strncmp(path, "/dev/shm/", 9)) return NULL;
  if (!strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5)) return NULL;
  char beside[PATH_MAX], real[PATH_MAX];
  int length = path[0] == '/' || folder == AT_FDCWD
    ? snprintf(beside, PATH_MAX, "%s", path)
    : snprintf(beside, PATH_MAX, "/proc/self/fd/%d/%s", folder, path);
  if (length >= PATH_MAX) return NULL;
  char *slash = strrchr(beside, '/');
  const char *name = slash ? slash + 1 : beside;
  if (!*name || !strcmp(name, ".") || !strcmp(name, "..")) {
    if (!realpath(beside, whole)) return NULL;
  } else {
    if (slash) *slash = 0;
    const char *parent = !slash ? "." : slash == beside ? "/" : beside;
    if (!realpath(parent, real)) return NULL;
    if (snprintf(whole, PATH_MAX, "%s/%s", strcmp(real, "/") ? real : "", name) >= PATH_MAX) return NULL;
  }
  size_t under = strlen(root), all = strlen(whole);
  if (strncmp(whole, root, under) != 0 || (whole[under] != '/' && whole[under] != 0)) return NULL;
  if (all > 4 && strcmp(whole + all - 4, "-shm") == 0) return NULL;
  return whole[under] == 0 ? "." : whole + under + 1;
}

static const char *ours(const char *path, char *whole) { return ours_at(AT_FDCWD, path, whole); }

static void note(char type, const char *path, const char *other, uint64_t inode, uint64_t offset,
                 const struct iovec *parts, int count, size_t data) {
  struct record head = {0};
  head.type = type;
  head.path_length = path ? strlen(path) : 0;
  head.other_length = other ? strlen(other) : 0;
  head.data_length = data;
  head.inode = inode;
  head.offset = offset;
  size_t size = sizeof head + head.path_length + head.other_length + data;
  char *line = malloc(size), *at = line;
  if (!line) abort();
  memcpy(at, &head, sizeof head);
  at += sizeof head;
  if (path) memcpy(at, path, head.path_length);
  at += head.path_length;
  if (other) memcpy(at, other, head.other_length);
  at += head.other_length;
  size_t left = data;
  for (int part = 0; part < count && left > 0; part++) {
    size_t take = parts[part].iov_len < left ? parts[part].iov_len : left;
    memcpy(at, parts[part].iov_base, take);
    at += take;
    left -= take;
  }
  if (REAL(write)(log_file, line, size) != (ssize_t)size) abort();
  free(line);
}

/*
 * 0 when the descriptor is not a file under the root. Checked each time: Electron has a close() of its own, which this
 * library does not see, so the number may belong to a socket by now.
 */
static uint64_t inode_of(int file) {
  if (file < 0 || file >= FILES || inodes[file] == 0) return 0;
  int kept = errno;
  struct stat about;
  int same = fstat(file, &about) == 0 && about.st_ino == inodes[file] && about.st_dev == device;
  errno = kept;
  return same ? inodes[file] : 0;
}

/* Logs calls in the order in which they happen, and keeps the errno of the call. */
#define ORDERED(result, call, noted) \
  pthread_mutex_lock(&lock);         \
  result = call;                     \
  int kept_errno = errno;            \
  noted;                             \
  errno = kept_errno;                \
  pthread_mutex_unlock(&lock)

static void opened(int file, const char *name, int flags, int was_there) {
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0 || about.st_dev != device) return;
  if (file >= FILES) abort();
  inodes[file] = about.st_ino;
  at_once[file] = (flags & (O_SYNC | O_DSYNC)) != 0;
  if (!S_ISREG(about.st_mode)) return;
  if (!was_there) note('C', name, NULL, about.st_ino, about.st_mode & 0777, NULL, 0, 0);
  else if (flags & O_TRUNC) note('T', NULL, NULL, about.st_ino, 0, NULL, 0, 0);
}

static int is_there(int folder, const char *path) { return faccessat(folder, path, F_OK, 0) == 0; }

static mode_t mode_of(int flags, va_list rest) {
  return flags & (O_CREAT | __O_TMPFILE) ? (mode_t)va_arg(rest, int) : 0;
}

#define OPENED(folder, path, flags, call)                     \
  va_list rest;                                               \
  va_start(rest, flags);                                      \
  mode_t mode = mode_of(flags, rest);                         \
  va_end(rest);                                               \
  int file;                                                   \
  char whole[PATH_MAX];                                       \
  const char *name = ours_at(folder, path, whole);            \
  if (!name) {                                                \
    file = call;                                              \
    if (file >= 0 && file < FILES) inodes[file] = 0;          \
  } else {                                                    \
    int was_there;                                            \
    ORDERED(file, (was_there = is_there(folder, path), call), \
            opened(file, name, flags, was_there));            \
  }                                                           \
  return file

int open(const char *path, int flags, ...) { OPENED(AT_FDCWD, path, flags, REAL(open)(path, flags, mode)); }
int open64(const char *path, int flags, ...) { OPENED(AT_FDCWD, path, flags, REAL(open64)(path, flags, mode)); }
int openat(int folder, const char *path, int flags, ...) {
  OPENED(folder, path, flags, REAL(openat)(folder, path, flags, mode));
}
int openat64(int folder, const char *path, int flags, ...) {
  OPENED(folder, path, flags, REAL(openat64)(folder, path, flags, mode));
}
int creat(const char *path, mode_t mode) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open64(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

int close(int file) {
  if (file >= 0 && file < FILES) inodes[file] = 0;
  return REAL(close)(file);
}

static void wrote(int file, uint64_t inode, ssize_t written, off_t offset, const struct iovec *parts, int count) {
  if (written <= 0) return;
  note('W', NULL, NULL, inode, offset, parts, count, written);
  if (at_once[file]) note('S', NULL, NULL, inode, 0, NULL, 0, 0);
}

/* The offset of a plain write: the file position is behind the written bytes now. */
static off_t place_of(int file, ssize_t written) {
  off_t now = lseek(file, 0, SEEK_CUR);
  return now < written ? 0 : now - written;
}

#define WRITTEN(file, call, place, parts, count)                            \
  ssize_t written;                                                          \
  uint64_t inode = inode_of(file);                                          \
  if (!inode) return call;                                                  \
  ORDERED(written, call, wrote(file, inode, written, place, parts, count)); \
  return written

ssize_t write(int file, const void *data, size_t length) {
  struct iovec part = {(void *)data, length};
  WRITTEN(file, REAL(write)(file, data, length), place_of(file, written), &part, 1);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  WRITTEN(file, REAL(writev)(file, parts, count), place_of(file, written), parts, count);
}
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
  struct iovec part = {(void *)data, length};
  WRITTEN(file, REAL(pwrite)(file, data, length, offset), offset, &part, 1);
}
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
  struct iovec part = {(void *)data, length};
  WRITTEN(file, REAL(pwrite64)(file, data, length, offset), offset, &part, 1);
}
ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
  WRITTEN(file, REAL(pwritev)(file, parts, count, offset), offset, parts, count);
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
  WRITTEN(file, REAL(pwritev64)(file, parts, count, offset), offset, parts, count);
}

/*
 * The kernel's own copy calls show no bytes to this library. A copy into a file under the root gets the error that makes
 * Node and Electron copy by read and write instead.
 */
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
  if (!inode_of(to)) return REAL(copy_file_range)(from, from_at, to, to_at, length, flags);
  errno = ENOSYS;
  return -1;
}
ssize_t sendfile(int to, int from, off_t *offset, size_t length) {
  if (!inode_of(to)) return REAL(sendfile)(to, from, offset, length);
  errno = EINVAL;
  return -1;
}
ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) {
  if (!inode_of(to)) return REAL(sendfile64)(to, from, offset, length);
  errno = EINVAL;
  return -1;
}
long syscall(long number, ...) {
  long of[6];
  va_list rest;
  va_start(rest, number);
  for (int place = 0; place < 6; place++) of[place] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_copy_file_range && inode_of((int)of[2])) {
    errno = ENOSYS;
    return -1;
  }
  return REAL(syscall)(number, of[0], of[1], of[2], of[3], of[4], of[5]);
}
int ioctl(int file, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (request == FICLONE_REQUEST && inode_of(file)) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return REAL(ioctl)(file, request, argument);
}

#define CUT(file, call, length)                                                   \
  int result;                                                                     \
  uint64_t inode = inode_of(file);                                                \
  if (!inode) return call;                                                        \
  ORDERED(result, call, {                                                         \
    if (result == 0) note('T', NULL, NULL, inode, length, NULL, 0, 0);            \
    if (result == 0 && at_once[file]) note('S', NULL, NULL, inode, 0, NULL, 0, 0); \
  });                                                                             \
  return result

int ftruncate(int file, off_t length) { CUT(file, REAL(ftruncate)(file, length), length); }
int ftruncate64(int file, off64_t length) { CUT(file, REAL(ftruncate64)(file, length), length); }

static void synced(int file, uint64_t inode) {
  struct stat about;
  if (fstat(file, &about) == 0 && S_ISDIR(about.st_mode)) {
    char link_name[64], path[PATH_MAX], whole[PATH_MAX];
    snprintf(link_name, sizeof link_name, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link_name, path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = 0;
    const char *name = ours(path, whole);
    if (name) note('D', name, NULL, inode, 0, NULL, 0, 0);
  } else note('S', NULL, NULL, inode, 0, NULL, 0, 0);
}

#define SYNCED(file, call)                                         \
  int result;                                                      \
  uint64_t inode = inode_of(file);                                 \
  if (!inode) return call;                                         \
  ORDERED(result, call, { if (result == 0) synced(file, inode); }); \
  return result

int fsync(int file) { SYNCED(file, REAL(fsync)(file)); }
int fdatasync(int file) { SYNCED(file, REAL(fdatasync)(file)); }

#define RENAMED(type, from, to, call)                                                   \
  int result;                                                                           \
  char one[PATH_MAX], two[PATH_MAX];                                                    \
  const char *old = ours(from, one), *new = ours(to, two);                              \
  if (!old && !new) return call;                                                        \
  if (!old || !new) abort(); /* a move into or out of the root cannot be logged */      \
  ORDERED(result, call, { if (result == 0) note(type, old, new, 0, 0, NULL, 0, 0); });  \
  return result

int rename(const char *from, const char *to) { RENAMED('R', from, to, REAL(rename)(from, to)); }
int link(const char *from, const char *to) { RENAMED('L', from, to, REAL(link)(from, to)); }

#define UNLINKED(folder, path, call)                                                     \
  int result;                                                                            \
  char whole[PATH_MAX];                                                                  \
  const char *name = ours_at(folder, path, whole);                                       \
  if (!name) return call;                                                                \
  ORDERED(result, call, { if (result == 0) note('U', name, NULL, 0, 0, NULL, 0, 0); });  \
  return result

int unlink(const char *path) { UNLINKED(AT_FDCWD, path, REAL(unlink)(path)); }
int remove(const char *path) { UNLINKED(AT_FDCWD, path, REAL(remove)(path)); }
int unlinkat(int folder, const char *path, int flags) { UNLINKED(folder, path, REAL(unlinkat)(folder, path, flags)); }
