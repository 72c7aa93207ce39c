"""Rows of a table, as the engines of the examples hand them over."""

import json

import pytest

pa = pytest.importorskip("pyarrow")

import pincite  # noqa: E402
import pincite.table  # noqa: E402

TEXT = "Refunds take five days."
ROWS = [
    {
        "key": "right",
        "answer": TEXT + " [1]",
        "contexts": [{"id": "1", "text": TEXT, "page": None}],
    },
    {
        "key": "wrong",
        "answer": "Refunds take nine days. [1]",
        "contexts": [{"id": "1", "text": TEXT}],
    },
    {"key": "none", "answer": None, "contexts": None},
]


def test_each_row_has_its_result():
    table = pa.Table.from_pylist(ROWS)
    found = pincite.table.check(table, response="answer", sources="contexts", keep=["key"])
    assert found.schema == pincite.table.result_schema(table.schema, ["key"])
    right, wrong, none = found.to_pylist()
    assert (right["key"], right["checked"], right["findings"]) == ("right", 1, [])
    assert [finding["rule"] for finding in wrong["findings"]] == ["number-differs"]
    assert wrong["errors"] + wrong["warnings"] == 1
    assert none["citations"] == 0


@pytest.mark.parametrize(
    "cell", [[TEXT], json.dumps([TEXT]), json.dumps([{"id": "1", "text": TEXT}])]
)
def test_sources_may_be_texts_or_json(cell):
    table = pa.table({"response": ["Refunds take nine days. [1]"], "sources": pa.array([cell])})
    [row] = pincite.table.check(table).to_pylist()
    assert [finding["rule"] for finding in row["findings"]] == ["number-differs"]


def test_sources_that_cannot_be_read_cost_their_row_alone():
    cells = pa.array(["[", json.dumps({"id": "1"}), json.dumps([TEXT])])
    table = pa.table({"response": [TEXT + " [1]"] * 3, "sources": cells})
    broken, other, right = pincite.table.check(table).to_pylist()
    assert broken["error"].startswith("column 'sources': ")
    assert other["error"] == "column 'sources': not a list of sources"
    assert (broken["checked"], broken["findings"]) == (None, None)
    assert (right["error"], right["checked"], right["findings"]) == (None, 1, [])


def test_no_rows_have_the_schema_of_rows():
    table = pa.table({"response": pa.array([], pa.string()), "sources": pa.array([], pa.string())})
    assert pincite.table.check(table).schema == pincite.table.RESULT


def test_a_column_that_is_not_there_is_named():
    with pytest.raises(pincite.PinciteError, match="no column 'sources'; there are: response"):
        pincite.table.check(pa.table({"response": ["So."]}))
