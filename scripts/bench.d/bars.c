// Prints the mean difference of the bars of two pictures of equal size, as a share of the height: the number of inked
// pixels per column, over the columns with ink in either picture.
// usage: bars PICTURE PICTURE
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

struct picture {
  png_image image;
  png_bytep pixels;
};

static int read_picture(const char *path, struct picture *picture) {
  picture->image = (png_image){.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&picture->image, path)) return 1;
  picture->image.format = PNG_FORMAT_RGBA;
  picture->pixels = malloc(PNG_IMAGE_SIZE(picture->image));
  return !picture->pixels || !png_image_finish_read(&picture->image, NULL, picture->pixels, 0, NULL);
}

static double ink(const struct picture *picture, png_uint_32 x) {
  double sum = 0;
  for (png_uint_32 y = 0; y < picture->image.height; y++)
    sum += picture->pixels[((size_t)y * picture->image.width + x) * 4 + 3] / 255.0;
  return sum / picture->image.height;
}

int main(int argc, char **argv) {
  struct picture one, other;
  if (argc != 3 || read_picture(argv[1], &one) || read_picture(argv[2], &other)) return 1;
  if (one.image.width != other.image.width || one.image.height != other.image.height) return 1;
  double sum = 0, columns = 0;
  for (png_uint_32 x = 0; x < one.image.width; x++) {
    double first = ink(&one, x), second = ink(&other, x);
    if (first == 0 && second == 0) continue;
    sum += first < second ? second - first : first - second;
    columns++;
  }
  printf("%.4f\n", columns ? sum / columns : 0);
  return 0;
}
