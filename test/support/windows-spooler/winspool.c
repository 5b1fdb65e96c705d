/* A stand-in for winspool.drv on a computer without Windows: the calls of resources/windows/printers.ps1 with their
   structures (winspool.h), over jobs in memory. Nothing prints by itself: a test sets what a job's status is. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint16_t letter;

struct job_info {
  int32_t id;
  letter *printer, *machine, *user, *document, *type, *status_text;
  int32_t status, priority, position, total_pages, pages_printed;
  uint16_t submitted[8];
};
struct doc_info { letter *name, *file, *type; };
struct printer_info { void *pointers[13]; int32_t attributes, priority, usual_priority, start, until, status, jobs, pages; };

#define MOST 64
static struct { int32_t id, status; letter document[128]; } jobs[MOST];
static int count, last_id;
static int refused(int code) { errno = code; return 0; }

static size_t length(const letter *text) { size_t n = 0; while (text[n]) n++; return n; }
static int at(int32_t id) { for (int i = 0; i < count; i++) if (jobs[i].id == id) return i; return -1; }

int32_t test_add(const letter *document, int32_t status) {
  if (count == MOST) abort();
  jobs[count].id = ++last_id;
  jobs[count].status = status;
  memcpy(jobs[count].document, document, (length(document) + 1) * sizeof(letter));
  return jobs[count++].id;
}
void test_status(int32_t id, int32_t status) { if (at(id) >= 0) jobs[at(id)].status = status; }
int32_t test_count(void) { return count; }
/* The spooler was started again and lost its jobs. */
void test_restart(void) { count = last_id = 0; }

int OpenPrinterW(const letter *queue, void **printer, void *defaults) {
  (void)defaults;
  *printer = &count;
  return queue[0] == '?' ? refused(1801) : 1; /* ERROR_INVALID_PRINTER_NAME */
}
int ClosePrinter(void *printer) { return printer != 0; }

int32_t StartDocPrinterW(void *printer, int32_t level, struct doc_info *document) {
  (void)printer;
  return level == 1 ? test_add(document->name, 0x8) : refused(124);
}
int StartPagePrinter(void *printer) { return printer != 0; }
int EndPagePrinter(void *printer) { return printer != 0; }
int EndDocPrinter(void *printer) { (void)printer; jobs[count - 1].status &= ~0x8; return 1; }
int WritePrinter(void *printer, const void *data, int32_t size, int32_t *written) {
  (void)printer, (void)data;
  *written = size > 1000 ? 1000 : size;
  return 1;
}

int SetJobW(void *printer, int32_t id, int32_t level, void *info, int32_t command) {
  (void)printer, (void)level, (void)info;
  int i = at(id);
  if (i < 0) return refused(87);
  if (command == 1) jobs[i].status |= 0x1;
  else if (command == 8) jobs[i].status |= 0x2000;
  else if (command == 9) jobs[i].status &= ~0x2000;
  else if (command == 5) jobs[i] = jobs[--count];
  else return refused(87);
  return 1;
}

int EnumJobsW(void *printer, int32_t first, int32_t most, int32_t level, void *into, int32_t size, int32_t *needed, int32_t *found) {
  (void)printer, (void)first;
  if (level != 1 || count > most) return refused(124);
  size_t all = 0;
  for (int i = 0; i < count; i++) all += sizeof(struct job_info) + (length(jobs[i].document) + 1) * sizeof(letter);
  *needed = (int32_t)all, *found = 0;
  if ((size_t)size < all) return refused(122); /* ERROR_INSUFFICIENT_BUFFER */
  struct job_info *infos = into;
  char *text = (char *)(infos + count);
  memset(into, 0, (size_t)count * sizeof *infos);
  for (int i = 0; i < count; i++) {
    size_t bytes = (length(jobs[i].document) + 1) * sizeof(letter);
    infos[i].id = jobs[i].id;
    infos[i].status = jobs[i].status;
    infos[i].document = memcpy(text, jobs[i].document, bytes);
    text += bytes;
  }
  *found = count;
  return 1;
}

int GetPrinterW(void *printer, int32_t level, void *into, int32_t size, int32_t *needed) {
  (void)printer;
  *needed = sizeof(struct printer_info);
  if (level != 2) return refused(124);
  if (size < *needed) return refused(122);
  struct printer_info info = { .attributes = 0x40, .status = 0x10 };
  memcpy(into, &info, sizeof info);
  return 1;
}
