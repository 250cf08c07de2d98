// Encodes pixels with bare libpng: palette, no filter, level 6. Pictures are read before timing starts.
// usage: pixels encode ROUNDS PICTURE                     prints median microseconds per picture, and the encoded size
//        pixels write RESULT-FILE JOBS FOLDER PICTURE ...  writes one file per picture (open, write, rename) with JOBS
//                                                         processes; RESULT-FILE has the format of measure
#include <fcntl.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct picture {
  png_uint_32 width, height;
  png_color colors[256];
  png_byte alpha[256];
  int color_count, alpha_count;
  png_byte *pixels;
};

struct bytes {
  png_byte *start;
  size_t count, capacity;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static int read_picture(const char *path, struct picture *picture) {
  FILE *file = fopen(path, "rb");
  if (!file) return 1;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) return 1;
  png_init_io(png, file);
  png_read_info(png, info);
  if (png_get_color_type(png, info) != PNG_COLOR_TYPE_PALETTE) return 1;
  png_set_packing(png);
  picture->width = png_get_image_width(png, info);
  picture->height = png_get_image_height(png, info);
  png_colorp colors;
  png_bytep alpha = NULL;
  png_get_PLTE(png, info, &colors, &picture->color_count);
  memcpy(picture->colors, colors, sizeof(png_color) * picture->color_count);
  picture->alpha_count = 0;
  png_get_tRNS(png, info, &alpha, &picture->alpha_count, NULL);
  if (alpha) memcpy(picture->alpha, alpha, picture->alpha_count);
  picture->pixels = malloc((size_t)picture->width * picture->height);
  for (png_uint_32 y = 0; y < picture->height; y++)
    png_read_row(png, picture->pixels + (size_t)y * picture->width, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return fclose(file);
}

static void append(png_structp png, png_bytep bytes, size_t count) {
  struct bytes *out = png_get_io_ptr(png);
  if (out->count + count > out->capacity) {
    out->capacity = 2 * (out->count + count);
    out->start = realloc(out->start, out->capacity);
  }
  memcpy(out->start + out->count, bytes, count);
  out->count += count;
}

static void flush(png_structp png) { (void)png; }

static void encode(const struct picture *picture, struct bytes *out) {
  out->count = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) exit(1);
  png_set_write_fn(png, out, append, flush);
  png_set_IHDR(png, info, picture->width, picture->height, 8, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_PLTE(png, info, picture->colors, picture->color_count);
  if (picture->alpha_count) png_set_tRNS(png, info, picture->alpha, picture->alpha_count, NULL);
  png_set_compression_level(png, 6);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_write_info(png, info);
  for (png_uint_32 y = 0; y < picture->height; y++)
    png_write_row(png, picture->pixels + (size_t)y * picture->width);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
}

static int write_file(const char *folder, int number, const struct bytes *bytes) {
  char temporary[4096], name[4096];
  snprintf(temporary, sizeof temporary, "%s/.%d.tmp", folder, number);
  snprintf(name, sizeof name, "%s/%d.png", folder, number);
  int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0 || write(file, bytes->start, bytes->count) != (ssize_t)bytes->count || close(file)) return 1;
  return rename(temporary, name);
}

static int write_all(int argc, char **argv) {
  int jobs = atoi(argv[3]), count = argc - 5;
  struct picture *pictures = calloc(count, sizeof *pictures);
  for (int i = 0; i < count; i++)
    if (read_picture(argv[5 + i], &pictures[i])) return 1;
  double start = now();
  for (int job = 0; job < jobs; job++) {
    if (fork() == 0) {
      struct bytes bytes = {0};
      for (int i = job; i < count; i += jobs) {
        encode(&pictures[i], &bytes);
        if (write_file(argv[4], i, &bytes)) _exit(1);
      }
      _exit(0);
    }
  }
  int status, failed = 0;
  while (wait(&status) > 0) failed |= status;
  double wall = now() - start;
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  double cpu = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  FILE *out = fopen(argv[2], "w");
  if (!out) return 1;
  fprintf(out, "%.6f %.6f %ld\n", wall, cpu, usage.ru_maxrss);
  return fclose(out) || failed;
}

static int by_size(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

static int encode_one(int rounds, const char *path) {
  struct picture picture;
  if (read_picture(path, &picture)) return 1;
  struct bytes bytes = {0};
  double *took = calloc(rounds, sizeof *took);
  for (int round = 0; round < rounds; round++) {
    double start = now();
    encode(&picture, &bytes);
    took[round] = now() - start;
  }
  qsort(took, rounds, sizeof *took, by_size);
  printf("%.2f %zu\n", took[rounds / 2] * 1e6, bytes.count);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "encode")) return encode_one(atoi(argv[2]), argv[3]);
  if (argc > 5 && !strcmp(argv[1], "write")) return write_all(argc, argv);
  return 2;
}
