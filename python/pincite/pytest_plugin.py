"""A pytest plugin: ``assert_cited`` and the fixture ``pincite``.

    def test_answer(pincite):
        pincite.assert_cited(answer, sources)

A failing assertion lists the findings.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Sequence

import pytest

from . import Source, _numbered, check, inspect

__all__ = ["Pincite", "assert_cited"]

#: From the mildest to the worst.
SEVERITIES = ("note", "warning", "error")


def assert_cited(
    answer: str,
    sources: Iterable[Source] = (),
    *,
    fail_on: str = "warning",
    select: Optional[Sequence[str]] = None,
    ignore: Optional[Sequence[str]] = None,
) -> None:
    """Fail if there is a finding of ``fail_on`` or worse. An answer without citations is one
    (``no-citation``)."""
    __tracebackhide__ = True
    if fail_on not in SEVERITIES:
        raise ValueError(f"fail_on is one of {', '.join(SEVERITIES)}")
    case = {"id": "answer", "response": answer, "sources": _numbered(sources)}
    [result] = check([case], select=select, ignore=ignore)
    if result.get("error"):
        pytest.fail(f"the answer could not be read: {result['error']}", pytrace=False)
    worst = SEVERITIES.index(fail_on)
    bad = [it for it in result["findings"] if SEVERITIES.index(it["severity"]) >= worst]
    if bad:
        pytest.fail(_described(bad), pytrace=False)


def _described(findings: List[Dict[str, Any]]) -> str:
    lines = [f"{len(findings)} finding{'' if len(findings) == 1 else 's'} in the answer:"]
    for finding in findings:
        place = f"{finding['line']}:{finding['column']}"
        lines.append(f"  {place}: {finding['severity']}: {finding['message']} ({finding['rule']})")
        if finding.get("help"):
            lines.append(f"      help: {finding['help']}")
    return "\n".join(lines)


class Pincite:
    """What the fixture gives to a test."""

    check = staticmethod(check)
    inspect = staticmethod(inspect)
    assert_cited = staticmethod(assert_cited)


@pytest.fixture(name="pincite", scope="session")
def pincite_fixture() -> Pincite:
    """The functions of this package, and ``assert_cited``."""
    return Pincite()
