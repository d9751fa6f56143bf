"""Replays of whole games as one page that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ._html import page


@dataclass(frozen=True, slots=True)
class Frame:
    """One position of a replay.

    Attributes
    ----------
    svg
        The picture, as SVG markup; it is put into the page as it is, so it must come from a trusted drawing.
    caption
        What is seen, in a few words.
    turn_text
        How the turn that led here is listed, such as its notation; empty for the first position.
    note
        A remark, may be empty.
    who
        Who played the turn, may be empty.
    colour
        The colour of who played, in the way of CSS; may be empty.
    """

    svg: str
    caption: str
    turn_text: str = ""
    note: str = ""
    who: str = ""
    colour: str = ""


STYLE = """
:root{color-scheme:light dark;--ground:#f4f2ee;--card:#fff;--ink:#22252b;--soft:#5d636d;--rule:#d8d3c8;--mark:#0b5cad;
--on-mark:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#17191d;--card:#22252b;--ink:#eceae5;--soft:#a9aeb8;--rule:#3a3f48;
--mark:#7db8f5;--on-mark:#10151b}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);
font:15px/1.45 system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif}
header,main{max-width:1280px;margin:0 auto;padding:0 18px}
header{padding-top:18px}
h1{font-size:1.45rem;margin:0}
header p{margin:.15rem 0 0;color:var(--soft)}
details{margin:.5rem 0 0;font-size:.86rem}
summary{color:var(--soft);cursor:pointer;width:max-content}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 14px;margin:.4rem 0 0;padding:8px 12px;
border:1px solid var(--rule);border-radius:10px;background:var(--card)}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
dd dl{margin:0;padding:0;border:0}
main{display:grid;grid-template-columns:minmax(0,1fr) 270px;gap:16px;margin-top:14px;margin-bottom:24px}
#bar{display:flex;flex-wrap:wrap;align-items:center;gap:6px;margin-bottom:10px}
button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--rule);border-radius:8px;cursor:pointer}
#bar button{width:44px;height:38px;display:grid;place-items:center}
#bar button svg{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:2.4;stroke-linecap:round;
stroke-linejoin:round}
#bar #play{border-radius:19px;background:var(--mark);color:var(--on-mark)}
#bar #play svg{fill:currentColor}
button:hover:enabled{border-color:var(--mark)}
button:disabled{opacity:.4;cursor:default}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
#slider{flex:1 1 140px;min-width:120px;accent-color:var(--mark)}
#count{min-width:5.5em;text-align:right;font-variant-numeric:tabular-nums;color:var(--soft)}
#stage{overflow-x:auto}
#stage svg{display:block;width:100%;min-width:680px;height:auto}
#caption{margin:0 0 2px;font-weight:600;min-height:1.45em}
#note{margin:0 0 8px;color:var(--soft);min-height:1.45em;white-space:pre-line}
aside{min-width:0}
h2{font-size:1rem;margin:0 0 8px;line-height:38px}
#turns{list-style:none;margin:0;padding:4px;max-height:calc(100vh - 190px);overflow:auto;position:sticky;top:12px;
border:1px solid var(--rule);border-radius:10px;background:var(--card)}
#turns button{display:flex;gap:8px;width:100%;border:0;
background:none;text-align:left;padding:3px 8px;border-radius:6px}
#turns .at{color:var(--soft);min-width:2.2em;text-align:right;font-variant-numeric:tabular-nums}
#turns .who{flex:none;min-width:4.6em}
#turns .who i{display:inline-block;width:.7em;height:.7em;margin-right:.4em;border-radius:50%;
border:1px solid var(--card)}
#turns .what{overflow-wrap:anywhere;min-width:0}
#turns button[aria-current]{background:var(--mark);color:var(--on-mark)}
#turns button[aria-current] .at{color:inherit}
.keys{color:var(--soft);font-size:.84rem;margin:10px 0 0}
@media (max-width:860px){main{grid-template-columns:minmax(0,1fr)}#turns{max-height:40vh;position:relative}}
@media (max-width:560px){header,main{padding:0 10px}#bar button{width:40px}h1{font-size:1.2rem}}
@media print{#bar,aside,.keys{display:none}main{display:block}#stage svg{min-width:0}}
"""

SCRIPT = """
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var byId = function (id) { return document.getElementById(id); };
  var stage = byId("stage"), slider = byId("slider"), play = byId("play");
  var items = Array.prototype.slice.call(document.querySelectorAll("#turns button"));
  var last = data.frames.length - 1, now = -1, timer = null;

  function show(index, keepHash) {
    index = Math.max(0, Math.min(last, index));
    if (index === now) { return; }
    var frame = data.frames[index];
    stage.innerHTML = frame[0].map(function (i) { return data.lines[i]; }).join("\\n");
    byId("caption").textContent = frame[1];
    byId("note").textContent = frame[2];
    byId("count").textContent = index + " / " + last;
    slider.value = index;
    slider.setAttribute("aria-valuetext", frame[1] || String(index));
    if (items[now]) { items[now].removeAttribute("aria-current"); }
    items[index].setAttribute("aria-current", "true");
    var list = byId("turns"), row = items[index];
    if (row.offsetTop < list.scrollTop) { list.scrollTop = row.offsetTop - 4; }
    var under = row.offsetTop + row.offsetHeight - list.clientHeight;
    if (under > list.scrollTop) { list.scrollTop = under + 4; }
    now = index;
    byId("first").disabled = byId("previous").disabled = index === 0;
    byId("next").disabled = byId("last").disabled = index === last;
    if (index === last) { stop(); }
    play.disabled = last === 0;
    if (!keepHash) {
      try { history.replaceState(null, "", "#" + index); } catch (error) { /* not allowed in some frames */ }
    }
  }
  function label(playing) {
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.title = (playing ? "Pause" : "Play") + " (space)";
    byId("play-shape").setAttribute("d", playing ? "M7 5h2v14H7zM15 5h2v14h-2z" : "M8 5l11 7-11 7z");
  }
  function stop() { if (timer !== null) { clearInterval(timer); timer = null; label(false); } }
  function toggle() {
    if (timer !== null) { stop(); return; }
    if (last === 0) { return; }
    if (now === last) { show(0); }
    timer = setInterval(function () { show(now + 1); }, 1200);
    label(true);
  }
  function go(index) { stop(); show(index); }
  byId("first").onclick = function () { go(0); };
  byId("previous").onclick = function () { go(now - 1); };
  byId("next").onclick = function () { go(now + 1); };
  byId("last").onclick = function () { go(last); };
  play.onclick = toggle;
  slider.oninput = function () { go(Number(slider.value)); };
  items.forEach(function (item, index) { item.onclick = function () { go(index); }; });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) { return; }
    var goal = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (goal !== undefined) { event.preventDefault(); go(goal); }
    if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); toggle(); }
  });
  function fromHash() {
    var index = parseInt(location.hash.slice(1), 10);
    show(isNaN(index) ? 0 : index, true);
  }
  window.addEventListener("hashchange", fromHash);
  fromHash();
})();
"""

# Steps are drawn as angles, so that none looks like the triangle for playing.
SHAPES = (
    ("first", "First position", "home", "M18 5l-8 7 8 7M6 5v14"),
    ("previous", "Previous turn", "left arrow", "M15 5l-8 7 8 7"),
    ("play", "Play", "space", "M8 5l11 7-11 7z"),
    ("next", "Next turn", "right arrow", "M9 5l8 7-8 7"),
    ("last", "Last position", "end", "M6 5l8 7-8 7M18 5v14"),
)


def html_replay(
    frames: Sequence[Frame], *, title: str, subtitle: str = "", tags: Mapping[str, object] | None = None
) -> str:
    """Write a page to look through a game.

    The page stands alone: no network, no other files. It works with the mouse, the keyboard (arrows, Home, End, space)
    and screen readers, and follows the reader's choice of light or dark. ``#12`` at the end of its address opens
    position 12.

    Parameters
    ----------
    frames
        The positions in order, at least one. All texts are escaped; the pictures are put in as they are.
    title
        The heading.
    subtitle
        A line below the heading.
    tags
        Facts about the game, such as its date or the players' names, folded away below the heading. What is an object
        in JSON is shown as a list.

    Returns
    -------
    str
        The whole page.

    Raises
    ------
    ValueError
        If there are no frames.
    TypeError
        If these are no frames.
    """
    given: object = frames
    if not isinstance(given, Sequence) or not all(isinstance(frame, Frame) for frame in given):
        raise TypeError("a replay is made of a list of frames; boardwright.to_html(record) makes one of a record")
    if not frames:
        raise ValueError("a replay needs at least one frame")
    buttons = "".join(
        f'<button type="button" id="{name}" aria-label="{words}" title="{words} ({key})">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path id="{name}-shape" d="{shape}"/></svg></button>'
        for name, words, key, shape in SHAPES
    )
    turns = "\n".join(
        f'<li><button type="button"><span class="at">{index}</span>{_who(frame)}'
        f'<span class="what">{escape(frame.turn_text or "Start")}</span></button></li>'
        for index, frame in enumerate(frames)
    )
    first, end = frames[0], len(frames) - 1
    return page(
        title,
        [
            f"<header><h1>{escape(title)}</h1>",
            f"<p>{escape(subtitle)}</p>" if subtitle else "",
            f"<details><summary>About this game</summary>{_facts(tags)}</details>" if tags else "",
            "</header>",
            "<main>",
            '<section aria-label="Position">',
            f'<div id="bar" role="group" aria-label="Replay">{buttons}',
            f'<input id="slider" type="range" min="0" max="{end}" value="0" step="1" aria-label="Position">',
            f'<output id="count" for="slider">0 / {end}</output></div>',
            f'<p id="caption" aria-live="polite">{escape(first.caption)}</p>',
            f'<p id="note">{escape(first.note)}</p>',
            f'<div id="stage">{first.svg}</div>',
            '<p class="keys">Keys: left and right arrow, Home, End; space plays and pauses.</p>',
            "</section>",
            '<aside><h2 id="list">Turns</h2>',
            f'<ol id="turns" aria-labelledby="list">{turns}</ol></aside>',
            "</main>",
            f'<script type="application/json" id="data">{_pack(frames)}</script>',
            f"<script>{SCRIPT}</script>",
        ],
        style=STYLE,
    )


def _who(frame: Frame) -> str:
    """Write who played a turn, with a mark in the colour beside the name."""
    if not frame.who:
        return ""
    mark = f'<i style="background:{escape(frame.colour)}"></i>' if frame.colour else ""
    return f'<span class="who">{mark}{escape(frame.who)}</span>'


def _facts(facts: Mapping[str, object]) -> str:
    """List names and values; a value that is an object in JSON becomes a list of its own."""
    return _list({name: _object(value) or escape(str(value)) for name, value in facts.items()})


def _list(entries: Mapping[str, str]) -> str:
    return f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{value}</dd>' for name, value in entries.items())}</dl>"


def _object(value: object) -> str:
    """List the parts of an object in JSON; what is nested in them stays JSON. Empty for any other value."""
    if not isinstance(value, str) or not value.startswith("{"):
        return ""
    try:
        parts = json.loads(value)
    except (ValueError, RecursionError):
        return ""
    shown = {
        name: part if isinstance(part, str) else json.dumps(part, ensure_ascii=False) for name, part in parts.items()
    }
    return _list({name: escape(part) for name, part in shown.items()})


def _pack(frames: Sequence[Frame]) -> str:
    """Write the frames as JSON; lines that pictures have in common are kept once."""
    known: dict[str, int] = {}
    packed = []
    for frame in frames:
        lines = [known.setdefault(line, len(known)) for line in frame.svg.split("\n")]
        packed.append([lines, frame.caption, frame.note])
    whole = json.dumps({"lines": list(known), "frames": packed}, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        whole = whole.replace(sign, f"\\u{ord(sign):04x}")
    return whole
