/* SPDX-License-Identifier: MIT */
/*
 * TMULS in C: kernels alone. PTO_CTS_LEGALITY_NONE puts the suite's verifier in front, as a toolchain puts one before
 * its target, so that no illegal operand tuple arrives here. What the manual leaves to the target does arrive:
 * may_run() turns away what the kernels were not written for, since they must not touch memory outside the storages.
 */
#include <pto_cts_backend.h>
#include <stdio.h>
#include <string.h>

static void multiply_f32(float* dst, const float* src, int64_t count, uint64_t bits) {
  const uint32_t low = (uint32_t)bits;
  float scalar;
  memcpy(&scalar, &low, sizeof scalar);
  for (int64_t i = 0; i < count; ++i) dst[i] = src[i] * scalar;
}

/* Unsigned, so that it wraps; the product modulo 2^32 is the same. */
static void multiply_i32(uint32_t* dst, const uint32_t* src, int64_t count, uint64_t bits) {
  for (int64_t i = 0; i < count; ++i) dst[i] = src[i] * (uint32_t)bits;
}

static int may_run(const pto_cts_call* call) {
  if (call->tile_count != 2 || call->scalar_count != 1) return 0;
  const pto_cts_tile *dst = call->tiles[0], *src = call->tiles[1];
  return src->dtype == dst->dtype && call->scalars[0]->dtype == dst->dtype && src->rows == dst->rows &&
         src->cols == dst->cols && 0 <= dst->valid_rows && dst->valid_rows <= dst->rows && 0 <= dst->valid_cols &&
         dst->valid_cols <= dst->cols;
}

/* Row-major: element (row, col) lies at row * cols + col. The destination's valid region is what is computed. */
static void tmuls(const pto_cts_call* call) {
  const pto_cts_tile *dst = call->tiles[0], *src = call->tiles[1];
  void* to = call->storages[dst->storage]->data;
  const void* from = call->storages[src->storage]->data;
  const uint64_t scalar = call->scalars[0]->bits;
  for (int64_t row = 0; row < dst->valid_rows; ++row) {
    const int64_t at = row * dst->cols;
    if (dst->dtype == PTO_CTS_F32)
      multiply_f32((float*)to + at, (const float*)from + at, dst->valid_cols, scalar);
    else
      multiply_i32((uint32_t*)to + at, (const uint32_t*)from + at, dst->valid_cols, scalar);
  }
}

static void execute(void* self, const pto_cts_call* const* calls, pto_cts_outcome* const* outcomes, size_t count) {
  (void)self;
  for (size_t i = 0; i < count; ++i) {
    if (may_run(calls[i])) {
      tmuls(calls[i]);
      outcomes[i]->status = PTO_CTS_EXECUTED;
    } else {
      snprintf(outcomes[i]->diagnostic, outcomes[i]->diagnostic_bytes,
               "dst, src and scalar: one element type, one shape, and a valid region inside it");
      outcomes[i]->status = PTO_CTS_REJECTED;
    }
  }
}

static const char* const instructions[] = {"TMULS", NULL};
static const char* const profiles[] = {"a2a3", "a5", NULL};
static const char* const dtypes[] = {"f32", "i32", NULL};
static const char* const layouts[] = {"ND", NULL};

static const pto_cts_description description = {
    .struct_size = sizeof(pto_cts_description),
    .name = "tmuls-example",
    .version = "1.0",
    .instructions = instructions,
    .profiles = profiles,
    .dtypes = dtypes,
    .layouts = layouts,
    .in_place = 1,
    .legality = PTO_CTS_LEGALITY_NONE,
    .observes = PTO_CTS_OBSERVES_ALL, /* plain memory: the suite sees every byte that was written */
    .allows = PTO_CTS_ALLOWS_ALL,     /* and nothing outside the storages is touched */
};

static const pto_cts_backend backend = {
    .struct_size = sizeof(pto_cts_backend),
    .abi_version = PTO_CTS_ABI_VERSION,
    .description = &description,
    .execute = execute, /* no state: neither reset nor close */
};

const pto_cts_backend* pto_cts_open_backend(uint32_t host_abi_version) {
  (void)host_abi_version;
  return &backend;
}
