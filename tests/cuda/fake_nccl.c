/* fake_nccl.c: an emulated libnccl for tests on hosts without one: processes of
 * this host connected by sockets, in the streams of the emulated driver.
 * Messages of a group are sent when the stream reaches them. fake_cuda.h
 * describes faults. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cuda/sim/transpose.h"
#include "tests/cuda/fake_cuda.h"

enum { SUCCESS, SYSTEM_ERROR = 2, INVALID_ARGUMENT = 4, INVALID_USAGE = 5 };
enum { MEMBERS = 16, MESSAGES = 128 };

struct ncclComm {
  int rank, count;
  int sockets[MEMBERS];
};

/* Message of a group, and the number of bytes transferred. */
typedef struct {
  int socket, sends;
  char *data;
  size_t bytes, done;
} message;

static message group[MESSAGES];
static int messages, groups;
static am_cuda_stream stream_of_group;

static int faulty(const char *symbol) {
  pthread_mutex_lock(&fake_lock);
  unsigned result = fake_fault(symbol, SYSTEM_ERROR);
  pthread_mutex_unlock(&fake_lock);
  return result != 0;
}

/* ---- connections --------------------------------------------------------- */

int ncclGetUniqueId(am_nccl_id *id) {
  static int number;
  if (faulty("ncclGetUniqueId")) return SYSTEM_ERROR;
  snprintf(id->internal, sizeof id->internal, "fake-nccl-%d-%d",
           (int)getpid(), number++);
  return SUCCESS;
}

/* An abstract name, which ends with the socket. */
static socklen_t name_of(struct sockaddr_un *address, const am_nccl_id *id,
                         int rank) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1,
                        "%.64s-%d", id->internal, rank);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
                     (size_t)length);
}

static int connect_to(const am_nccl_id *id, int rank, int own) {
  struct sockaddr_un address;
  socklen_t size = name_of(&address, id, rank);
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  for (int tries = 0; tries < 6000; tries++) {
    if (!connect(s, (struct sockaddr *)&address, size))
      return write(s, &own, sizeof own) == sizeof own ? s : -1;
    usleep(10000);
  }
  return -1;
}

/* Connects to members of lower rank; accepts connections of the others. */
int ncclCommInitRank(am_nccl_comm *comm, int count, am_nccl_id id, int rank) {
  struct sockaddr_un address;
  socklen_t size = name_of(&address, &id, rank);
  int listening = socket(AF_UNIX, SOCK_STREAM, 0), other, s;
  if (faulty("ncclCommInitRank") || count > MEMBERS) return SYSTEM_ERROR;
  if (!fake_current() || bind(listening, (struct sockaddr *)&address, size) ||
      listen(listening, count))
    return SYSTEM_ERROR;
  am_nccl_comm c = *comm = calloc(1, sizeof *c);
  c->rank = rank;
  c->count = count;
  fake_live++;
  for (int r = 0; r < rank; r++)
    if ((c->sockets[r] = connect_to(&id, r, rank)) < 0) return SYSTEM_ERROR;
  for (int r = rank + 1; r < count; r++) {
    s = accept(listening, NULL, NULL);
    if (s < 0 || read(s, &other, sizeof other) != sizeof other)
      return SYSTEM_ERROR;
    c->sockets[other] = s;
  }
  close(listening);
  return SUCCESS;
}

int ncclCommDestroy(am_nccl_comm c) {
  for (int r = 0; r < c->count; r++)
    if (r != c->rank) close(c->sockets[r]);
  free(c);
  fake_live--;
  return SUCCESS;
}

/* ---- groups -------------------------------------------------------------- */

typedef struct {
  message *messages; /* [count] */
  int count;
} work;

static void move(message *m) {
  char *at = m->data + m->done;
  size_t rest = m->bytes - m->done;
  ssize_t n = m->sends ? send(m->socket, at, rest, MSG_DONTWAIT | MSG_NOSIGNAL)
                       : recv(m->socket, at, rest, MSG_DONTWAIT);
  if (n > 0) m->done += (size_t)n;
  if (!n || (n < 0 && errno != EAGAIN && errno != EINTR)) pause();
}

/* True if an earlier message on the same socket in the same direction is not
 * finished */
static int is_behind(const work *w, int i) {
  for (int k = 0; k < i; k++)
    if (w->messages[k].socket == w->messages[i].socket &&
        w->messages[k].sends == w->messages[i].sends &&
        w->messages[k].done < w->messages[k].bytes)
      return 1;
  return 0;
}

/* After the loss of a member, a group waits forever, as in NCCL. */
static void do_group(const void *data) {
  const work *w = data;
  for (int left = 1; left;) {
    struct pollfd wanted[MESSAGES];
    int which[MESSAGES];
    left = 0;
    for (int i = 0; i < w->count; i++) {
      const message *m = &w->messages[i];
      if (m->done == m->bytes || is_behind(w, i)) continue;
      wanted[left] = (struct pollfd){
          m->socket, (short)(m->sends ? POLLOUT : POLLIN), 0};
      which[left++] = i;
    }
    if (left) poll(wanted, (nfds_t)left, -1);
    for (int i = 0; i < left; i++)
      if (wanted[i].revents) move(&w->messages[which[i]]);
  }
  free(w->messages);
}

int ncclGroupStart(void) {
  if (faulty("ncclGroupStart")) return SYSTEM_ERROR;
  if (!groups++) messages = 0;
  return SUCCESS;
}

int ncclGroupEnd(void) {
  if (faulty("ncclGroupEnd")) return SYSTEM_ERROR;
  if (--groups || !messages) return SUCCESS;
  size_t size = sizeof *group * (size_t)messages;
  work w = {malloc(size), messages};
  memcpy(w.messages, group, size);
  return fake_cuda_call("group", stream_of_group, do_group, &w, sizeof w,
                        (am_cuda_pointer)(uintptr_t)group[0].data,
                        group[0].bytes)
             ? SYSTEM_ERROR
             : SUCCESS;
}

static int add(message m, int other, am_nccl_comm c, am_nccl_type type,
               am_cuda_stream stream) {
  if (other < 0 || other >= c->count || other == c->rank ||
      type != AM_NCCL_DOUBLE ||
      !fake_is_on(fake_current(), (am_cuda_pointer)(uintptr_t)m.data,
                  m.bytes))
    return INVALID_ARGUMENT;
  if (!groups || messages == MESSAGES) return INVALID_USAGE;
  m.socket = c->sockets[other];
  group[messages++] = m;
  stream_of_group = stream;
  return SUCCESS;
}

int ncclSend(const void *from, size_t count, am_nccl_type type, int to,
             am_nccl_comm comm, am_cuda_stream stream) {
  const message m = {.sends = 1, .data = (char *)(uintptr_t)from,
                     .bytes = sizeof(double) * count};
  return faulty("ncclSend") ? SYSTEM_ERROR : add(m, to, comm, type, stream);
}

int ncclRecv(void *to, size_t count, am_nccl_type type, int from,
             am_nccl_comm comm, am_cuda_stream stream) {
  const message m = {.data = to, .bytes = sizeof(double) * count};
  return faulty("ncclRecv") ? SYSTEM_ERROR : add(m, from, comm, type, stream);
}
