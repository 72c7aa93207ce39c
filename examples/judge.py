#!/usr/bin/env python3
"""A judge for `pincite --judge`, to start from.

It reads one JSON object on standard input and writes one on standard output. Here the score is how
many of the claim's longer words stand in the passage; a real judge asks a model at that place.

    pincite show answer.md docs/ --judge 'python3 examples/judge.py'
"""

import json
import re
import sys


def words(text):
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3 or word.isdigit()}


def main():
    asked = json.load(sys.stdin)
    wanted = words(asked["claim"])
    missing = sorted(wanted - words(asked["passage"]))
    score = 1 - len(missing) / len(wanted) if wanted else 0
    reason = "not in the passage: " + ", ".join(missing) if missing else None
    json.dump({"score": round(score, 2), "reason": reason, "by": "word-count"}, sys.stdout)


if __name__ == "__main__":
    main()
