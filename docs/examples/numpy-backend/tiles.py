# SPDX-License-Identifier: MIT
"""Tiles: element types, descriptors, where an element lies in its storage, and pad values.

Pages are named as in the ISA: "Tile operands" is the page on the tile type. "facts 1" is section 1 of the page that
collects what the ISA pages leave silent; "design 5" is section 5 of the design page.
"""

from functools import lru_cache
from operator import index

import numpy as np

LOCATIONS = {"Vec", "Mat", "Left", "Right", "Acc", "Bias", "Scaling", "ScaleLeft", "ScaleRight", "Ctrl"}
PADS = {"Null", "Zero", "Max", "Min"}
DYNAMIC = -1


class DType:
    """An element type. Elements are held as unsigned integers of their size; `plus_inf` marks a float type."""

    def __init__(self, name, size, signed=False, plus_inf=None):
        self.name, self.size, self.signed, self.plus_inf = name, size, signed, plus_inf
        self.bits = np.dtype(f"<u{size}")

    def pad_bits(self, pad):
        """Tile operands, PadValue; TFILLPAD, Mechanism: infinities where there are some, else the ends of the range."""
        sign = 1 << (8 * self.size - 1)
        if pad == "Zero":
            return 0
        if self.plus_inf is not None:
            return self.plus_inf if pad == "Max" else self.plus_inf | sign
        largest = sign - 1 if self.signed else 2 * sign - 1
        return largest if pad == "Max" else (largest + 1) % (2 * sign)


DTYPES = {d.name: d for d in (
    DType("u8", 1), DType("i8", 1, signed=True), DType("u16", 2), DType("i16", 2, signed=True),
    DType("u32", 4), DType("i32", 4, signed=True), DType("u64", 8), DType("i64", 8, signed=True),
    DType("f16", 2, plus_inf=0x7C00), DType("bf16", 2, plus_inf=0x7F80), DType("f32", 4, plus_inf=0x7F800000))}


class Tile:
    """A tile operand as the protocol describes it."""

    def __init__(self, fields):
        self.name, self.storage = fields["name"], index(fields["storage"])
        self.location, self.pad = str(fields["type"]), str(fields["pad"])
        self.dtype = DTYPES[fields["dtype"]]
        self.rows, self.cols = extents(fields["shape"])
        self.valid, self.static_valid = extents(fields["valid"]), extents(fields["static_valid"])
        layout = fields["layout"]
        self.blayout, self.slayout = layout["blayout"], layout["slayout"]
        self.fractal_bytes = index(layout["fractal_bytes"])
        self.bytes = self.rows * self.cols * self.dtype.size

    @property
    def row_major(self):
        """`isRowMajor` is about the large layout alone: Zz and Zn are row-major."""
        return self.blayout == "RowMajor"

    @property
    def layout(self):
        """All that decides where an element lies, the size of the box included; an unknown box is None."""
        return self.rows, self.cols, self.blayout, self.slayout, self.box

    @property
    def box(self):
        """Rows and columns of the fractal box (facts 1); a tile without boxes has boxes of one element."""
        if self.slayout == "NoneBox":
            return 1, 1
        short = {512: 32 // self.dtype.size, 1024: 16, 32: 2}.get(self.fractal_bytes)
        return short and ((16, short) if self.slayout == "RowMajor" else (short, 16))


def extents(fields):
    """Rows and columns; what is no whole number raises TypeError."""
    return index(fields["rows"]), index(fields["cols"])


@lru_cache(maxsize=128)
def offsets(rows, cols, blayout, slayout, box):
    """The place of every element, counted in elements (facts 1): boxes in the order of BLayout, inside of SLayout."""
    box_rows, box_cols = box
    big_r, r = np.divmod(np.arange(rows)[:, None], box_rows)
    big_c, c = np.divmod(np.arange(cols), box_cols)
    if blayout == "RowMajor":
        outer = big_r * (cols * box_rows) + big_c * (box_rows * box_cols)
    else:
        outer = big_c * (rows * box_cols) + big_r * (box_rows * box_cols)
    inner = c * box_rows + r if slayout == "ColMajor" else r * box_cols + c
    return outer + inner


def elements(memory, tile):
    """A tile's elements in physical order: a view of its storage."""
    return memory[tile.storage][:tile.bytes].view(tile.dtype.bits)


def read(memory, tile, rows, cols):
    """A copy of the upper left rectangle of a tile, as bits."""
    flat = elements(memory, tile)
    if tile.slayout == "NoneBox":
        return plane(flat, tile)[:rows, :cols].copy()
    return flat[offsets(*tile.layout)[:rows, :cols]]


def write(memory, tile, values):
    """Put a rectangle of bits into the upper left of a tile, and nothing anywhere else."""
    rows, cols = values.shape
    flat = elements(memory, tile)
    if tile.slayout == "NoneBox":
        plane(flat, tile)[:rows, :cols] = values
    else:
        flat[offsets(*tile.layout)[:rows, :cols]] = values


def plane(flat, tile):
    """Layouts without boxes need no table: the plane is a view (ND), or a transposed one (DN)."""
    return flat.reshape(tile.rows, tile.cols) if tile.row_major else flat.reshape(tile.cols, tile.rows).T
