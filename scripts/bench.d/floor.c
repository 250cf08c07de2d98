// The lower bound of any scan: decodes the same files with bare libraries, without measuring or drawing.
// usage: floor JOBS FILE ...   (JOBS processes share the files, longest first)
#include <fcntl.h>
#include <mpg123.h>
#include <sndfile.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int decode_mpeg(const char *path) {
  mpg123_handle *handle = mpg123_new(NULL, NULL);
  mpg123_param(handle, MPG123_ADD_FLAGS, MPG123_QUIET | MPG123_FORCE_FLOAT, 0);
  if (mpg123_open(handle, path) != MPG123_OK) return 1;
  unsigned char *audio;
  size_t bytes;
  off_t number;
  int result;
  while ((result = mpg123_decode_frame(handle, &number, &audio, &bytes)) == MPG123_OK || result == MPG123_NEW_FORMAT) {
  }
  mpg123_delete(handle);
  return result != MPG123_DONE;
}

static int decode_other(const char *path) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file) return 1;
  int format = info.format & SF_FORMAT_TYPEMASK;
  if (format == SF_FORMAT_WAV || format == SF_FORMAT_AIFF) {
    static short pcm[1 << 16];
    while (sf_read_raw(file, pcm, sizeof pcm) > 0) {
    }
  } else {
    static float samples[1 << 15];
    while (sf_readf_float(file, samples, (1 << 15) / info.channels) > 0) {
    }
  }
  return sf_close(file);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int jobs = atoi(argv[1]);
  mpg123_init();
  atomic_int *next = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  atomic_init(next, 2);
  for (int job = 0; job < jobs; job++) {
    if (fork() == 0) {
      int failed = 0, file;
      while ((file = atomic_fetch_add(next, 1)) < argc) {
        size_t length = strlen(argv[file]);
        int mpeg = length > 4 && !strcmp(argv[file] + length - 4, ".mp3");
        failed |= mpeg ? decode_mpeg(argv[file]) : decode_other(argv[file]);
      }
      _exit(failed);
    }
  }
  int status, failed = 0;
  while (wait(&status) > 0) failed |= status;
  return failed != 0;
}
