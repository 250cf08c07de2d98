// Writes many distinct WAVs of one stereo frame each, a thousand per folder.
// usage: tiny FOLDER COUNT
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc != 3 || chdir(argv[1])) return 2;
  unsigned char wav[48] = "RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x44\xac\0\0\x10\xb1\x02\0\x04\0\x10\0data\x04\0\0\0";
  uint32_t count = (uint32_t)atol(argv[2]);
  char name[64];
  for (uint32_t i = 0; i < count; i++) {
    if (i % 1000 == 0) {
      snprintf(name, sizeof name, "album %03u", i / 1000);
      if (mkdir(name, 0777)) return 1;
    }
    snprintf(name, sizeof name, "album %03u/track %06u.wav", i / 1000, i);
    uint32_t frame = i * 40503u + 4096u;
    memcpy(wav + 44, &frame, sizeof frame);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, wav, sizeof wav) != sizeof wav || close(file)) return 1;
  }
  return 0;
}
