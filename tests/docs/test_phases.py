"""The diagram of phases holds what the phase table holds."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from docs._ext.phases import filled, phases_of, rows, svg, table, text

from climbcards import Pass, Phase, Play
from climbcards.climbing.phases import ACTIONS, AUTOMATIC

ROWS = rows(ACTIONS, AUTOMATIC)
SVG = "{http://www.w3.org/2000/svg}"


def drawn() -> list[dict[str, str]]:
    """What the rows of the drawing say they show."""
    tree = ElementTree.fromstring(svg(ROWS, "The phases"))
    return [group.attrib for group in tree.iter(f"{SVG}g")]


def test_every_action_of_the_table_is_drawn_in_its_phase() -> None:
    actions = {(g["data-phase"], g["data-action"]) for g in drawn() if "data-follows" not in g}
    assert actions == {(phase.value, action.__name__) for phase, action in ACTIONS}


def test_everything_that_happens_by_itself_is_drawn_to_its_phases() -> None:
    follows = [
        (g["data-phase"], g["data-action"], g["data-follows"], g["data-to"])
        for g in drawn()
        if "data-follows" in g
    ]
    assert sorted(follows) == sorted(
        (phase.value, action.__name__, automatic.name, " ".join(automatic.to))
        for (phase, action), each in AUTOMATIC.items()
        for automatic in each
    )


def test_every_row_has_a_mark_for_each_phase_it_leads_to() -> None:
    tree = ElementTree.fromstring(svg(ROWS, "The phases"))
    for group in tree.iter(f"{SVG}g"):
        heads = [path for path in group.iter(f"{SVG}path") if "z" in path.attrib["d"]]
        dots = list(group.iter(f"{SVG}circle"))
        assert len(heads or dots) == len(group.attrib["data-to"].split())


def test_phases_stand_in_the_order_of_a_deal() -> None:
    assert phases_of(ROWS) == [Phase.AUCTION, Phase.CALL, Phase.PLAY, Phase.OVER]
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


def test_the_page_of_phases_has_the_block() -> None:
    page = Path(__file__).parents[2] / "docs" / "explanation" / "phases.md"
    source = page.read_text(encoding="utf-8")
    assert filled(source) != source
