"""The package as a user of it sees it; the program has to be installed."""

import subprocess
import sys

import pytest

import pincite
from pincite import PinciteError

MARK = "\ue200cite\ue202{}\ue202L1\ue201"
SOURCES = [{"id": "a", "text": "Refunds take five days."}]
RIGHT = "Refunds take five days." + MARK.format("a")
WRONG = "Refunds take nine days." + MARK.format("a")


def names(result):
    return [finding["rule"] for finding in result["findings"]]


def test_each_case_has_its_result():
    cases = [
        {"id": "right", "response": RIGHT, "sources": SOURCES},
        {"id": "wrong", "response": WRONG, "sources": SOURCES},
        {"response": "So." + MARK.format("z")},
    ]
    right, wrong, unknown = pincite.check(cases)
    assert (right["id"], names(right)) == ("right", [])
    assert (wrong["id"], names(wrong)) == ("wrong", ["number-differs"])
    assert names(unknown) == ["unknown-source"]


def test_rules_are_selected():
    case = {"response": WRONG, "sources": SOURCES}
    assert names(pincite.check([case], ignore=["number-differs"])[0]) == []
    assert names(pincite.check([case], select=["P"])[0]) == []
    with pytest.raises(pincite.PinciteError, match="nope"):
        pincite.check([case], select=["nope"])


def test_sources_may_be_files(tmp_path):
    (tmp_path / "a.txt").write_text("Refunds take five days.\n", encoding="utf-8")
    [result] = pincite.check([{"response": WRONG}], sources=[tmp_path / "a.txt"])
    assert names(result) == ["number-differs"]


def test_a_check_of_nothing_is_no_result(pincite):
    case = {"response": WRONG, "sources": SOURCES}
    with pytest.raises(PinciteError, match="nothing was checked"):
        pincite.check([case], ignore="ALL")
    with pytest.raises(PinciteError, match="nothing was checked"):
        pincite.assert_cited(WRONG, SOURCES, ignore="ALL")
    with pytest.raises(PinciteError, match="no score"):
        pincite.check([{"response": RIGHT, "sources": SOURCES}], options=["--judge", "false"])


def test_a_condition_that_is_not_met_is_raised():
    cases = [{"response": RIGHT, "sources": SOURCES}, {"response": WRONG, "sources": SOURCES}]
    with pytest.raises(pincite.NotMet, match="below the minimum") as raised:
        pincite.check(cases, options=["--min", "supported=0.9"])
    assert [names(result) for result in raised.value.results] == [[], ["number-differs"]]
    with pytest.raises(pincite.NotMet, match="--require=citations"):
        pincite.check([{"response": "So it is."}], options=["--require=citations"])
    with pytest.raises(pincite.NotMet):
        pincite.check(cases, options=["--fail-on", "error"])
    assert len(pincite.check(cases, options=["--min", "supported=0.1"])) == 2


def test_a_condition_with_a_case_that_cannot_be_read_is_raised():
    cases = [{"response": RIGHT, "sources": SOURCES}, {"response": RIGHT, "sources": "none"}]
    for options in (["--min", "supported=0.1"], ["--require=text"], ["--fail-on=error"]):
        with pytest.raises(pincite.NotMet, match="could not be checked") as raised:
            pincite.check(cases, options=options)
        assert [bool(it.get("error")) for it in raised.value.results] == [False, True]
    assert len(pincite.check(cases)) == 2


def test_the_failure_of_a_judge_is_not_hidden_by_an_unreadable_case(tmp_path):
    judge = ["--judge", "false", "--judge-cache", str(tmp_path / "kept.jsonl")]
    cases = [{"response": RIGHT, "sources": SOURCES}, {"response": RIGHT, "sources": "none"}]
    with pytest.raises(pincite.PinciteError, match="no score"):
        pincite.check(cases[:1], options=judge)
    with pytest.warns(RuntimeWarning, match="no score"):
        pincite.check(cases, options=judge)


def test_no_case_and_no_response():
    assert pincite.check([]) == []
    with pytest.raises(pincite.PinciteError, match="response"):
        pincite.check([{"id": "x"}])


def test_an_answer_cannot_configure_its_check(tmp_path, monkeypatch):
    (tmp_path / "pincite.toml").write_text("[check]\nignore = ['ALL']\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    [result] = pincite.check([{"response": WRONG, "sources": SOURCES}])
    assert names(result) == ["number-differs"]


def test_an_inspection_has_claim_and_passage():
    inspection = pincite.inspect("Refunds take five days. [1]", ["Refunds take five days."])
    [citation] = inspection["citations"]
    assert citation["targets"][0]["id"] == "1"
    assert "Refunds take five days" in str(citation)


def test_options_that_print_figures_of_all_cases(tmp_path):
    case = {"response": RIGHT, "sources": SOURCES}
    options = ["--min", "resolved=0.5", "--metrics", str(tmp_path / "now.json")]
    [result] = pincite.check([case], options=options)
    assert names(result) == []


def test_a_configuration_has_no_say_unless_it_is_named(tmp_path, monkeypatch):
    file = tmp_path / "pincite.toml"
    file.write_text("[check]\nignore = ['E']\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for options in (["--config", str(file)], [f"--config={file}"]):
        [result] = pincite.check([{"response": WRONG, "sources": SOURCES}], options=options)
        assert names(result) == []
    file.write_text("broken", encoding="utf-8")
    assert pincite.inspect("Refunds take five days. [1]", ["Refunds take five days."])


def test_one_rule_and_none():
    case = {"response": WRONG, "sources": SOURCES}
    assert names(pincite.check([case], ignore="number-differs")[0]) == []
    assert names(pincite.check([case], ignore=[])[0]) == ["number-differs"]


def test_one_source_or_case_needs_a_list():
    with pytest.raises(TypeError, match="list"):
        pincite.inspect("Refunds take five days. [1]", "Refunds take five days.")
    with pytest.raises(TypeError, match="list"):
        pincite.check({"response": RIGHT, "sources": SOURCES})


def test_a_missing_program_is_named(monkeypatch):
    monkeypatch.setenv("PINCITE_BINARY", "/nonexistent/pincite")
    with pytest.raises(pincite.PinciteError, match="/nonexistent/pincite"):
        pincite.check([{"response": RIGHT}])


def test_the_fixture_refuses_what_was_not_checked(pincite):
    with pytest.raises(pytest.fail.Exception, match="no text of the source of 1 citation"):
        pincite.assert_cited("Refunds take nine days. [1]", [""])
    pincite.assert_cited("Refunds take nine days. [1]", [""], require_text=False)


def test_a_failure_shows_the_line(pincite):
    with pytest.raises(pytest.fail.Exception, match="Refunds take nine days"):
        pincite.assert_cited(WRONG, SOURCES)


def test_the_module_runs_the_program():
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("pincite ")


def test_the_fixture_accepts_a_sound_answer(pincite):
    pincite.assert_cited(RIGHT, SOURCES)
    pincite.assert_cited(WRONG, SOURCES, ignore=["number-differs"])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (WRONG, "number-differs"),
        ("Refunds take five days.", "no-citation"),
        ("So." + MARK.format("z"), "unknown-source"),
    ],
)
def test_the_fixture_refuses_others(pincite, answer, why):
    with pytest.raises(pytest.fail.Exception, match=why):
        pincite.assert_cited(answer, SOURCES)
