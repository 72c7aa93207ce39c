"""Check the rows of a table: one row in, one row out.

>>> import pyarrow.parquet, pincite.table
>>> answers = pyarrow.parquet.read_table("answers.parquet")
>>> pincite.table.check(answers, keep=["id"])

Engines that map a function over blocks of rows (Ray Data, Dask, Spark's ``mapInArrow``) call it for
each block. Needs ``pyarrow``.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Sequence

import pyarrow as pa

import pincite

__all__ = ["FINDING", "RESULT", "check", "result_schema"]

#: A finding. ``line`` and ``column`` are places in the response, from 1; columns are code points.
FINDING = pa.struct(
    [
        ("rule", pa.string()),
        ("code", pa.string()),
        ("severity", pa.string()),
        ("message", pa.string()),
        ("citation", pa.int64()),
        ("target", pa.string()),
        ("line", pa.int64()),
        ("column", pa.int64()),
    ]
)

#: The columns of a result: the numbers of findings by severity, the numbers of citations, the
#: findings themselves, and for a row that could not be read the reason.
RESULT = pa.schema(
    [
        ("errors", pa.int64()),
        ("warnings", pa.int64()),
        ("notes", pa.int64()),
        ("citations", pa.int64()),
        ("checked", pa.int64()),
        ("repeated_text", pa.int64()),
        ("without_text", pa.int64()),
        ("unresolved", pa.int64()),
        ("findings", pa.list_(FINDING)),
        ("error", pa.string()),
    ]
)


def result_schema(schema: pa.Schema, keep: Sequence[str] = ()) -> pa.Schema:
    """Return the schema that :func:`check` gives for a table of ``schema``."""
    return pa.schema([*(schema.field(name) for name in keep), *RESULT])


def check(
    table: pa.Table,
    *,
    response: str = "response",
    sources: Optional[str] = "sources",
    question: Optional[str] = None,
    keep: Sequence[str] = (),
    options: Sequence[str] = (),
) -> pa.Table:
    """Check each row and return its results, in order.

    ``response``, ``sources`` and ``question`` name the columns that hold them. A cell of sources is a
    list of texts or of structs with ``id`` and ``text``, or the same as a JSON text; a text alone is
    called by its number, from 1. A row whose sources cannot be read has ``error`` and no counts.
    ``keep`` names columns to copy into the result. ``options`` are
    further options of ``pincite check``.
    """
    named = [name for name in (response, sources, question) if name is not None]
    missing = [name for name in [*named, *keep] if name not in table.column_names]
    if missing:
        raise pincite.PinciteError(
            f"no column {missing[0]!r}; there are: {', '.join(table.column_names)}"
        )
    rows = table.select(list(dict.fromkeys(named))).to_pylist()
    cases: List[Dict[str, Any]] = []
    unreadable: Dict[int, str] = {}
    for number, row in enumerate(rows):
        answer = row[response]
        case: Dict[str, Any] = {"response": answer if isinstance(answer, str) else ""}
        if answer is not None and not isinstance(answer, str):
            unreadable[number] = f"column {response!r}: not a text"
        if sources is not None:
            try:
                case["sources"] = _sources(row[sources])
            except (TypeError, ValueError) as error:
                unreadable[number] = f"column {sources!r}: {error}"
        if question is not None and row[question] is not None:
            case["question"] = row[question]
        cases.append(case)
    checked = pincite.check(cases, options=options)
    found = [_row(one) for one in checked]
    for number, error in unreadable.items():
        found[number] = {"error": error}
    results = pa.Table.from_pylist(found, RESULT)
    for at, name in enumerate(keep):
        results = results.add_column(at, table.schema.field(name), table.column(name))
    return results


def _sources(cell: Any) -> List[Dict[str, Any]]:
    if isinstance(cell, str):
        cell = json.loads(cell)
    if not isinstance(cell or [], list):
        raise ValueError("not a list of sources")
    # Parquet gives every struct all fields: those of other rows are null here.
    present = [
        {name: value for name, value in one.items() if value is not None}
        if isinstance(one, dict)
        else one
        for one in cell or []
    ]
    return pincite._numbered(present)


def _row(result: Dict[str, Any]) -> Dict[str, Any]:
    findings = result["findings"]
    counts = result["citations"]
    severities = [finding["severity"] for finding in findings]
    return {
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "notes": severities.count("note"),
        "citations": counts["total"],
        "checked": counts["checked"],
        "repeated_text": counts["repeated_text"],
        "without_text": counts["without_text"],
        "unresolved": counts["unresolved"],
        "findings": [
            {field.name: finding.get(field.name) for field in FINDING} for finding in findings
        ],
        "error": result.get("error"),
    }
