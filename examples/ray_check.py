"""Checks answers in Parquet files with pincite and Ray Data, on one machine or a cluster.

    python ray_check.py ANSWERS FOUND [--response COLUMN] [--sources COLUMN] [--keep COLUMN ...]

ANSWERS and FOUND are files or folders of Parquet. FOUND has a row for each row of ANSWERS, with the
columns of `pincite.table.RESULT` behind those to keep. Workers need the package `pincite`.
"""

import argparse

import ray
from pyarrow import compute, dataset

import pincite.table


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("answers")
    parser.add_argument("found")
    parser.add_argument("--response", default="response")
    parser.add_argument("--sources", default="sources")
    parser.add_argument("--keep", nargs="*", default=["id"])
    parser.add_argument("--rows", type=int, default=5000, help="rows in one call of pincite")
    given = parser.parse_args()

    answers = ray.data.read_parquet(given.answers)
    found = answers.map_batches(
        pincite.table.check,
        fn_kwargs={"response": given.response, "sources": given.sources, "keep": given.keep},
        batch_format="pyarrow",
        batch_size=given.rows,
        # pincite uses every core itself.
        num_cpus=ray.cluster_resources()["CPU"] / len(ray.nodes()),
    )
    found.write_parquet(given.found)
    counts = dataset.dataset(given.found).to_table(columns=["errors", "warnings"])
    errors, warnings = (compute.sum(column).as_py() or 0 for column in counts.columns)
    print(f"{counts.num_rows} rows, {errors} errors, {warnings} warnings")


if __name__ == "__main__":
    main()
