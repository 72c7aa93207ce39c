"""Check whether the citations of grounded answers hold.

>>> import pincite
>>> [case] = pincite.check([{"response": "...", "sources": [{"id": "a", "text": "..."}]}])
>>> [finding["rule"] for finding in case["findings"]]

The work is done by the ``pincite`` program that is installed with this package, over JSON Lines.
``PINCITE_BINARY`` names another one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import warnings
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

__all__ = ["Case", "NotMet", "PinciteError", "check", "find_binary", "inspect"]

#: A case: ``response``, and where they are known ``id``, ``question`` and ``sources``.
Case = Mapping[str, Any]

#: The text of a source, or a source with ``id``, ``text``, ``title``, ``url`` and further fields.
Source = Union[str, Mapping[str, Any]]


class PinciteError(RuntimeError):
    """The program could not do what it was asked for."""


class NotMet(PinciteError):
    """A condition for all cases that ``options`` sets (``--min``, ``--require``, ``--fail-on``) is not met, or a case
    could not be read, so that nobody knows.

    ``results`` has what `check` would have returned.
    """

    def __init__(self, message: str, results: List[Dict[str, Any]]) -> None:
        super().__init__(message)
        self.results = results


def find_binary() -> str:
    """Return the path of the ``pincite`` program."""
    named = os.environ.get("PINCITE_BINARY")
    if named:
        return named
    name = "pincite" + (sysconfig.get_config_var("EXE") or "")
    folders = [Path(sys.executable).parent, Path(sysconfig.get_path("scripts"))]
    user = "posix_user" if os.name == "posix" else "nt_user"
    folders.append(Path(sysconfig.get_path("scripts", user)))
    # Installed with `pip install --target`.
    folders.append(Path(__file__).resolve().parent.parent / "bin")
    folders += [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    for folder in folders:
        if (folder / name).is_file():
            return str(folder / name)
    raise PinciteError("the program `pincite` is not installed: `pip install pincite`")


def _run(arguments: Sequence[str], given: Iterable[str]) -> "subprocess.CompletedProcess[str]":
    command = [find_binary(), *arguments]
    try:
        return subprocess.run(
            command,
            input="".join(given),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    except OSError as error:
        raise PinciteError(f"cannot run {command[0]}: {error.strerror}") from error


def _failure(done: "subprocess.CompletedProcess[str]") -> PinciteError:
    return PinciteError(done.stderr.strip() or f"pincite ended with {done.returncode}")


def _lines(cases: Iterable[Case]) -> Iterator[str]:
    if isinstance(cases, Mapping):
        raise TypeError("cases is a sequence of cases; put one case in a list")
    for case in cases:
        if not isinstance(case, Mapping) or not isinstance(case.get("response"), str):
            raise PinciteError("a case needs a `response`, which is a text")
        yield json.dumps(dict(case)) + "\n"


def _config(options: Sequence[str]) -> List[str]:
    """The option that keeps files in the current folder from having a say, unless one is named."""
    return [] if _is_given(options, "--config") else ["--no-config"]


def _is_given(options: Sequence[str], name: str) -> bool:
    return any(it == name or it.startswith(name + "=") for it in options)


def _rules(rules: Union[str, Sequence[str]]) -> str:
    return rules if isinstance(rules, str) else ",".join(rules)


def check(
    cases: Iterable[Case],
    *,
    sources: Sequence[Union[str, "os.PathLike[str]"]] = (),
    select: Union[str, Sequence[str], None] = None,
    ignore: Union[str, Sequence[str], None] = None,
    options: Sequence[str] = (),
) -> List[Dict[str, Any]]:
    """Check cases against the rules, and return a result for each, in order.

    A result has ``id``, ``findings``, ``citations`` (figures) and, where a case could not be read,
    ``error``. ``sources`` are files and folders that every case may cite. ``select`` and ``ignore``
    choose rules by name, code or prefix; ``options`` are further options of ``pincite check``.
    A ``pincite.toml`` has no effect unless ``options`` names it with ``--config``.

    Findings raise nothing. A condition for all cases that ``options`` sets (``--min``, ``--require``,
    ``--fail-on``) raises `NotMet` if it is not met, or if a case could not be read.
    """
    arguments = ["check", "--batch", "--format", "json", *options, *_config(options)]
    if not _is_given(options, "--fail-on"):
        # The findings are in the results, so the status is about other conditions alone.
        arguments += ["--fail-on", "never"]
    for name, rules in (("--select", select), ("--ignore", ignore)):
        if rules:
            arguments += [name, _rules(rules)]
    # Absolute, so that no name is taken for an option.
    arguments += ["-", *(os.path.abspath(os.fspath(source)) for source in sources)]
    given = list(_lines(cases))
    if not given:
        return []
    done = _run(arguments, given)
    # The status says that a condition is not met (1), or that a case could not be read. So do the results.
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    # With `--min` or `--metrics` a line about all cases follows.
    results = [it for it in lines if not str(it.get("schema", "")).startswith("pincite.metrics/")]
    if len(results) != len(given):
        raise _failure(done)
    # What is missing besides, such as the scores of a judge, is in no result.
    if done.returncode not in (0, 1) and not any(it.get("error") for it in results):
        raise _failure(done)
    is_condition = any(_is_given(options, name) for name in ("--min", "--require", "--fail-on"))
    if done.returncode == 1 or (done.returncode != 0 and is_condition):
        said = done.stderr.strip()
        raise NotMet(f"not met: {' '.join(options)}" + (f"\n{said}" if said else ""), results)
    if done.returncode != 0 and any(_is_given(options, name) for name in ("--judge", "--scores")):
        # The error of a case hides whether all others were judged.
        warnings.warn(done.stderr.strip(), RuntimeWarning, stacklevel=2)
    return results


def inspect(
    response: str, sources: Iterable[Source] = (), *, options: Sequence[str] = ()
) -> Dict[str, Any]:
    """Return the whole inspection of one answer: each citation with its claim, the passage it points
    at, and the evidence. ``pincite show --schema`` prints the schema. A ``pincite.toml`` has no
    effect unless ``options`` names it with ``--config``."""
    case = {"response": response, "sources": _numbered(sources)}
    done = _run(["show", "--format", "json", *options, *_config(options), "-"], _lines([case]))
    if done.returncode != 0:
        raise _failure(done)
    inspection: Dict[str, Any] = json.loads(done.stdout)
    return inspection


def _numbered(sources: Iterable[Source]) -> List[Dict[str, Any]]:
    """Sources with ids: a text alone is called by its number, from 1."""
    if isinstance(sources, (str, Mapping)):
        raise TypeError("sources is a sequence of texts or of sources; put one source in a list")
    return [
        {"id": str(number), "text": source} if isinstance(source, str) else dict(source)
        for number, source in enumerate(sources, start=1)
    ]
