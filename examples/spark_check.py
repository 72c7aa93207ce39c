"""Checks a batch of responses with pincite on all machines of a Spark cluster.

    spark-submit spark_check.py BATCH FOUND [PINCITE]

BATCH is JSON Lines of cases. FOUND is the folder for the results: for each line of BATCH the line
that `pincite check --format json` prints, in order. PINCITE is the program, which every worker must
have; `spark-submit --files` can bring it along.
"""

import shlex
import sys

from pyspark.sql import SparkSession

# A line that cannot be read gives status 2 and a result that says so, which must not end the job.
# What ends it is a higher status: of a program that is missing or was killed.
CHECK = '"$0" check --batch --no-config --fail-on never --format json - || test $? -le 2'


def main(batch, found, program="pincite"):
    spark = SparkSession.builder.appName("pincite check").getOrCreate()
    # Without `checkCode` a program that fails gives no results and no error.
    command = shlex.join(["sh", "-c", CHECK, program])
    spark.sparkContext.textFile(batch).pipe(command, checkCode=True).saveAsTextFile(found)

    cases = spark.read.text(batch).where("trim(value) != ''").count()
    results = spark.read.json(found)
    told = results.count()
    if told != cases:
        sys.exit(f"{cases} cases gave {told} results")
    results.selectExpr("explode(findings) as finding").groupBy("finding.code").count().orderBy(
        "count", ascending=False
    ).show(100)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
