#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libpng reports errors by longjmp, which must never cross a Swift frame. So one function here writes a
// whole picture and one reads one: setjmp and every call that may jump are inside of them. The row callback
// is called between two calls of libpng, never beneath one.

enum { WT_PNG_OK = 0, WT_PNG_NO_MEMORY = 1, WT_PNG_REFUSED = 2 };

/// Bytes that grow, and the reason when they could not be made.
typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
  int out_of_memory;
  char reason[96];
} wt_png_bytes;

/// Gives row `y`, packed as the header says.
typedef const void *(*wt_png_row)(void *context, uint32_t y);

typedef struct {
  uint32_t width, height;
  int color_type; // without palette, a byte a component
  int level, strategy, filter;
  wt_png_row row;
  void *context;
} wt_png_picture;

static inline const char *wt_png_reason(const wt_png_bytes *out) { return out->reason; }

static inline void wt_png_failed(png_structp png, png_const_charp reason) {
  wt_png_bytes *out = (wt_png_bytes *)png_get_error_ptr(png);
  strncpy(out->reason, reason, sizeof out->reason - 1);
  png_longjmp(png, 1);
}

static inline void wt_png_warned(png_structp png, png_const_charp reason) {
  (void)png;
  (void)reason;
}

static inline void wt_png_append(png_structp png, png_bytep bytes, size_t count) {
  wt_png_bytes *out = (wt_png_bytes *)png_get_io_ptr(png);
  if (count > out->capacity - out->count) {
    size_t capacity = out->capacity + out->capacity / 2;
    if (capacity < out->count + count) capacity = out->count + count;
    uint8_t *grown = (uint8_t *)realloc(out->bytes, capacity);
    if (grown == NULL) {
      out->out_of_memory = 1;
      png_error(png, "out of memory");
    }
    out->bytes = grown;
    out->capacity = capacity;
  }
  memcpy(out->bytes + out->count, bytes, count);
  out->count += count;
}

static inline void wt_png_flush(png_structp png) { (void)png; }

/// Writes pixels as a bare picture into `out`, whose bytes the caller frees whatever is returned.
static inline int wt_png_write(const wt_png_picture *picture, wt_png_bytes *out) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, out, wt_png_failed, wt_png_warned);
  if (png == NULL) return WT_PNG_NO_MEMORY;
  png_infop info = png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_write_struct(&png, NULL);
    return WT_PNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    return out->out_of_memory ? WT_PNG_NO_MEMORY : WT_PNG_REFUSED;
  }
  png_set_write_fn(png, out, wt_png_append, wt_png_flush);
  png_set_compression_level(png, picture->level);
  png_set_compression_strategy(png, picture->strategy);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, picture->filter);
  png_set_compression_buffer_size(png, 65536);
  png_set_IHDR(png, info, picture->width, picture->height, 8, picture->color_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (uint32_t y = 0; y < picture->height; y++) {
    const void *row = picture->row(picture->context, y);
    png_write_row(png, (png_const_bytep)row);
  }
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  return WT_PNG_OK;
}

// Reading

/// Straight RGBA, eight bits a component, whatever the file holds.
typedef struct {
  uint32_t width, height;
  uint8_t *pixels; // freed by the caller
} wt_png_pixels;

typedef struct {
  wt_png_bytes report; // first: the error callbacks find their place by it
  const uint8_t *bytes;
  size_t count;
} wt_png_input;

static inline void wt_png_take(png_structp png, png_bytep bytes, size_t count) {
  wt_png_input *input = (wt_png_input *)png_get_io_ptr(png);
  if (count > input->count) png_error(png, "the file ends early");
  memcpy(bytes, input->bytes, count);
  input->bytes += count;
  input->count -= count;
}

/// Reads the whole picture; `limit` is the most pixels it may have.
static inline int wt_png_read(wt_png_input *input, size_t limit, wt_png_pixels *out) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &input->report, wt_png_failed, wt_png_warned);
  if (png == NULL) return WT_PNG_NO_MEMORY;
  png_infop info = png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    return WT_PNG_NO_MEMORY;
  }
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_read_struct(&png, &info, NULL);
    return input->report.out_of_memory ? WT_PNG_NO_MEMORY : WT_PNG_REFUSED;
  }
  png_set_read_fn(png, input, wt_png_take);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_read_info(png, info);
  out->width = png_get_image_width(png, info);
  out->height = png_get_image_height(png, info);
  if ((size_t)out->width * out->height > limit) png_error(png, "more pixels than allowed");
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  out->pixels = (uint8_t *)calloc((size_t)out->width * out->height, 4);
  if (out->pixels == NULL) {
    input->report.out_of_memory = 1;
    png_error(png, "out of memory");
  }
  while (passes-- > 0)
    for (uint32_t y = 0; y < out->height; y++) png_read_row(png, out->pixels + (size_t)y * out->width * 4, NULL);
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return WT_PNG_OK;
}
