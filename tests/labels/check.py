#!/usr/bin/env python3
"""Checks the hand-labelled call sites against the corpora that they point into.

usage: check.py CORPORA_FOLDER [LANGUAGE...]

For every label: all fields are there and of the right type, the file exists, its line holds the callee's name, and
the line of each target (the true one and the acceptable ones) holds the last part of the target's name. No label
may stand twice, and each language must have at least 50. Prints one line of counts a language; ends with 1 and one
line a fault when anything is wrong.
"""

import json
import pathlib
import re
import sys

FIELDS = {
    "corpus": str,
    "path": str,
    "line": int,
    "caller": str,
    "callee": str,
    "target": (dict, type(None)),
    "also": list,
    "note": str,
}
TARGET_FIELDS = {"path": str, "line": int, "name": str}
LEAST_LABELS = 50


class Corpora:
    """The lines of the corpora's files, read once."""

    def __init__(self, folder):
        self.folder = folder
        self.lines = {}

    def line(self, corpus, path, number):
        """The text of one line, or None when the file or the line is not there."""
        file = self.folder / corpus / path
        if file not in self.lines:
            text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
            self.lines[file] = text.split("\n")
        lines = self.lines[file]
        return lines[number - 1] if 1 <= number <= len(lines) else None


def holds(line, name):
    """Whether the line holds the name as a whole identifier."""
    return line is not None and re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", line) is not None


def shape_faults(record, fields):
    """What is missing or of the wrong type in one JSON object."""
    for field, kind in fields.items():
        if field not in record:
            yield f"no field '{field}'"
        elif not isinstance(record[field], kind) or isinstance(record[field], bool):
            yield f"field '{field}' has the wrong type"
    for field in record:
        if field not in fields:
            yield f"unknown field '{field}'"


def label_faults(label, corpora):
    """What is wrong with one label."""
    faults = list(shape_faults(label, FIELDS))
    targets = [t for t in [label.get("target"), *(label.get("also") or [])] if t is not None]
    for target in targets:
        faults += [f"target: {fault}" for fault in shape_faults(target, TARGET_FIELDS)]
    if faults:
        return faults
    if not label["caller"] or not label["note"]:
        faults.append("empty caller or note")
    if not holds(corpora.line(label["corpus"], label["path"], label["line"]), label["callee"]):
        faults.append(f"the line does not hold '{label['callee']}'")
    for target in targets:
        name = re.split(r"\.|::", target["name"])[-1]
        if not holds(corpora.line(label["corpus"], target["path"], target["line"]), name):
            faults.append(f"{target['path']}:{target['line']} does not hold '{name}'")
    places = [(t["path"], t["line"]) for t in targets]
    if len(places) != len(set(places)):
        faults.append("one target stands twice")
    return faults


def check_language(file, corpora):
    """Prints the counts of one language and returns how many faults it has."""
    faults = 0
    seen = set()
    labels = []
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            label = json.loads(text)
        except json.JSONDecodeError as error:
            print(f"{file.name}:{number}: not JSON: {error}")
            faults += 1
            continue
        found = label_faults(label, corpora)
        key = json.dumps([label.get(k) for k in ("path", "line", "callee", "target")], sort_keys=True)
        if key in seen:
            found.append("this label stands twice")
        seen.add(key)
        labels.append(label)
        for fault in found:
            print(f"{file.name}:{number}: {fault}")
        faults += len(found)
    if len(labels) < LEAST_LABELS:
        print(f"{file.name}: only {len(labels)} labels, {LEAST_LABELS} are wanted")
        faults += 1
    inside = sum(1 for label in labels if label.get("target"))
    neutral = sum(1 for label in labels if not label.get("target") and label.get("also"))
    functions = len({(label.get("path"), label.get("caller")) for label in labels})
    files = len({label.get("path") for label in labels})
    share = 100 * inside // max(1, len(labels))
    print(
        f"{file.stem}: {len(labels)} labels, {inside} with a target in the project ({share} %), "
        f"{neutral} neutral; {functions} functions in {files} files"
    )
    return faults


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1])
    if not folder.is_dir():
        print(f"{folder} is not a folder", file=sys.stderr)
        return 2
    corpora = Corpora(folder)
    wanted = sys.argv[2:]
    files = sorted(pathlib.Path(__file__).parent.glob("*.jsonl"))
    files = [file for file in files if not wanted or file.stem in wanted]
    if not files:
        print("no such language", file=sys.stderr)
        return 2
    faults = sum(check_language(file, corpora) for file in files)
    if faults:
        print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
