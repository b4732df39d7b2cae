#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A backend for PTO-CTS, written from the ISA pages alone: the process protocol on standard input and output.

    pto-cts certify --backend 'process:python3 numpy_backend.py'

`legality.py` decides whether a call is taken, `semantics.py` does it, `tiles.py` knows how tiles lie in memory."""

import json
import struct
import sys

import numpy as np

import legality
import semantics
from tiles import DTYPES, Tile

PROTOCOL = 1
PROFILES = ["cpu_sim", "a2a3", "a5"]
MAX_TEXT, MAX_DATA = 1 << 20, 1 << 26
DESCRIPTION = {     # dtypes, layouts and forms are left out: all of them
    "message": "description", "protocol": PROTOCOL, "name": "numpy", "version": "1",
    "instructions": list(semantics.INSTRUCTIONS), "profiles": PROFILES,
    "in_place": True, "legality": "own", "observes": ["sources", "memory_after_rejection"]}


class Malformed(Exception):
    """Input that is not of the protocol."""


class Call:
    """One call: operands, scalars (name of dtype, bits), and memory, a list of byte arrays which the call works on."""

    def __init__(self, request, data):
        operands = request["tuple"]
        self.id, self.profile, self.instruction = request["id"], request["profile"], operands["instruction"]
        self.memory, begin = [], 0
        for size in request["storages"]:
            if not 0 <= size <= len(data) - begin:
                raise Malformed("the data do not hold the storages")
            self.memory.append(np.frombuffer(data, np.uint8, size, begin).copy())
            begin += size
        if begin != len(data):
            raise Malformed("the data hold more than the storages")
        self.supported = (self.instruction in semantics.INSTRUCTIONS and self.profile in PROFILES
                          and all(tile["dtype"] in DTYPES for tile in operands["tiles"]))
        if not self.supported:
            return
        self.tiles = [Tile(fields) for fields in operands["tiles"]]
        if not all(0 <= tile.storage < len(self.memory) for tile in self.tiles):
            raise Malformed("a tile lives in no storage")
        self.scalars = [(s["dtype"], int(bits, 16)) for s, bits in zip(operands["scalars"], request["scalars"])]
        for dtype, bits in self.scalars:
            if dtype in DTYPES and bits >> 8 * DTYPES[dtype].size:
                raise Malformed("a scalar has too many bits")
        attributes = {a["key"]: a["value"] for a in operands["attributes"]}
        self.form = attributes.get("form", "heterogeneous")
        self.own_pad = attributes.get("pad", "Zero")


def execute(call):
    """The reply's fields, and the memory that it shows."""
    if not call.supported:
        return {"outcome": "unsupported", "storages": []}, []
    shown = list(range(len(call.memory)))
    if diagnostic := legality.diagnose(call):
        return {"outcome": "rejected", "diagnostic": diagnostic, "storages": shown}, call.memory
    semantics.INSTRUCTIONS[call.instruction](call)
    return {"outcome": "executed", "storages": shown}, call.memory


def answer(request, data):
    if request["message"] == "hello":
        return DESCRIPTION, []
    if request["message"] != "execute":
        raise Malformed(f"no such message: {request['message']!r}")
    try:
        call = Call(request, data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Malformed(f"execute: {type(error).__name__}: {error}") from error
    fields, memory = execute(call)
    return {"message": "result", "id": call.id, **fields}, memory


def receive(stream):
    """The next message and its data, or None at the end of input."""
    head = stream.read(8)
    if not head:
        return None
    if len(head) < 8:
        raise Malformed("input ends inside a message")
    text_size, data_size = struct.unpack("<II", head)
    if not 2 <= text_size <= MAX_TEXT or data_size > MAX_DATA:
        raise Malformed("a message is too long or too short")
    text, data = stream.read(text_size), stream.read(data_size)
    if len(text) + len(data) < text_size + data_size:
        raise Malformed("input ends inside a message")
    try:
        request = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"no JSON: {error}") from error
    if not isinstance(request, dict) or "message" not in request:
        raise Malformed("a message is an object with the field message")
    return request, data


def send(stream, fields, memory):
    text = json.dumps(fields, separators=(",", ":")).encode()
    head = struct.pack("<II", len(text), sum(storage.size for storage in memory))
    stream.write(b"".join([head, text, *memory]))
    stream.flush()


def main():
    try:
        while received := receive(sys.stdin.buffer):
            send(sys.stdout.buffer, *answer(*received))
    except Malformed as error:
        print(f"numpy-backend: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
