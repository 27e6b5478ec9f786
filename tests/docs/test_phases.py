"""The diagrams of phases hold what the phase tables hold."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from docs._ext.phases import Row, filled, phases_of, rows, svg, table, text

from climbcards import Pass, Phase, Play
from climbcards.climbing import phases as climbing
from climbcards.climbing.phases import ACTIONS, AUTOMATIC
from climbcards.rummy import phases as rummy

ROWS = rows(ACTIONS, AUTOMATIC)
RUMMY_ROWS = rows(rummy.ACTIONS, rummy.AUTOMATIC)
SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs"

each_engine = pytest.mark.parametrize("engine", [climbing, rummy], ids=lambda m: m.__name__)


def drawn(engine: ModuleType) -> list[dict[str, str]]:
    """What the rows of the drawing say they show."""
    tree = ElementTree.fromstring(svg(rows(engine.ACTIONS, engine.AUTOMATIC), "The phases"))
    return [group.attrib for group in tree.iter(f"{SVG}g")]


@each_engine
def test_every_action_of_the_table_is_drawn_in_its_phase(engine: ModuleType) -> None:
    actions = [
        (g["data-phase"], g["data-action"]) for g in drawn(engine) if "data-follows" not in g
    ]
    assert actions == [(phase.value, action.__name__) for phase, action in engine.ACTIONS]


@each_engine
def test_everything_that_happens_by_itself_is_drawn_to_its_phases(engine: ModuleType) -> None:
    follows = [
        (g["data-phase"], g["data-action"], g["data-follows"], g["data-to"])
        for g in drawn(engine)
        if "data-follows" in g
    ]
    assert sorted(follows) == sorted(
        (phase.value, action.__name__, automatic.name, " ".join(automatic.to))
        for (phase, action), each in engine.AUTOMATIC.items()
        for automatic in each
    )


def test_an_action_that_leads_to_another_phase_is_drawn_to_it() -> None:
    for attributes in drawn(rummy):
        if "data-follows" not in attributes:
            to = {"Draw": "discard", "Discard": "draw", "GoOut": "draw"}[attributes["data-action"]]
            assert attributes["data-to"] == to
    assert "draw: Draw -> discard" in text(RUMMY_ROWS).splitlines()
    assert "| draw | Draw | | discard |" in table(RUMMY_ROWS).splitlines()


@pytest.mark.parametrize("found", [ROWS, RUMMY_ROWS], ids=["climbing", "rummy"])
def test_every_row_has_a_mark_for_each_phase_it_leads_to(found: list[Row]) -> None:
    tree = ElementTree.fromstring(svg(found, "The phases"))
    for group in tree.iter(f"{SVG}g"):
        heads = [path for path in group.iter(f"{SVG}path") if "z" in path.attrib["d"]]
        dots = list(group.iter(f"{SVG}circle"))
        assert len(heads or dots) == len(group.attrib["data-to"].split())


def test_phases_stand_in_the_order_of_a_deal() -> None:
    assert phases_of(ROWS) == [Phase.AUCTION, Phase.CALL, Phase.PLAY, Phase.OVER]
    assert phases_of(RUMMY_ROWS) == [Phase.DRAW, Phase.DISCARD, Phase.OVER]
    titles = ElementTree.fromstring(svg(ROWS, "The phases")).iterfind(f"{SVG}text")
    assert [title.text for title in titles] == ["auction", "call", "play", "over"]


def test_nothing_is_fetched_by_the_drawing() -> None:
    assert svg(ROWS, "The phases").count("http") == 1  # the namespace


def test_text_has_a_line_for_each_row() -> None:
    key = (Phase.PLAY, Play)
    lines = text(rows({key: ACTIONS[key]}, AUTOMATIC)).splitlines()
    assert lines == ["play: Play", "    a player is out -> over", "    the trick ends -> play"]
    assert len(text(ROWS).splitlines()) == len(ROWS) > len({Pass, *ACTIONS})


def test_a_block_is_filled_with_the_drawing_and_the_table() -> None:
    page = filled("# Phases\n\n```{phase-diagram} climbcards.climbing.phases\n```\n\nAnd so on.\n")
    assert svg(ROWS, "The phases of climbcards.climbing.phases") in page
    assert table(ROWS) in page
    assert "phase-diagram" not in page
    drawing = page[page.index("<div>") : page.index("</div>")]
    assert "\n\n" not in drawing  # an empty line would end the HTML


def test_the_pages_have_the_blocks() -> None:
    pages = {
        "explanation/phases.md": ["climbing", "rummy"],
        "games/three-thirteen.md": ["rummy"],
    }
    for page, engines in pages.items():
        source = filled((DOCS / page).read_text(encoding="utf-8"))
        assert "phase-diagram" not in source
        for engine in engines:
            assert f"<title>The phases of climbcards.{engine}.phases</title>" in source
