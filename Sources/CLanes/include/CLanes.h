#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loops that gain from vectors of 256 bits. Swift compiles for the oldest processors;
// these functions use AVX2 where there is any, and give the same bits without it.
//
// Each has the processor time of a whole scan on one processor with the loop in Swift instead, for ten
// minutes of stereo in 16 bits as WAV.

/// The coefficients of a K-weighting filter.
struct lanes_filter {
  /// The gain at half the sampling rate, which is left out of the filter.
  float gain;
  float shelf_input1, shelf_input2, shelf_return1, shelf_return2;
  float pass_return1, pass_return2;
};

/// Filters eight rows of samples from `lead` samples before each of `starts`, and writes the energy
/// of eight rows for each of `ticks` ticks; tick n begins with sample n * `rate` / 100.
///
/// Reads up to three samples beyond the last tick.
// Without AVX2: 1.07 with `--analyze`.
void lanes_weigh(
    struct lanes_filter filter, const void *samples, const ptrdiff_t *starts, ptrdiff_t lead,
    ptrdiff_t rate, ptrdiff_t ticks, void *energies);

/// The sums and extremes of some samples.
struct lanes_sums {
  float sum, energy, lowest, highest;
};

// In Swift: 1.08 with `--analyze`.
struct lanes_sums lanes_tally(const void *samples, ptrdiff_t start, ptrdiff_t count);

/// The sum of squares and the extremes of some 16-bit samples.
struct lanes_integers {
  uint64_t energy;
  int16_t lowest, highest;
};

/// Tallies `groups` groups of sixteen samples that begin with byte `start`; at most 2^33 samples.
// In Swift: 1.06 to 1.10 together with `lanes_digest`.
struct lanes_integers lanes_squares(
    const void *bytes, ptrdiff_t start, ptrdiff_t groups, bool is_big_endian);

/// Adds stripes of 64 bytes to the eight accumulators of XXH3, each with the secret shifted by eight
/// more bytes, and scrambles the accumulators after every sixteenth.
// In Swift: as `lanes_squares`; 1.06 to 1.08 for samples of 32 bits.
void lanes_digest(
    void *accumulators, const void *bytes, ptrdiff_t start, ptrdiff_t stripes, const void *secret);

/// Transforms eight complex signals of 2,048 samples, and writes five sums of eight numbers: the power in three bands,
/// the power weighted by frequency, and that by frequency and its logarithm.
///
/// `starts` are those of the eight real parts, then of the eight imaginary parts. `tables` has the window, pairs of
/// cosine and sine for the first pass, triples of pairs for the other passes, and both weights of the bins 0…1024;
/// `bins` the place of each bin after the passes, and the four edges of the bands, from 1 to 1025. `room` has 128 KB
/// and 64 bytes.
// Without AVX2: 1.21 with `--color-by pitch`.
void lanes_tones(
    const void *samples, const ptrdiff_t *starts, const void *tables, const int32_t *bins, void *room, void *sums);
