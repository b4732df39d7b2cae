# SPDX-License-Identifier: MIT
"""Semantics: what a legal call does to memory. Every source is read in full before the destination is written, so
operands may share a storage (Tile operands, constraint 5: a write is atomic)."""

import numpy as np

from tiles import elements, read, write

np.seterr(all="ignore")     # infinities and NaN are results like others


def tmuls(call):
    """TMULS, semantics: dst = src * scalar over the valid region of dst.

    A5 lets src have fewer valid rows; the rows beyond are then read as they lie."""
    dst, src = call.tiles
    scalar = np.array([[call.scalars[0][1]]], dtype=dst.dtype.bits)
    write(call.memory, dst, arithmetic(np.multiply, dst.dtype, read(call.memory, src, *dst.valid), scalar))


def tpartadd(call):
    """TPARTADD, semantics: the sum where both sources are defined, a copy where one is; else dst stays as it was."""
    dst, src0, src1 = call.tiles
    rows, cols = dst.valid
    result = read(call.memory, dst, rows, cols)
    parts = []
    for src in src0, src1:
        part = read(call.memory, src, min(rows, src.valid[0]), min(cols, src.valid[1]))
        result[:part.shape[0], :part.shape[1]] = part
        parts.append(part)
    both = tuple(slice(min(extents)) for extents in zip(parts[0].shape, parts[1].shape))
    result[both] = arithmetic(np.add, dst.dtype, parts[0][both], parts[1][both])
    write(call.memory, dst, result)


def tfillpad(call):
    """TFILLPAD, mechanism: the valid region of src, and pad in every other element of the static shape of dst."""
    dst, src = call.tiles
    pad = call.own_pad if call.form == "homogeneous" else dst.pad
    result = np.full((dst.rows, dst.cols), dst.dtype.pad_bits(pad), dtype=dst.dtype.bits)
    rows, cols = src.valid
    result[:rows, :cols] = read(call.memory, src, rows, cols)
    write(call.memory, dst, result)


def tgatherb(call):
    """TGATHERB, semantics, one byte offset per element. An element stays as it was where its offset is not valid, not a
    multiple of the element size, or outside the source tile."""
    dst, src, offset = call.tiles
    rows, cols = (min(extents) for extents in zip(dst.valid, offset.valid))
    where = read(call.memory, offset, rows, cols)
    size = src.dtype.size
    good = (where % size == 0) & (where <= src.bytes - size)
    source = elements(call.memory, src)
    gathered = source[np.where(good, where // size, 0)]
    write(call.memory, dst, np.where(good, gathered, read(call.memory, dst, rows, cols)))


def arithmetic(operation, dtype, a, b):
    """Add or multiply bits as numbers, rounded once, to nearest even (facts 2). Integers wrap: signs do not matter."""
    if dtype.name == "f32":
        return operation(a.view(np.float32), b.view(np.float32)).view(np.uint32)
    if dtype.name == "f16":     # in double both operations are exact
        wide = operation(a.view(np.float16).astype(np.float64), b.view(np.float16).astype(np.float64))
        return wide.astype(np.float16).view(np.uint16)
    if dtype.name == "bf16":    # products are exact; sums carry over twice 8 bits: rounding again is harmless
        return to_bf16(operation(from_bf16(a), from_bf16(b)))
    return operation(a, b)


def from_bf16(bits):
    """bf16 is the upper half of f32."""
    return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def to_bf16(x):
    """Double to bf16. Of the 52 fraction bits 45 are rounded away; below the normal numbers, all under 2^-133, which is
    what one unit in the last place of `shift` weighs."""
    bits = x.view(np.uint64)
    bits = bits + (0x0FFF_FFFF_FFFF + (bits >> 45 & 1)) & 0xFFFF_E000_0000_0000
    rounded = bits.view(np.float64)
    small = np.abs(x) < 2.0 ** -126
    if small.any():
        shift = 1.5 * 2.0 ** -81
        rounded[small] = np.copysign((x[small] + shift) - shift, x[small])
    result = (rounded.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    result[np.isnan(x)] = 0x7FC0
    return result


INSTRUCTIONS = {"TMULS": tmuls, "TPARTADD": tpartadd, "TFILLPAD": tfillpad, "TFILLPAD_EXPAND": tfillpad,
                "TGATHERB": tgatherb}
