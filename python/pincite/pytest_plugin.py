"""A pytest plugin: ``assert_cited`` and the fixture ``pincite``.

    def test_answer(pincite):
        pincite.assert_cited(answer, sources)

A failing assertion lists the findings.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Sequence, Union

import pytest

from . import Source, _numbered, check, inspect

__all__ = ["Pincite", "assert_cited"]

#: From the mildest to the worst.
SEVERITIES = ("note", "warning", "error")

#: The maximum number of findings that a failure lists.
MAX_LISTED = 20


def assert_cited(
    answer: str,
    sources: Iterable[Source] = (),
    *,
    fail_on: str = "warning",
    select: Union[str, Sequence[str], None] = None,
    ignore: Union[str, Sequence[str], None] = None,
    require_text: bool = True,
) -> None:
    """Fail if there is a finding of ``fail_on`` or worse, or a citation whose source has no text, or none but what
    the answer repeats, unless ``require_text`` is false. An answer without citations is a finding (``no-citation``)."""
    __tracebackhide__ = True
    if fail_on not in SEVERITIES:
        raise ValueError(f"fail_on is one of {', '.join(SEVERITIES)}")
    case = {"id": "answer", "response": answer, "sources": _numbered(sources)}
    [result] = check([case], select=select, ignore=ignore)
    if result.get("error"):
        pytest.fail(f"the answer could not be read: {result['error']}", pytrace=False)
    worst = SEVERITIES.index(fail_on)
    bad = [it for it in result["findings"] if SEVERITIES.index(it["severity"]) >= worst]
    counts = result["citations"]
    unread = counts["without_text"] + counts["repeated_text"] if require_text else 0
    if not bad and not unread:
        return
    messages = [_described(bad, answer)] if bad else []
    if unread:
        what = f"{unread} citation{'' if unread == 1 else 's'}"
        messages.append(
            f"no text of the source of {what}: not checked (require_text=False accepts this)"
        )
    # The traceback ends at the call, which it names.
    pytest.fail("\n".join(messages))


def _described(findings: List[Dict[str, Any]], answer: str) -> str:
    said = answer.splitlines()
    lines = [f"{len(findings)} finding{'' if len(findings) == 1 else 's'} in the answer:"]
    for finding in findings[:MAX_LISTED]:
        place = f"{finding['line']}:{finding['column']}"
        lines.append(f"  {place}: {finding['severity']}: {finding['message']} ({finding['rule']})")
        if 0 < finding["line"] <= len(said):
            lines.append(f"      | {said[finding['line'] - 1]}")
        if finding.get("help"):
            lines.append(f"      help: {finding['help']}")
    if len(findings) > MAX_LISTED:
        lines.append(f"  … and {len(findings) - MAX_LISTED} more")
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
