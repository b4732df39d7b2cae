/* SPDX-License-Identifier: MIT */
/*
 * The C interface between PTO-CTS and a backend that comes as a shared library. C11 and C++.
 *
 * A plug-in exports one function, pto_cts_open_backend(). The suite loads the library in a worker process, asks for the
 * description once, and then hands it calls: one instruction each, with its operands in memory. Everything runs on one
 * thread, one function at a time.
 *
 * Growth: every struct begins with its own size in bytes, set by whoever made it. Fields are only ever added at the end
 * within one version of the interface, and then the size grows: there is no unnamed padding at the end. A field that
 * lies beyond struct_size is not there, and counts as 0 or NULL. Arrays are arrays of pointers, so that their elements
 * may grow as well.
 *
 * Ownership: what the suite passes in lives until the function returns; what the plug-in returns from
 * pto_cts_open_backend() lives until close(). Neither side frees what the other made. Texts are UTF-8, ended by a 0.
 */
#ifndef PTO_CTS_BACKEND_H
#define PTO_CTS_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTO_CTS_ABI_VERSION 1u

/* Element types. Elements are little-endian. */
enum {
  PTO_CTS_U8 = 0,
  PTO_CTS_I8 = 1,
  PTO_CTS_U16 = 2,
  PTO_CTS_I16 = 3,
  PTO_CTS_U32 = 4,
  PTO_CTS_I32 = 5,
  PTO_CTS_U64 = 6,
  PTO_CTS_I64 = 7,
  PTO_CTS_F16 = 8,
  PTO_CTS_BF16 = 9,
  PTO_CTS_F32 = 10
};

/* What the instruction may do with an operand. */
enum {
  PTO_CTS_ROLE_IN = 0,
  PTO_CTS_ROLE_OUT = 1,
  PTO_CTS_ROLE_INOUT = 2,
  PTO_CTS_ROLE_SCRATCH = 3,
  PTO_CTS_ROLE_INDEX = 4,
  PTO_CTS_ROLE_MASK = 5
};

enum {
  PTO_CTS_TILE_VEC = 0,
  PTO_CTS_TILE_MAT = 1,
  PTO_CTS_TILE_LEFT = 2,
  PTO_CTS_TILE_RIGHT = 3,
  PTO_CTS_TILE_ACC = 4,
  PTO_CTS_TILE_BIAS = 5,
  PTO_CTS_TILE_SCALING = 6,
  PTO_CTS_TILE_SCALE_LEFT = 7,
  PTO_CTS_TILE_SCALE_RIGHT = 8,
  PTO_CTS_TILE_CTRL = 9
};

enum { PTO_CTS_BLAYOUT_ROW_MAJOR = 0, PTO_CTS_BLAYOUT_COL_MAJOR = 1 };
enum { PTO_CTS_SLAYOUT_NONE_BOX = 0, PTO_CTS_SLAYOUT_ROW_MAJOR = 1, PTO_CTS_SLAYOUT_COL_MAJOR = 2 };
enum { PTO_CTS_PAD_NULL = 0, PTO_CTS_PAD_ZERO = 1, PTO_CTS_PAD_MAX = 2, PTO_CTS_PAD_MIN = 3 };

/* A valid extent of the tile type that is given at run time. */
#define PTO_CTS_DYNAMIC ((int64_t)-1)

/* A tile operand: the template parameters of its type, and its valid region at run time. */
typedef struct pto_cts_tile {
  size_t struct_size;
  const char* name; /* of the operand, such as "src0" */
  int32_t role;     /* PTO_CTS_ROLE_* */
  int32_t type;     /* PTO_CTS_TILE_* */
  int32_t dtype;    /* PTO_CTS_U8 ... */
  int32_t blayout;  /* PTO_CTS_BLAYOUT_* */
  int32_t slayout;  /* PTO_CTS_SLAYOUT_* */
  int32_t pad;      /* PTO_CTS_PAD_*, of the type */
  int64_t rows;     /* static shape, in elements */
  int64_t cols;
  int64_t static_valid_rows; /* as in the type: elements, or PTO_CTS_DYNAMIC */
  int64_t static_valid_cols;
  int64_t valid_rows; /* what GetValidRow() returns, in elements */
  int64_t valid_cols;
  int64_t fractal_bytes; /* SLayoutSize */
  uint32_t storage;      /* position in pto_cts_call.storages; operands with the same one are in place */
  uint32_t reserved;     /* 0 */
} pto_cts_tile;

typedef struct pto_cts_scalar {
  size_t struct_size;
  const char* name;
  int32_t dtype;
  uint64_t bits; /* the value's bits in the low bytes; the others are 0 */
} pto_cts_scalar;

typedef struct pto_cts_attribute {
  size_t struct_size;
  const char* key;
  const char* value;
  int32_t template_slot; /* 1 where C++ spells it as a template argument, else 0 */
  uint32_t reserved;     /* 0 */
} pto_cts_attribute;

/* Memory of one or more tiles, in physical order. `data` is aligned to 64 bytes. */
typedef struct pto_cts_storage {
  size_t struct_size;
  void* data;
  size_t bytes;
  int32_t read_only; /* 1 where no operand in it is written; the memory may then be write-protected */
  uint32_t reserved; /* 0 */
} pto_cts_storage;

/* One instruction. Tiles stand in the order of the C++ intrinsic, destination first. */
typedef struct pto_cts_call {
  size_t struct_size;
  const char* mnemonic; /* upper case, such as "TMULS" */
  const char* profile;  /* "cpu_sim", "a2a3" or "a5" */
  const pto_cts_tile* const* tiles;
  size_t tile_count;
  const pto_cts_scalar* const* scalars;
  size_t scalar_count;
  const pto_cts_attribute* const* attributes;
  size_t attribute_count;
  const pto_cts_attribute* const* configuration; /* state set by earlier instructions */
  size_t configuration_count;
  const pto_cts_storage* const* storages;
  size_t storage_count;
} pto_cts_call;

enum {
  PTO_CTS_NOT_RUN = 0,  /* what `status` holds before the call; leaving it is a protocol error */
  PTO_CTS_EXECUTED = 1,
  PTO_CTS_REJECTED = 2, /* an illegal operand tuple: nothing was changed, and `diagnostic` says what is wrong */
  PTO_CTS_UNSUPPORTED = 3 /* only for what lies outside the description, with a `diagnostic`; inside it, a failure */
};

/* How a call ended. The suite owns it and the buffer. */
typedef struct pto_cts_outcome {
  size_t struct_size;
  int32_t status;
  char* diagnostic; /* a buffer: write one line of text, ended by a 0; read where the call was not executed */
  size_t diagnostic_bytes; /* size of the buffer, at least 256 */
} pto_cts_outcome;

/* Who decides what is illegal. */
enum {
  PTO_CTS_LEGALITY_NONE = 0, /* kernels alone: the suite's verifier stands in front, and legality is not observed */
  PTO_CTS_LEGALITY_OWN = 1   /* the backend rejects illegal operand tuples */
};

/* What the suite may look at after a call. What is not declared is not looked at, and is reported as not observed. */
enum {
  PTO_CTS_OBSERVES_GUARDS = 1,                 /* the bytes around each storage are what the instruction really wrote */
  PTO_CTS_OBSERVES_SOURCES = 2,                /* likewise storages that no operand writes */
  PTO_CTS_OBSERVES_MEMORY_AFTER_REJECTION = 4, /* likewise all storages after a rejection */
  PTO_CTS_OBSERVES_ALL = 7
};

/* How the suite may place storages, so that a stray access stops at the instruction that makes it. */
enum {
  PTO_CTS_ALLOWS_GUARD_PAGES = 1,       /* pages without access on both sides: it never touches a byte outside */
  PTO_CTS_ALLOWS_READ_ONLY_SOURCES = 2, /* write-protected sources: it never writes to them, not even the same value */
  PTO_CTS_ALLOWS_ALL = 3
};

/*
 * What the backend is, and which calls it takes. Lists are arrays of words ended by NULL. A call is inside the
 * capabilities where its mnemonic, its profile, the element type and the layout of each tile operand, and its attribute
 * "form", if it has one, are listed. Calls outside are never made. Everything up to `legality` must be there.
 */
typedef struct pto_cts_description {
  size_t struct_size;
  const char* name;                 /* one word or more, no control characters */
  const char* version;              /* of the backend, no control characters; may be empty or NULL */
  const char* const* instructions;  /* mnemonics, upper case */
  const char* const* profiles;      /* "cpu_sim", "a2a3", "a5" */
  const char* const* dtypes;        /* "u8" ... "u64", "i8" ... "i64", "f16", "bf16", "f32"; NULL for all */
  const char* const* layouts;       /* "ND", "DN", "Nz", "Zn", "Zz", "Nn"; NULL for all */
  const char* const* forms;         /* of TFILLPAD: "heterogeneous", "homogeneous"; NULL for all */
  int32_t in_place;                 /* 1 where operands may share their storage, else 0 */
  int32_t legality;                 /* PTO_CTS_LEGALITY_* */
  int32_t observes;                 /* PTO_CTS_OBSERVES_*, added */
  int32_t allows;                   /* PTO_CTS_ALLOWS_*, added */
  size_t max_batch;                 /* calls that execute() takes at once; 0 is 1. With `allows`, one is made at a time */
} pto_cts_description;

typedef struct pto_cts_backend {
  size_t struct_size;
  uint32_t abi_version; /* PTO_CTS_ABI_VERSION of the header it was built with */
  const pto_cts_description* description;
  void* self; /* passed to each function below; may be NULL */

  /*
   * Runs `count` calls in order, at most max_batch, and sets the status of each outcome; a rejection leaves a
   * diagnostic.
   * It must not end the process and not throw: a C++ exception that leaves it is a crash of the first call without a
   * status, and the calls after it are made again. A library that can only assert may abort with its text on standard
   * error: that counts as a rejection with this text, and costs a new worker.
   */
  void (*execute)(void* self, const pto_cts_call* const* calls, pto_cts_outcome* const* outcomes, size_t count);

  /* Brings the backend to the state in which it was opened. May be NULL: then a new process has to do it. */
  void (*reset)(void* self);

  /* Called once, before the library is unloaded. May be NULL. */
  void (*close)(void* self);
} pto_cts_backend;

#if defined(_WIN32)
#define PTO_CTS_EXPORT __declspec(dllexport)
#else
#define PTO_CTS_EXPORT __attribute__((visibility("default")))
#endif

/*
 * The one symbol of a plug-in. `host_abi_version` is the suite's PTO_CTS_ABI_VERSION. NULL means that the backend
 * cannot be opened; write the reason to standard error. A library of another version returns its backend all the same,
 * and is refused by its abi_version. Called again only after close().
 */
PTO_CTS_EXPORT const pto_cts_backend* pto_cts_open_backend(uint32_t host_abi_version);

#ifdef __cplusplus
}
#endif

#endif
