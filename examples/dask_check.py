"""Checks answers in Parquet files with pincite and Dask, on one machine or a cluster.

    python dask_check.py ANSWERS FOUND [--response COLUMN] [--sources COLUMN] [--keep COLUMN ...]

ANSWERS is a folder of Parquet files, each of which is one task. FOUND is a folder with a file for
each of them: a row for each row, with the columns of `pincite.table.RESULT` behind those to keep.
Workers need the package `pincite` and access to both folders.
"""

import argparse
from pathlib import Path

import dask
import pyarrow as pa
import pyarrow.parquet as parquet
from pyarrow import compute

import pincite.table


@dask.delayed
def check(answers, found, rows, columns):
    """Checks one file, block by block, and returns the numbers of rows, errors and warnings."""
    schema = pincite.table.result_schema(parquet.read_schema(answers), columns["keep"])
    counts = [0, 0, 0]
    with parquet.ParquetWriter(found, schema) as writer:
        for block in parquet.ParquetFile(answers).iter_batches(batch_size=rows):
            result = pincite.table.check(pa.Table.from_batches([block]), **columns)
            writer.write_table(result)
            sums = (
                compute.sum(result.column(name)).as_py() or 0 for name in ("errors", "warnings")
            )
            counts = [one + more for one, more in zip(counts, (result.num_rows, *sums))]
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("answers", type=Path)
    parser.add_argument("found", type=Path)
    parser.add_argument("--response", default="response")
    parser.add_argument("--sources", default="sources")
    parser.add_argument("--keep", nargs="*", default=["id"])
    parser.add_argument("--rows", type=int, default=5000, help="rows in one call of pincite")
    given = parser.parse_args()

    given.found.mkdir(parents=True, exist_ok=True)
    columns = {"response": given.response, "sources": given.sources, "keep": given.keep}
    files = sorted(given.answers.glob("*.parquet"))
    if not files:
        parser.error(f"no Parquet files in {given.answers}")
    tasks = [check(file, given.found / file.name, given.rows, columns) for file in files]
    rows, errors, warnings = map(sum, zip(*dask.compute(*tasks)))
    print(f"{rows} rows, {errors} errors, {warnings} warnings")


if __name__ == "__main__":
    main()
