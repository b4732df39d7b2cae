// SPDX-License-Identifier: MIT
#include "pages.h"

namespace pto_cts::sources {
namespace {

using enum RuleKind;

constexpr std::string_view kPage = "Tile operands (Tile 操作数)";

constexpr std::string_view kDescription = "Description (说明)";
constexpr std::string_view kDeclaration = "Declaration (使用声明)";
constexpr std::string_view kStaticMask = "Definition example, static mask (静态 Mask 示例)";
constexpr std::string_view kDynamicMask = "Definition example, dynamic mask (动态 Mask 示例)";
constexpr std::string_view kConstraints = "Tile constraints (Tile 的约束)";
constexpr std::string_view kCapacity = "Tile constraints, 1. Capacity (容量约束)";
constexpr std::string_view kShape = "Tile constraints, 2. Shape (形状约束)";
constexpr std::string_view kGranularity = "Tile constraints, 3. Data granularity (数据粒度约束)";
constexpr std::string_view kValid = "Tile constraints, 4. Static shape and dynamic mask (静态 Shape 与动态 Mask)";
constexpr std::string_view kWrite = "Tile constraints, 5. Exclusive writes (写入独占性)";
constexpr std::string_view kLifetime = "Tile constraints, 6. Lifetime and re-use (生命周期与复用)";

constexpr std::string_view kTypeIsFixed =
    "A property of C++ types: no instruction of the suite can change the type of a tile that is already defined.";
constexpr std::string_view kDescriptor =
    "A row of the traceability table: the tile descriptor has a field for this parameter.";
constexpr std::string_view kEnumerators =
    "A row of the traceability table: the descriptor's enumeration holds these names.";
constexpr std::string_view kWholeTiles =
    "Every operand of a tuple is a whole tile, and every byte of the destination has a class and is judged.";

constexpr Rule kRules[] = {
    shown("tile/description/1", kPage, kDescription, 1, scope,
          "A tile register sits on the chip and holds data of one or two dimensions, such as vectors and matrices.",
          "A row of the traceability table: every tile descriptor has rows and columns."),
    outside("tile/description/2", kPage, kDescription, 2, scope,
            "Instructions pass data to one another chiefly through tiles.",
            "A statement about programs of several instructions; a case holds one."),
    held("tile/description/3", kPage, kDescription, 3, constraint,
         "A tile's size in bytes is a multiple of 512, the smallest fractal of matrix operations."),
    held("tile/description/4", kPage, kDescription, 4, constraint,
         "A tile is no smaller than 512 bytes and no larger than 32 KiB."),
    shown("tile/description/5", kPage, kDescription, 5, scope,
          "By way of intuition, a tile is a container of fixed size, and operators move and compute whole tiles.",
          kWholeTiles),

    shown("tile/declaration/1", kPage, kDeclaration, 1, interface,
          "Tiles are declared with one class template whose ten parameters are, in order: tile type, element type, "
          "rows, columns, block layout, valid rows, valid columns, sub-layout, sub-layout size, pad value.",
          "A row of the traceability table: the tile descriptor has the ten parameters, in this order."),
    shown("tile/declaration/2", kPage, kDeclaration, 2, interface,
          "The declared name is the variable that stands for the tile.",
          "A row of the traceability table: every operand of a tuple has a name."),
    shown("tile/declaration/3", kPage, kDeclaration, 3, interface,
          "TileType says what the tile is for, and so in which physical memory it lies.", kDescriptor),
    shown("tile/declaration/4", kPage, kDeclaration, 4, interface,
          "The tile types named are Vec, Mat, Left, Right and Acc; the list is left open.", kEnumerators),
    outside("tile/declaration/5", kPage, kDeclaration, 5, scope, "The page on tile types says more about TileType.",
            reason::kReference),
    shown("tile/declaration/6", kPage, kDeclaration, 6, interface,
          "ElemType is the type of an element; float, half, fp8, int32_t and int16_t are given as instances.",
          kDescriptor),
    outside("tile/declaration/7", kPage, kDeclaration, 7, scope, "The chapter on data types says more about ElemType.",
            reason::kReference),
    shown("tile/declaration/8", kPage, kDeclaration, 8, constraint,
          "Row and Col are the numbers of rows and columns of the static shape, known when the program is compiled.",
          "Every tile descriptor carries them as static extents; they become template arguments."),
    outside("tile/declaration/9", kPage, kDeclaration, 9, scope, "The page on shapes says more about Row and Col.",
            reason::kReference),
    shown("tile/declaration/10", kPage, kDeclaration, 10, interface,
          "BLayout is optional and arranges the large blocks of the tile over the logical matrix.", kDescriptor),
    shown("tile/declaration/11", kPage, kDeclaration, 11, interface, "The values of BLayout are RowMajor and ColMajor.",
          kEnumerators),
    shown("tile/declaration/12", kPage, kDeclaration, 12, default_value, "Left out, BLayout is RowMajor.",
          "Case example/tmuls/auto, whose tile type leaves the parameter out."),
    outside("tile/declaration/13", kPage, kDeclaration, 13, scope, "The page on layouts says more about BLayout.",
            reason::kReference),
    shown("tile/declaration/14", kPage, kDeclaration, 14, interface,
          "RowValid and ColValid are optional and mask the tile down to a valid size, fixed when compiled or at run "
          "time.",
          kDescriptor),
    shown("tile/declaration/15", kPage, kDeclaration, 15, default_value, "Left out, RowValid equals Row.",
          "Case example/tmuls/auto, whose tile type leaves the parameter out."),
    shown("tile/declaration/16", kPage, kDeclaration, 16, default_value, "Left out, ColValid equals Col.",
          "Case example/tmuls/auto, whose tile type leaves the parameter out."),
    shown("tile/declaration/17", kPage, kDeclaration, 17, interface,
          "The value -1 for a valid extent makes the extent of that dimension a matter of run time.",
          "Case example/tile/dynamic-mask, and every case with a dynamic valid extent, which carries its run-time "
          "value."),
    outside("tile/declaration/18", kPage, kDeclaration, 18, scope,
            "The page on shapes says more about the valid extents.", reason::kReference),
    shown("tile/declaration/19", kPage, kDeclaration, 19, interface,
          "SLayout is optional and arranges the small blocks inside a tile, as in the Zz and Nz formats.", kDescriptor),
    shown("tile/declaration/20", kPage, kDeclaration, 20, interface,
          "The values of SLayout are NoneBox, RowMajor and ColMajor.", kEnumerators),
    shown("tile/declaration/21", kPage, kDeclaration, 21, default_value, "Left out, SLayout is NoneBox.",
          "Case example/tmuls/auto, whose tile type leaves the parameter out."),
    outside("tile/declaration/22", kPage, kDeclaration, 22, scope, "The page on layouts says more about SLayout.",
            reason::kReference),
    shown("tile/declaration/23", kPage, kDeclaration, 23, interface,
          "SLayoutSize is optional and gives the size of a small block, counted in bytes.", kDescriptor),
    shown("tile/declaration/24", kPage, kDeclaration, 24, default_value, "Left out, SLayoutSize is 512.",
          "Case example/tmuls/auto, whose tile type leaves the parameter out."),
    shown("tile/declaration/25", kPage, kDeclaration, 25, interface,
          "PadValue is optional and says what fills the tile beyond its valid region.", kDescriptor),
    shown("tile/declaration/26", kPage, kDeclaration, 26, interface,
          "The values of PadValue are Null, Zero, Max and Min.", kEnumerators),
    shown("tile/declaration/27", kPage, kDeclaration, 27, default_value, "Left out, PadValue is Null.",
          "Case example/tfillpad/example2, whose tile type leaves the parameter out."),

    shown("tile/example-static-mask/1", kPage, kStaticMask, 1, example,
          "A row-major float Vec tile of 128 x 256 with a static valid region of 127 x 127, unboxed, padded with Zero.",
          "example/tile/static-mask"),

    shown("tile/example-dynamic-mask/1", kPage, kDynamicMask, 1, example,
          "A row-major float Vec tile of 128 x 256 whose valid rows are dynamic and whose valid columns are 127; the "
          "variable is constructed with 120 valid rows and 127 valid columns.",
          "example/tile/dynamic-mask"),
    shown(
        "tile/example-dynamic-mask/2", kPage, kDynamicMask, 2, interface,
        "A dimension whose template argument is -1 gets its valid extent from the constructor or from a run-time call.",
        "Every case with a dynamic valid extent carries its run-time value beside the type's -1."),
    held("tile/example-dynamic-mask/3", kPage, kDynamicMask, 3, constraint,
         "Under a dynamic mask, Row and Col remain the tile's whole static capacity."),
    held("tile/example-dynamic-mask/4", kPage, kDynamicMask, 4, constraint,
         "Under a dynamic mask, alignment and the legality of instructions are checked against the static shape."),

    shown("tile/constraints/1", kPage, kConstraints, 1, scope,
          "The constraints below hold where a tile is defined as well as where it is used.",
          "The tile clauses are stated for the tile types or operands of every instruction of the spec."),

    held("tile/constraints-capacity/1", kPage, kCapacity, 1, constraint,
         "Rows times columns times the element size lies between 512 bytes and 32 KiB."),
    held("tile/constraints-capacity/2", kPage, kCapacity, 2, constraint, "That product is a multiple of 512 bytes."),

    shown("tile/constraints-shape/1", kPage, kShape, 1, constraint,
          "A tile has two dimensions at most, rows and columns.",
          "The tile descriptor has two dimensions, so that no tuple can state a third."),
    held("tile/constraints-shape/2", kPage, kShape, 2, constraint,
         "Columns times the element size is a multiple of 32 bytes."),
    shown("tile/constraints-shape/3", kPage, kShape, 3, constraint,
          "Row and Col are both constants of the compilation.",
          "Every tile descriptor carries them as static extents; they become template arguments."),

    shown("tile/constraints-granularity/1", kPage, kGranularity, 1, constraint,
          "No unit smaller than a tile is exchanged between instructions.", kWholeTiles),
    shown("tile/constraints-granularity/2", kPage, kGranularity, 2, constraint,
          "An instruction takes and produces whole tiles; it never reads or writes half of one as a separate step.",
          kWholeTiles),
    shown("tile/constraints-granularity/3", kPage, kGranularity, 3, scope,
          "Who wants to work on a part uses several tiles, or a mask.",
          "Cases state partial work by the valid regions of their tiles, and by nothing else."),

    outside("tile/constraints-valid/1", kPage, kValid, 1, constraint, "A tile's Row and Col stay as they were defined.",
            kTypeIsFixed),
    shown("tile/constraints-valid/2", kPage, kValid, 2, interface,
          "RowValid and ColValid may each be given statically or dynamically.",
          "Cases are generated with static and with dynamic valid extents, in each dimension."),
    held("tile/constraints-valid/3", kPage, kValid, 3, semantics,
         "RowValid and ColValid delimit the data that a computation really covers."),
    held("tile/constraints-valid/4", kPage, kValid, 4, constraint,
         "A dynamic mask is above zero and within the static shape, in rows and in columns."),

    shown("tile/constraints-write/1", kPage, kWrite, 1, semantics,
          "While it executes, an instruction alone may write the tile that it outputs.",
          "The whole destination is the instruction's own: where no rule says what it holds afterwards, its bytes are "
          "unspecified and a write there fails nothing."),
    outside("tile/constraints-write/2", kPage, kWrite, 2, constraint,
            "Two instructions never write one tile at the same time.",
            "Needs two instructions under way at once; a case holds one."),
    outside("tile/constraints-write/3", kPage, kWrite, 3, constraint,
            "Until an instruction commits, no other may read what it is writing.",
            "Needs a second instruction that reads before the commit; a case holds one, and is judged after it ended."),
    shown("tile/constraints-write/4", kPage, kWrite, 4, semantics,
          "Seen from outside, an instruction writes its output tile in one indivisible step.",
          "Effects are judged on the whole tile after the instruction, and a rejected instruction must have changed "
          "nothing observable."),

    outside("tile/constraints-lifetime/1", kPage, kLifetime, 1, constraint,
            "Tile type, element type, shape and layouts of a tile stay as they were defined.", kTypeIsFixed),
    shown("tile/constraints-lifetime/2", kPage, kLifetime, 2, semantics,
          "One tile may serve again and again, as the output of one instruction after another.",
          "The storage of a case is used again for the cases after it."),
    outside(
        "tile/constraints-lifetime/3", kPage, kLifetime, 3, constraint,
        "Each such use obeys the rules on exclusive writes and on synchronisation.",
        "Synchronisation between uses needs several instructions in flight; the suite waits for one before the next."),
    outside("tile/constraints-lifetime/4", kPage, kLifetime, 4, scope,
            "Compiler and run time are free to place several logical tiles in one buffer on the chip.",
            "A freedom of the toolchain over the tiles of a whole program; it forbids nothing that a case could show."),
    outside("tile/constraints-lifetime/5", kPage, kLifetime, 5, semantics,
            "Users do not notice such sharing of buffers.",
            "Sharing of buffers comes from allocation across several instructions; within a case operands share "
            "storage only where the tuple says so."),
};

}  // namespace

std::span<const Rule> tile_operand_rules() {
  return kRules;
}

}  // namespace pto_cts::sources
