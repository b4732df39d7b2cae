# SPDX-License-Identifier: MIT
"""Tests of the NumPy backend: python3 -m unittest numpy_backend_test. Expected values are worked out by hand, or by
loops and fractions that are nothing like the program."""

import json
import math
import random
import struct
import subprocess
import sys
import unittest
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

import legality
import numpy_backend
import semantics
import tiles

SIZES = {"u8": 1, "i8": 1, "u16": 2, "i16": 2, "f16": 2, "bf16": 2, "u32": 4, "i32": 4, "f32": 4, "u64": 8, "i64": 8}
LAYOUTS = {"ND": ("RowMajor", "NoneBox"), "DN": ("ColMajor", "NoneBox"), "Nz": ("ColMajor", "RowMajor"),
           "Zn": ("RowMajor", "ColMajor"), "Zz": ("RowMajor", "RowMajor"), "Nn": ("ColMajor", "ColMajor")}


def tile(name, dtype="f32", rows=16, cols=32, valid=None, layout="ND", location="Vec", pad="Null", storage=0,
         static_valid=(-1, -1), fractal=512):
    valid = valid or (rows, cols)
    return {"name": name, "role": "in", "storage": storage, "type": location, "dtype": dtype,
            "shape": {"rows": rows, "cols": cols},
            "layout": {"blayout": LAYOUTS[layout][0], "slayout": LAYOUTS[layout][1], "fractal_bytes": fractal},
            "static_valid": {"rows": static_valid[0], "cols": static_valid[1]},
            "valid": {"rows": valid[0], "cols": valid[1]}, "pad": pad}


def size(fields):
    return max(0, fields["shape"]["rows"] * fields["shape"]["cols"] * SIZES[fields["dtype"]])


def request(instruction, operands, profile="a5", scalars=(), attributes=(), in_place=False):
    operands = [dict(t, storage=0 if in_place else k) for k, t in enumerate(operands)]
    sizes = [max(map(size, operands))] if in_place else [size(t) for t in operands]
    return {"message": "execute", "id": "x-1", "profile": profile,
            "tuple": {"instruction": instruction, "tiles": operands,
                      "scalars": [{"name": "scalar", "dtype": d} for d, _ in scalars],
                      "attributes": [{"key": k, "value": v, "template_slot": False} for k, v in attributes],
                      "configuration": []},
            "scalars": [f"0x{bits:0{2 * SIZES[d]}x}" for d, bits in scalars], "storages": sizes}


def answer(message, data=None):
    if data is None:
        data = bytes(sum(message["storages"]))
    fields, memory = numpy_backend.answer(message, data)
    return fields, [bytes(m) for m in memory]


def offset(layout, rows, cols, element, r, c, fractal=512):
    """The map of the fact page for one element, with whole numbers."""
    if layout == "ND":
        return r * cols + c
    if layout == "DN":
        return c * rows + r
    short = {512: 32 // element, 1024: 16, 32: 2}[fractal]
    ir_, ic_ = (16, short) if layout[1] == "z" else (short, 16)
    br, bc, ir, ic = r // ir_, c // ic_, r % ir_, c % ic_
    outer = br * cols * ir_ + bc * ir_ * ic_ if layout[0] == "Z" else bc * rows * ic_ + br * ir_ * ic_
    return outer + (ir * ic_ + ic if layout[1] == "z" else ic * ir_ + ir)


class Layouts(unittest.TestCase):
    def test_maps(self):
        for layout in LAYOUTS:
            for dtype in ("i8", "f16", "f32"):
                for fractal in (512, 1024, 32):
                    t = tiles.Tile(tile("t", dtype, 32, 64, layout=layout, fractal=fractal))
                    flat = np.arange(32 * 64).astype(t.dtype.bits)
                    memory = [flat.view(np.uint8).copy()]
                    table = [[offset(layout, 32, 64, SIZES[dtype], r, c, fractal) for c in range(64)]
                             for r in range(32)]
                    np.testing.assert_array_equal(tiles.offsets(*t.layout), table)
                    self.assertEqual(sorted(sum(table, [])), list(range(2048)))
                    got = tiles.read(memory, t, 30, 63)
                    want = [[flat[at] for at in row[:63]] for row in table[:30]]
                    np.testing.assert_array_equal(got, want)
                    memory[0][:] = 255
                    tiles.write(memory, t, got)
                    np.testing.assert_array_equal(tiles.read(memory, t, 30, 63), want)
                    self.assertTrue((tiles.read(memory, t, 32, 64)[30:] == (1 << 8 * t.dtype.size) - 1).all())

    def test_nz_by_hand(self):
        """f32 32 x 16 in Nz has boxes of 16 x 8. Element (17, 9): box column 1, box row 1, inside (1, 1)."""
        t = tiles.Tile(tile("t", "f32", 32, 16, layout="Nz"))
        self.assertEqual(tiles.offsets(*t.layout)[17, 9], 1 * 32 * 8 + 1 * 128 + 1 * 8 + 1)


class Pads(unittest.TestCase):
    WANT = {"u8": (0xFF, 0), "i8": (0x7F, 0x80), "u16": (0xFFFF, 0), "i16": (0x7FFF, 0x8000),
            "u32": (0xFFFFFFFF, 0), "i32": (0x7FFFFFFF, 0x80000000), "f16": (0x7C00, 0xFC00),
            "bf16": (0x7F80, 0xFF80), "f32": (0x7F800000, 0xFF800000)}

    def test_values(self):
        for dtype, (high, low) in self.WANT.items():
            for pad, want in (("Max", high), ("Min", low), ("Zero", 0)):
                self.assertEqual(tiles.DTYPES[dtype].pad_bits(pad), want, (dtype, pad))

    def test_fill(self):
        """Every element of the static shape is written, whatever the valid region of dst; NaN payloads survive."""
        dst = tile("dst", "f32", 4, 32, valid=(1, 1), pad="Min")
        src = tile("src", "f32", 4, 32, valid=(2, 3))
        data = bytes(512) + struct.pack("<128I", *(0x7F800001 + k for k in range(128)))
        fields, (out, kept) = answer(request("TFILLPAD", [dst, src]), data)
        self.assertEqual((fields["outcome"], fields["storages"]), ("executed", [0, 1]))
        got = struct.unpack("<128I", out)
        for r in range(4):
            for c in range(32):
                self.assertEqual(got[r * 32 + c], 0x7F800001 + r * 32 + c if r < 2 and c < 3 else 0xFF800000)
        self.assertEqual(kept, data[512:])

    def test_in_place_nz(self):
        """The page's second example: Mat, Nz, f32 16 x 256, 1 x 224 valid, in place, padded with zero."""
        t = tile("t", "f32", 16, 256, valid=(1, 224), static_valid=(1, 224), layout="Nz", location="Mat")
        message = request("TFILLPAD", [dict(t, name="dst"), dict(t, name="src")], in_place=True,
                          attributes=[("form", "homogeneous"), ("pad", "Zero")])
        data = struct.pack("<4096I", *range(1, 4097))
        fields, (out,) = answer(message, data)
        self.assertEqual(fields["outcome"], "executed")
        got = struct.unpack("<4096I", out)
        for r in range(16):
            for c in range(256):
                at = offset("Nz", 16, 256, 4, r, c)
                self.assertEqual(got[at], at + 1 if r == 0 and c < 224 else 0)

    def test_expand(self):
        dst, src = tile("dst", "i8", 32, 64, pad="Max"), tile("src", "i8", 16, 32, valid=(5, 6))
        fields, (out, _) = answer(request("TFILLPAD_EXPAND", [dst, src]))
        self.assertEqual(fields["outcome"], "executed")
        self.assertEqual(out, b"".join(b"\0" * 6 + b"\x7f" * 58 if r < 5 else b"\x7f" * 64 for r in range(32)))


def value(bits, fraction_bits, exponent_bits):
    """A finite float as a fraction."""
    sign = -1 if bits >> (fraction_bits + exponent_bits) else 1
    exponent = bits >> fraction_bits & (1 << exponent_bits) - 1
    fraction = bits & (1 << fraction_bits) - 1
    bias = (1 << exponent_bits - 1) - 1
    if exponent:
        fraction += 1 << fraction_bits
    return sign * fraction * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits)


def nearest(x, fraction_bits, exponent_bits):
    """The bits of the float nearest to a positive fraction, ties to even, by bisection over all bit patterns."""
    low, high = 0, ((1 << exponent_bits) - 1) << fraction_bits      # high stands for 2^emax, infinity
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if value(middle, fraction_bits, exponent_bits) <= x else (low, middle)
    below, above = (x - value(low, fraction_bits, exponent_bits), value(high, fraction_bits, exponent_bits) - x)
    return low if below < above or below == above and low % 2 == 0 else high


class Numbers(unittest.TestCase):
    def compute(self, operation, dtype, a, b):
        bits = tiles.DTYPES[dtype].bits
        got = semantics.arithmetic(operation, tiles.DTYPES[dtype], np.array([a], bits), np.array([b], bits))
        return [int(x) for x in got[0]]

    def test_bf16_ties(self):
        """3F81 = 1 + 2^-7. Squared: 1 + 2^-6 + 2^-14, rounds down. 3F81 * 1.5: 1 + 64/128 + 1.5/128, a tie between the
        odd C1 and the even C2: up. 3F83 * 1.5: 1.5 + 4.5/128, a tie between C4 and C5: down to even."""
        got = self.compute(np.multiply, "bf16", [0x3F81, 0x3F81, 0x3F83, 0xBF83], [0x3F81, 0x3FC0, 0x3FC0, 0x3FC0])
        self.assertEqual(got, [0x3F82, 0x3FC2, 0x3FC4, 0xBFC4])

    def test_bf16_edges(self):
        """Largest times 1 + 2^-7 overflows; NaN of all ones stays NaN; half of the odd subnormal 1 is a tie to 0, of 3
        to 2; the smallest normal halved is subnormal; minus keeps its sign on zero."""
        got = self.compute(np.multiply, "bf16", [0x7F7F, 0x7FFF, 0x0001, 0x0003, 0x0080, 0x8001, 0x7F80],
                           [0x3F81, 0x3F80, 0x3F00, 0x3F00, 0x3F00, 0x3F00, 0x0000])
        self.assertEqual(got, [0x7F80, 0x7FC0, 0x0000, 0x0002, 0x0040, 0x8000, 0x7FC0])

    def test_small_floats_against_fractions(self):
        dice = random.Random(1)
        for dtype, fraction_bits, exponent_bits in (("bf16", 7, 8), ("f16", 10, 5)):
            infinity = ((1 << exponent_bits) - 1) << fraction_bits
            for operation, exact in ((np.multiply, lambda p, q: p * q), (np.add, lambda p, q: p + q)):
                a = [dice.randrange(infinity) for _ in range(2000)]
                if operation is np.multiply:    # products around the whole range, the subnormal end above all
                    b = [min(max(dice.choice((infinity // 2, infinity)) - x + dice.randrange(-600, 600), 0),
                             infinity - 1) for x in a]
                    b[:500] = [dice.randrange(1200) for _ in range(500)]
                    a[:500] = [dice.randrange(infinity // 3, infinity // 2 + 300) for _ in range(500)]
                else:
                    b = [min(max(x + dice.randrange(-3 << fraction_bits + 2, 3 << fraction_bits + 2), 0), infinity - 1)
                         for x in a]
                for x, y, got in zip(a, b, self.compute(operation, dtype, a, b)):
                    p, q = (value(bits, fraction_bits, exponent_bits) for bits in (x, y))
                    want = nearest(exact(p, q), fraction_bits, exponent_bits)
                    self.assertEqual(got, want, (dtype, hex(x), hex(y)))

    def test_f32_and_integers(self):
        self.assertEqual(self.compute(np.multiply, "f32", [0x3FC00000, 0x00000001], [0xC0000000, 0x40000000]),
                         [0xC0400000, 0x00000002])
        self.assertTrue(math.isnan(struct.unpack("<f", struct.pack("<I", self.compute(
            np.add, "f32", [0x7F800000], [0xFF800000])[0]))[0]))
        self.assertEqual(self.compute(np.multiply, "i8", [0xFF, 0x80, 100], [0xFF, 0xFF, 3]), [1, 0x80, 300 % 256])
        self.assertEqual(self.compute(np.add, "i64", [2 ** 64 - 1], [2]), [1])

    def test_tmuls(self):
        """dst has 3 x 2 valid elements; the rest of it stays. In place the same."""
        dst, src = tile("dst", "i16", 16, 16, valid=(3, 2)), tile("src", "i16", 16, 16, valid=(3, 2))
        data = struct.pack("<512h", *range(512))
        for in_place in (False, True):
            given = data[512:] if in_place else data
            fields, memory = answer(request("TMULS", [dst, src], "a2a3", [("i16", 0xFFFE)], in_place=in_place), given)
            self.assertEqual(fields["outcome"], "executed")
            got, first = struct.unpack("<256h", memory[0]), 256 if in_place else 0
            for k in range(256):
                self.assertEqual(got[k], (256 + k) * -2 if k // 16 < 3 and k % 16 < 2 else first + k)

    def test_scalar_digits_are_a_number(self):
        t = tile("t", "f32", 16, 8)
        data = bytes(512) + struct.pack("<128f", *[1.5] * 128)
        _, memory = answer(request("TMULS", [t, t], scalars=[("f32", 0x40000000)]), data)
        self.assertEqual(set(struct.unpack("<128f", memory[0])), {3.0})


class PartialAdd(unittest.TestCase):
    def test_three_cases(self):
        """dst 4 x 4; src0 covers it; src1 covers 2 x 4: the sum above, src0 below, bit for bit (here a signalling NaN).
        The other way round the copies come from src1."""
        whole, part = tile("whole", "f32", 8, 16, valid=(4, 4)), tile("part", "f32", 8, 16, valid=(2, 4))
        ones, nans = struct.pack("<128f", *[1.0] * 128), struct.pack("<128I", *[0x7F800123] * 128)
        twos = struct.pack("<128f", *[2.0] * 128)
        mixed = twos[:2 * 64] + nans[2 * 64:]
        for sources, data in (([whole, part], mixed + ones), ([part, whole], ones + mixed)):
            fields, memory = answer(request("TPARTADD", [whole, *sources]), b"\xAA" * 512 + data)
            self.assertEqual(fields["outcome"], "executed")
            got = struct.unpack("<128I", memory[0])
            for r in range(8):
                for c in range(16):
                    want = 0xAAAAAAAA if r >= 4 or c >= 4 else 0x40400000 if r < 2 else 0x7F800123
                    self.assertEqual(got[r * 16 + c], want)

    def test_neither(self):
        """Open on A5: where no source is defined dst stays as it was."""
        dst = tile("dst", "u8", 16, 32)
        wide, tall = tile("src0", "u8", 16, 32, valid=(1, 32)), tile("src1", "u8", 16, 32, valid=(16, 1))
        _, memory = answer(request("TPARTADD", [dst, wide, tall]), b"\x07" * 512 + b"\x01" * 512 + b"\x02" * 512)
        self.assertEqual(memory[0], b"\x03" + b"\x01" * 31 + (b"\x02" + b"\x07" * 31) * 15)


class Gather(unittest.TestCase):
    def test_elements(self):
        dst, src, off = tile("dst", "u16", 16, 16), tile("src", "u16", 16, 16), tile("offset", "u32", 16, 16)
        offsets = [510 - 2 * k for k in range(256)]
        offsets[3], offsets[4], offsets[5] = 0xFFFFFFFE, 512, 1     # outside, outside, not aligned: stay
        data = b"\xEE" * 512 + struct.pack("<256H", *range(256)) + struct.pack("<256I", *offsets)
        fields, memory = answer(request("TGATHERB", [dst, src, off], "a2a3"), data)
        self.assertEqual(fields["outcome"], "executed")
        want = [0xEEEE if k in (3, 4, 5) else 255 - k for k in range(256)]
        self.assertEqual(list(struct.unpack("<256H", memory[0])), want)

    def test_smaller_offset_tile(self):
        dst, src, off = tile("dst", "u8", 32, 32), tile("src", "u8", 16, 32), tile("offset", "u32", 8, 16, valid=(2, 3))
        data = b"\xEE" * 1024 + b"\x55" * 512 + bytes(512)
        _, memory = answer(request("TGATHERB", [dst, src, off]), data)
        self.assertEqual(memory[0], (b"\x55" * 3 + b"\xEE" * 29) * 2 + b"\xEE" * 960)


class Legality(unittest.TestCase):
    """Yes and no, as the pages have them. `True`: taken, on the profiles cpu_sim, a2a3, a5."""

    def judge(self, want, instruction, operands, scalars=(), attributes=(), why=""):
        for profile, taken in zip(("cpu_sim", "a2a3", "a5"), want if isinstance(want, tuple) else (want,) * 3):
            message = request(instruction, operands, profile, scalars, attributes)
            data = bytes(k % 251 for k in range(sum(message["storages"])))
            fields, memory = answer(message, data)
            self.assertEqual(fields["outcome"], "executed" if taken else "rejected", (instruction, profile, fields))
            if not taken:
                self.assertEqual(b"".join(memory), data)
                self.assertIn(why, fields["diagnostic"])

    def test_tile_rules(self):
        def case(want, why="", dtype="f32", **changes):
            t = tile("t", dtype, **changes)
            self.judge(want, "TPARTADD", [t, t, t], why=why)
        case(True, rows=16, cols=8)                     # 512 bytes
        case(True, rows=64, cols=128)                   # 32768 bytes
        case(False, "512 to 32768", rows=8, cols=8)
        case(False, "512 to 32768", rows=64, cols=136)
        case(False, "multiple of 512", rows=17, cols=8)
        case(False, "multiple of 32", rows=128, cols=4)
        case(False, "valid rows", valid=(0, 1))
        case(False, "valid rows", valid=(17, 1))
        case(False, "valid columns", valid=(1, 0))
        case(False, "valid columns", valid=(1, -3))
        case(False, "valid columns", valid=(1, 33))
        case(False, "valid rows", static_valid=(8, -1), valid=(7, 32))
        case(False, "valid rows", static_valid=(17, -1), valid=(17, 32))
        case(True, static_valid=(7, -1), valid=(7, 32))
        case(False, "box", rows=24, cols=64, layout="Zz")
        case(False, "fractal", layout="Zz", fractal=64)
        case(False, "a row and a column", rows=0)
        case(False, "unknown", location="Nowhere")
        case(False, "unknown", pad="Some")

    def test_tmuls(self):
        def case(want, dtype="f32", why="", scalar=None, dst=None, **src):
            both = {k: src.pop(k) for k in ("layout", "location") if k in src}
            self.judge(want, "TMULS", [tile("dst", dtype, **(dst or {}), **both), tile("src", dtype, **src, **both)],
                       [(scalar or dtype, 1)], why=why)
        for dtype in ("i32", "i16", "f16", "f32"):
            case(True, dtype)
        for dtype in ("u8", "i8", "u16", "u32", "bf16"):
            case((True, False, True), dtype, "a2a3 has no such")
        for dtype in ("u64", "i64"):
            case(False, dtype, "element type")
        case(False, location="Mat", why="Vec")
        case(False, layout="DN", why="row-major")
        case((True, False, True), valid=(3, 32), why="valid rows")
        case((True, False, True), dst={"valid": (3, 32)}, why="valid rows")
        case(False, valid=(16, 31), why="valid columns")
        case(False, scalar="i32", why="scalar")
        case(False, rows=32, valid=(16, 32), why="shape")

    def test_tpartadd(self):
        def case(want, dst=(4, 4), src0=(4, 4), src1=(4, 4), dtype="f32", why="", other=None, **changes):
            self.judge(want, "TPARTADD", [tile("dst", dtype, valid=dst, **changes),
                                          tile("src0", dtype, valid=src0, **changes),
                                          tile("src1", other or dtype, valid=src1, **changes)], why=why)
        for dtype in ("i32", "i16", "f16", "f32"):
            case(True, dtype=dtype)
        for dtype in ("u8", "i8", "u16", "u32", "bf16"):
            case((True, False, True), dtype=dtype, why="a2a3 has no such")
        case(False, dtype="i64", why="element type")
        case(False, dtype="f32", other="i32", why="src1")
        case((True, False, True), layout="DN", why="row-major")
        case(True, src1=(2, 4))
        case(True, src0=(4, 1))
        case(True, src0=(1, 1))                                     # a2a3 legal, a5 open
        case((True, False, True), src0=(3, 4), src1=(4, 3), why="one source")       # a5 open
        case((True, False, True), src1=(5, 4), why="no more valid rows")
        case((True, False, True), src1=(4, 5), why="no more valid columns")
        case(False, dst=(0, 4), why="valid rows")
        self.judge(True, "TPARTADD", [tile("dst", rows=16, cols=8, valid=(3, 3)),
                                      tile("src0", rows=32, cols=8, valid=(3, 3)),
                                      tile("src1", rows=16, cols=16, valid=(3, 2))])

    def test_tfillpad(self):
        def case(want, dst=None, src=None, why="", instruction="TFILLPAD", attributes=()):
            dst = {"pad": "Max", **(dst or {})}
            self.judge(want, instruction, [tile("dst", **dst), tile("src", **(src or {}))],
                       attributes=attributes, why=why)
        for instruction in ("TFILLPAD", "TFILLPAD_EXPAND"):
            for dtype in SIZES:
                case(SIZES[dtype] < 8, {"dtype": dtype}, {"dtype": dtype}, "1, 2 or 4", instruction)
            case(False, {"pad": "Null"}, why="Null", instruction=instruction)
            case(False, {"dtype": "f16"}, why="size", instruction=instruction)
            case(False, {"rows": 8}, why="ows", instruction=instruction)
            case(False, {"cols": 16}, why="ols", instruction=instruction)
            case(True, {}, {"valid": (1, 1)}, instruction=instruction)
        case(False, {"rows": 32}, why="Rows")
        case(True, {"rows": 32}, instruction="TFILLPAD_EXPAND")
        mat = {"location": "Mat", "layout": "Nz", "pad": "Null"}
        for pad, want in (("Zero", True), ("Max", False), ("Min", False), ("Null", False)):
            case(want, mat, mat, "Zero", attributes=[("form", "homogeneous"), ("pad", pad)])
        case(True, mat, mat, attributes=[("form", "homogeneous")])
        for layout in ("ND", "DN", "Zz", "Zn", "Nn"):
            case(False, dict(mat, layout=layout), dict(mat, layout=layout), "Nz", attributes=[("form", "homogeneous")])
        case(False, {"pad": "Zero"}, why="Mat", attributes=[("form", "homogeneous")])
        case(False, dict(mat, pad="Zero"), mat, why="homogeneous")

    def test_tgatherb(self):
        def case(want, dtype="u8", why="", offset="u32", other=None, **dst):
            self.judge(want, "TGATHERB", [tile("dst", dtype, **dst), tile("src", other or dtype),
                                          tile("offset", offset)], why=why)
        for dtype in SIZES:
            case(SIZES[dtype] < 8, dtype, "1, 2 or 4")
        case((True, False, True), layout="DN", why="row-major")
        case(True, location="Mat")
        case(False, offset="i32", why="u32")
        case(False, other="u64", why="src")

    def test_number_of_tiles(self):
        self.judge(False, "TMULS", [tile("dst")], why="takes 2 tiles")

    def test_outside_the_capabilities(self):
        for change in ({"profile": "a9"}, {"tuple": {**request("TMULS", [])["tuple"], "instruction": "TADD"}}):
            fields, memory = answer({**request("TMULS", []), **change})
            self.assertEqual((fields["outcome"], fields["storages"], memory), ("unsupported", [], []))
        self.assertEqual(set(legality.INSTRUCTIONS), set(semantics.INSTRUCTIONS))

    def test_odd_tuples_never_crash(self):
        dice = random.Random(2)
        for _ in range(4000):
            def any_tile(name):
                rows, cols = dice.choice((-1, 0, 1, 7, 16, 32, 10 ** 12)), dice.choice((-8, 0, 1, 8, 16, 32, 64, 100))
                t = tile(name, dice.choice(list(SIZES)), rows, cols, (dice.choice((-1, 0, 1, 7, rows, rows + 1)),
                         dice.choice((-1, 0, 1, 7, cols, cols + 1))), dice.choice(list(LAYOUTS)),
                         dice.choice(("Vec", "Vec", "Mat", "Acc")), dice.choice(("Null", "Zero", "Max", "Min", "?")),
                         static_valid=dice.choice(((-1, -1), (rows, cols))),
                         fractal=dice.choice((512, 1024, 32, 0, -1)))
                return t
            name, (operands, _) = dice.choice(list(legality.INSTRUCTIONS.items()))
            message = request(name, [any_tile(n) for n in operands], dice.choice(("cpu_sim", "a2a3", "a5")),
                              [("f32", 7)], [("form", dice.choice(("homogeneous", "heterogeneous", "?")))])
            message["storages"] = [min(s, 4096) for s in message["storages"]]
            fields, _ = answer(message, dice.randbytes(sum(message["storages"])))
            self.assertIn(fields["outcome"], ("executed", "rejected"))


class Protocol(unittest.TestCase):
    def run_program(self, data):
        program = Path(__file__).parent / "numpy_backend.py"
        return subprocess.run([sys.executable, str(program)], input=data, capture_output=True, timeout=60)

    @staticmethod
    def pack(message, data=b""):
        text = json.dumps(message).encode()
        return struct.pack("<II", len(text), len(data)) + text + data

    def test_round_trip(self):
        dst, src = tile("dst", "f32", 16, 8, valid=(3, 8)), tile("src", "f32", 16, 8, valid=(3, 8))
        hello = self.pack({"message": "hello", "protocol": 1, "suite": "0", "unknown": 1})
        good = self.pack(request("TMULS", [dst, src], scalars=[("f32", 0x40000000)]),
                         bytes(512) + struct.pack("<128f", *range(128)))
        bad = self.pack({**request("TMULS", [dst, src], scalars=[("i32", 2)]), "id": "\u00e9 2"}, b"\x01" * 1024)
        done = self.run_program(hello + good + bad + good)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        replies, at = [], 0
        while at < len(done.stdout):
            text, data = struct.unpack_from("<II", done.stdout, at)
            middle, end = at + 8 + text, at + 8 + text + data
            replies.append((json.loads(done.stdout[at + 8:middle]), done.stdout[middle:end]))
            at = end
        self.assertEqual([r["message"] for r, _ in replies], ["description", "result", "result", "result"])
        self.assertEqual([r.get("outcome") for r, _ in replies], [None, "executed", "rejected", "executed"])
        self.assertEqual(replies[0][0]["name"], "numpy")
        self.assertEqual(struct.unpack("<128f", replies[1][1][:512]), (*(2.0 * k for k in range(24)), *[0.0] * 104))
        self.assertEqual((replies[2][0]["id"], replies[2][1]), ("\u00e9 2", b"\x01" * 1024))

    def test_malformed(self):
        call = request("TMULS", [tile("dst"), tile("src")], scalars=[("f32", 1)])
        for data in (b"\x01", b"\x02\0\0\0\0\0\0\0{", struct.pack("<II", 2, 0) + b"[]",
                     struct.pack("<II", 2, 0) + b"{]",
                     struct.pack("<II", 1 << 21, 0), self.pack({"message": "other"}), self.pack({"message": "execute"}),
                     self.pack(call, b"short"), self.pack({**call, "storages": [-1]}),
                     self.pack({**call, "scalars": ["pi"]}, bytes(4096))):
            done = self.run_program(data)
            self.assertEqual((done.returncode, done.stdout), (1, b""), data)
            self.assertTrue(done.stderr.startswith(b"numpy-backend: "), done.stderr)


if __name__ == "__main__":
    unittest.main()
