#!/usr/bin/env python3
"""Lists the public declarations of a library without a documentation comment.

usage: undocumented.py LIBRARY SYMBOL_GRAPH ...
"""
import json
import sys

library, graphs = sys.argv[1], sys.argv[2:]
declared = 0
lacking = []
for graph in graphs:
    with open(graph) as file:
        symbols = json.load(file)["symbols"]
    for symbol in symbols:
        # Derived declarations such as `!=` have no location.
        location = symbol.get("location", {})
        path = location.get("uri", "")
        if f"/Sources/{library}/" not in path:
            continue
        declared += 1
        if "docComment" not in symbol:
            place = path[path.index("/Sources/") + 1:]
            line = location["position"]["line"] + 1
            lacking.append(f"{place}:{line}: {'.'.join(symbol['pathComponents'])} has no comment")
for line in sorted(lacking):
    print(line)
if not declared:
    print(f"{library}: no public declaration has a place in Sources; was it built from here?")
sys.exit(1 if lacking or not declared else 0)
