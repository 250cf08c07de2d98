#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libpng reports errors by longjmp, which must never cross a Swift frame. So one function here writes a
// whole picture and one reads one: setjmp and every call that may jump are inside of them. The row callback
// is called between two calls of libpng, never beneath one.

enum { WT_PNG_OK = 0, WT_PNG_NO_MEMORY = 1, WT_PNG_REFUSED = 2, WT_PNG_STOPPED = 3 };

/// Bytes that grow, and the reason when they could not be made.
typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
  int out_of_memory;
  char reason[96];
} wt_png_bytes;

/// Gives row `y`, or NULL if the picture is no longer wanted.
typedef const void *(*wt_png_row)(void *context, uint32_t y);

/// A file to be written.
typedef struct {
  uint32_t width, height;
  int bit_depth, color_type; // rows have a byte a pixel for a palette, else four
  uint32_t pixels_per_metre; // 0 if unspecified
  int level;                 // of deflate
  int is_upright;            // whether rows mostly repeat those above
  wt_png_row row; // NULL if the chunks include the image data and the end of the file
  void *context;
  // The colors of a palette (three bytes each), the opacities of the first of them, and the chunks before and after the
  // image data, one after the other.
  const uint8_t *contents;
  int color_count, opacity_count;
  size_t before_count, after_count;
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

/// Writes chunks, each given as its length, name and content; libpng adds the checksums.
static inline void wt_png_write_chunks(png_structp png, const uint8_t *chunks, size_t count) {
  while (count >= 8) {
    uint32_t length = png_get_uint_32(chunks);
    if (length > count - 8) png_error(png, "a chunk ends early");
    png_write_chunk(png, chunks + 4, chunks + 8, length);
    chunks += 8 + (size_t)length;
    count -= 8 + (size_t)length;
  }
}

/// Writes a file into `out`, whose bytes the caller frees in any case.
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
  // libpng would have another strategy for true color.
  png_set_compression_strategy(png, picture->is_upright ? 3 : 0);  // Z_RLE, or Z_DEFAULT_STRATEGY
  png_set_filter(png, PNG_FILTER_TYPE_BASE, picture->is_upright ? PNG_FILTER_UP : PNG_FILTER_NONE);
  png_set_compression_buffer_size(png, 65536);
  // The indices are ours, and the check reads every byte.
  png_set_check_for_invalid_index(png, 0);
  png_set_IHDR(png, info, picture->width, picture->height, picture->bit_depth, picture->color_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  const uint8_t *opacities = picture->contents + (size_t)picture->color_count * 3;
  const uint8_t *before = opacities + picture->opacity_count, *after = before + picture->before_count;
  if (picture->color_count > 0) png_set_PLTE(png, info, (png_const_colorp)picture->contents, picture->color_count);
  if (picture->opacity_count > 0) png_set_tRNS(png, info, opacities, picture->opacity_count, NULL);
  if (picture->pixels_per_metre > 0)
    png_set_pHYs(png, info, picture->pixels_per_metre, picture->pixels_per_metre, PNG_RESOLUTION_METER);
  png_write_info(png, info);
  // Indices of few bits share a byte, and the fourth byte of opaque pixels is left out.
  png_set_packing(png);
  if (picture->color_type == PNG_COLOR_TYPE_RGB) png_set_filler(png, 0, PNG_FILLER_AFTER);
  wt_png_write_chunks(png, before, picture->before_count);
  if (picture->row != NULL) {
    for (uint32_t y = 0; y < picture->height; y++) {
      const void *row = picture->row(picture->context, y);
      if (row == NULL) {
        png_destroy_write_struct(&png, &info);
        return WT_PNG_STOPPED;
      }
      png_write_row(png, (png_const_bytep)row);
    }
    png_write_end(png, NULL);
  }
  wt_png_write_chunks(png, after, picture->after_count);
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

// Reducing

/// Takes a row of cells: premultiplied RGBA, eight bits a component.
typedef void (*wt_png_cells)(void *context, uint32_t width, const uint8_t *cells);

/// How a picture is reduced: each cell is the mean of `factor` times `factor` pixels.
typedef struct {
  size_t maximum_pixels;      // in the file
  size_t maximum_interlaced;  // in the answer, where all of them have to be kept until the end
  uint32_t factor;            // at most 128; raised where an interlaced picture would be too large
  wt_png_cells cells;
  void *context;
  uint32_t width, height;     // of the answer
  uint64_t *sums;             // freed by the caller
  uint8_t *row;               // freed by the caller
} wt_png_reduction;

enum { WT_PNG_MAXIMUM_FACTOR = 128 };

/// Adds a row of straight RGBA, whose pixels stand at `start`, `start + step` and so on, to sums of four components.
static inline void wt_png_add(const uint8_t *row, uint32_t count, uint32_t start, uint32_t step, uint32_t factor,
                              uint64_t *sums) {
  for (uint32_t i = 0; i < count; i++) {
    uint64_t *sum = sums + (size_t)((start + i * step) / factor) * 4;
    uint32_t alpha = row[i * 4 + 3];
    for (int c = 0; c < 3; c++) sum[c] += row[i * 4 + c] * alpha;
    sum[3] += alpha * 255;
  }
}

/// Makes means of sums, where they stand: a row of cells over `rows` rows of the file.
static inline void wt_png_finish(uint64_t *sums, uint32_t width, uint32_t rows, const wt_png_reduction *wanted) {
  uint32_t factor = wanted->factor;
  uint8_t *cells = (uint8_t *)sums;
  for (uint32_t i = 0; i < wanted->width; i++) {
    uint32_t columns = i * factor + factor <= width ? factor : width - i * factor;
    uint64_t count = (uint64_t)columns * rows * 255;
    // What is written here was read before: cells are shorter than sums.
    for (int c = 0; c < 4; c++) cells[i * 4 + c] = (uint8_t)((sums[i * 4 + c] + count / 2) / count);
  }
  wanted->cells(wanted->context, wanted->width, cells);
}

/// Reads a picture row by row and hands it on reduced, so that it takes little memory however large it is.
static inline int wt_png_reduce(wt_png_input *input, wt_png_reduction *wanted) {
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
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
  // Texts, profiles and the frames of a moving picture are of no use, and may unpack to any size.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(png, info);
  uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if ((size_t)width * height > wanted->maximum_pixels) png_error(png, "more pixels than allowed");
  int isInterlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  if (wanted->factor < 1) wanted->factor = 1;
  while (isInterlaced && wanted->factor < WT_PNG_MAXIMUM_FACTOR &&
         ((size_t)(width / wanted->factor) + 1) * (height / wanted->factor + 1) > wanted->maximum_interlaced)
    wanted->factor++;
  uint32_t factor = wanted->factor;
  wanted->width = (width + factor - 1) / factor;
  wanted->height = (height + factor - 1) / factor;
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  png_read_update_info(png, info);
  wanted->row = (uint8_t *)malloc(png_get_rowbytes(png, info));
  wanted->sums = (uint64_t *)calloc((size_t)wanted->width * (isInterlaced ? wanted->height : 1), 4 * sizeof(uint64_t));
  if (wanted->row == NULL || wanted->sums == NULL) {
    input->report.out_of_memory = 1;
    png_error(png, "out of memory");
  }
  size_t line = (size_t)wanted->width * 4;
  for (int pass = 0; pass < (isInterlaced ? PNG_INTERLACE_ADAM7_PASSES : 1); pass++) {
    uint32_t columns = isInterlaced ? PNG_PASS_COLS(width, pass) : width;
    uint32_t rows = isInterlaced ? PNG_PASS_ROWS(height, pass) : height;
    if (columns == 0) continue;
    for (uint32_t i = 0; i < rows; i++) {
      png_read_row(png, wanted->row, NULL);
      if (isInterlaced) {
        uint32_t y = PNG_ROW_FROM_PASS_ROW(i, pass);
        wt_png_add(wanted->row, columns, PNG_PASS_START_COL(pass), 1u << PNG_PASS_COL_SHIFT(pass), factor,
                   wanted->sums + y / factor * line);
        continue;
      }
      wt_png_add(wanted->row, columns, 0, 1, factor, wanted->sums);
      if (i % factor == factor - 1 || i == rows - 1) {
        wt_png_finish(wanted->sums, width, i % factor + 1, wanted);
        memset(wanted->sums, 0, line * sizeof(uint64_t));
      }
    }
  }
  for (uint32_t y = 0; isInterlaced && y < wanted->height; y++) {
    uint32_t rows = y * factor + factor <= height ? factor : height - y * factor;
    wt_png_finish(wanted->sums + y * line, width, rows, wanted);
  }
  png_destroy_read_struct(&png, &info, NULL);
  return WT_PNG_OK;
}
