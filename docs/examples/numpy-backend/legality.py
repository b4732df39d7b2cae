# SPDX-License-Identifier: MIT
"""Legality: which operand tuples this backend takes.

Each rule is a triple: whether it holds, the operand that it is about, and its text. The first that does not hold
becomes the diagnostic. Rules that no page states but that keep this program inside its storages are marked [own]; what
the pages leave to the target and this program does not do is marked [open]. Neither touches a legal tuple.
"""

from tiles import DYNAMIC, LOCATIONS, PADS

BYTES_1_2_4 = {"u8", "i8", "u16", "i16", "u32", "i32", "f16", "bf16", "f32"}
A5_DTYPES = BYTES_1_2_4
A2A3_DTYPES = {"i16", "i32", "f16", "f32"}


def diagnose(call):
    """The first broken rule as a text, or None. The pages never narrow cpu_sim: it forbids what both others forbid
    (design 5)."""
    operands, rules = INSTRUCTIONS[call.instruction]
    if len(call.tiles) != len(operands):
        return f"{call.instruction}: takes {len(operands)} tiles: {', '.join(operands)}"
    for tile in call.tiles:
        if broken := first_broken(tile_rules(tile, call.memory[tile.storage].size)):
            return broken
    profiles = ("a2a3", "a5") if call.profile == "cpu_sim" else (call.profile,)
    broken = [first_broken(rules(call, profile)) for profile in profiles]
    return broken[-1] if all(broken) else None


def first_broken(rules):
    return next((f"{getattr(operand, 'name', operand)}: {text}" for holds, operand, text in rules if not holds), None)


def tile_rules(t, storage_bytes):
    """Tile operands, section on constraints, 1 (capacity), 2 (shape), 4 (valid region). They bind every operand.

    Zero rows or columns are illegal as a run-time mask and open as a static one; nothing legal has them. So no tuple
    reaches the early return of TPARTADD."""
    yield t.rows > 0 and t.cols > 0, t, "needs a row and a column"
    yield 512 <= t.bytes <= 32768, t, "the capacity must be 512 to 32768 bytes"
    yield t.bytes % 512 == 0, t, "the capacity must be a multiple of 512 bytes"
    yield t.cols * t.dtype.size % 32 == 0, t, "Cols times the element size must be a multiple of 32 bytes"
    yield 0 < t.valid[0] <= t.rows, t, "the valid rows must be 1 to Rows"
    yield 0 < t.valid[1] <= t.cols, t, "the valid columns must be 1 to Cols"
    yield t.static_valid[0] in (DYNAMIC, t.valid[0]), t, "the valid rows must be those of the type [own]"
    yield t.static_valid[1] in (DYNAMIC, t.valid[1]), t, "the valid columns must be those of the type [own]"
    yield t.location in LOCATIONS and t.pad in PADS, t, "unknown location or pad value [own]"
    yield t.blayout in ("RowMajor", "ColMajor"), t, "unknown BLayout [own]"
    yield t.slayout in ("NoneBox", "RowMajor", "ColMajor"), t, "unknown SLayout [own]"
    yield t.box, t, "the fractal box must have 512, 1024 or 32 bytes [own]"
    yield t.rows % t.box[0] == 0 and t.cols % t.box[1] == 0, t, "the box must divide the shape (design 5) [open]"
    yield t.bytes <= storage_bytes, t, "the storage is smaller than the tile [own]"


def tmuls(call, profile):
    """TMULS, constraints. The signature has one type for both tiles, so what it says of the type binds both."""
    dst, src = call.tiles
    dtypes = A2A3_DTYPES if profile == "a2a3" else A5_DTYPES
    for t in dst, src:
        yield t.dtype.name in dtypes, t, f"{profile} has no such element type"
        yield t.location == "Vec", t, "the location must be Vec"
        yield t.row_major, t, "the layout must be row-major"
    if profile == "a2a3":
        yield src.valid[0] == dst.valid[0], src, "the valid rows must be those of dst"
    yield src.valid[1] == dst.valid[1], src, "the valid columns must be those of dst"
    yield src.dtype is dst.dtype, src, "the element type must be that of dst [open]"
    yield src.layout == dst.layout, src, "shape and layout must be those of dst [open]"
    yield len(call.scalars) == 1, "scalar", "needs exactly one [own]"
    yield call.scalars[0][0] == dst.dtype.name, "scalar", "the type must be the element type of dst [open]"


def tpartadd(call, profile):
    """TPARTADD, constraints. On A5 unlisted patterns of validity are the target's: this program adds what is there."""
    dst, src0, src1 = call.tiles
    dtypes = A2A3_DTYPES if profile == "a2a3" else A5_DTYPES
    yield dst.dtype.name in dtypes, dst, f"{profile} has no such element type"
    for src in src0, src1:
        yield src.dtype is dst.dtype, src, "the element type must be that of dst"
    if profile == "a2a3":
        for t in call.tiles:
            yield t.row_major, t, "the layout must be row-major"
        yield dst.valid in (src0.valid, src1.valid), dst, "the valid region must be that of one source at least"
        for src in src0, src1:
            yield src.valid[0] <= dst.valid[0], src, "no more valid rows than dst"
            yield src.valid[1] <= dst.valid[1], src, "no more valid columns than dst"


def tfillpad(call, _profile):
    """TFILLPAD, constraints."""
    dst, src = call.tiles
    yield from sizes(dst, src)
    yield src.rows == dst.rows and src.cols == dst.cols, src, "Rows and Cols must be those of dst"
    if call.form == "homogeneous":      # the overload that has the pad value in the call
        for t in dst, src:
            yield t.location == "Mat", t, "without a pad of the type only Mat is filled (design 5) [open]"
            yield not t.row_major and t.slayout == "RowMajor", t, "Mat must be laid out as Nz"
        yield call.own_pad == "Zero", "PadVal", "Mat is padded with Zero only"
        yield dst.pad in ("Zero", "Null"), dst, "the pad of the type must be Zero or Null (design 5) [open]"
    else:
        yield from own_pad_of_type(dst)
        yield call.form == "heterogeneous", "form", "must be heterogeneous or homogeneous [own]"
        yield "Mat" not in (dst.location, src.location), dst, "Mat takes the homogeneous form (design 5) [open]"


def tfillpad_expand(call, _profile):
    """TFILLPAD, constraints, on TFILLPAD_EXPAND; the rest of its domain is design 5."""
    dst, src = call.tiles
    yield from sizes(dst, src)
    yield dst.rows >= src.rows, dst, "no fewer Rows than src"
    yield dst.cols >= src.cols, dst, "no fewer Cols than src"
    yield from own_pad_of_type(dst)
    yield src.dtype is dst.dtype, src, "the element type must be that of dst (design 5) [open]"
    for t in dst, src:
        yield t.location == "Vec" and t.row_major, t, "must be Vec and row-major (design 5) [open]"


def sizes(dst, src):
    yield dst.dtype.size in (1, 2, 4), dst, "elements must have 1, 2 or 4 bytes"
    yield src.dtype.size == dst.dtype.size, src, "the element size must be that of dst"


def own_pad_of_type(dst):
    yield dst.pad != "Null", dst, "the pad value of the type must not be Null"


def tgatherb(call, profile):
    """TGATHERB, constraints. Where offsets point is not checked: the page leaves it to the target."""
    dst, src, offset = call.tiles
    for t in dst, src:
        yield t.dtype.name in BYTES_1_2_4, t, "elements must be of a type of 1, 2 or 4 bytes"
    if profile == "a2a3":
        yield dst.row_major, dst, "the layout must be row-major"
    yield src.dtype is dst.dtype, src, "the element type must be that of dst (design 5) [open]"
    yield offset.dtype.name == "u32", offset, "offsets must be u32 (design 5)"


INSTRUCTIONS = {
    "TMULS": (("dst", "src"), tmuls),
    "TPARTADD": (("dst", "src0", "src1"), tpartadd),
    "TFILLPAD": (("dst", "src"), tfillpad),
    "TFILLPAD_EXPAND": (("dst", "src"), tfillpad_expand),
    "TGATHERB": (("dst", "src", "offset"), tgatherb),
}
