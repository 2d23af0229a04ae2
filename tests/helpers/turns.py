"""What the texts of notebooks ask their readers to do in a lesson or an explorer, done as a page would do it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from helpers.explorers import offered
from matplotlib.text import Text

from prplot.draw.page.document import source

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
# What one does to each kind of control. Prose need not say it, but must say nothing else.
VERBS = {
    "flag": {"tick", "untick"},
    "several": {"tick", "untick"},
    "number": {"move", "set", "change", "raise"},
    "between": {"move", "set", "change"},
    "choice": {"choose", "set", "change"},
}
KNOWN = {"open", "switch", *(verb for verbs in VERBS.values() for verb in verbs)}
TOKEN = re.compile(
    rf"(?P<end>[.:?!](?= |$))|\*(?P<name>[^*]+)\*|\b(?P<step>{'|'.join(ORDINALS)}|last) step\b"
    rf"|\b(?P<guess>guess)\b|\b(?P<verb>{'|'.join(sorted(KNOWN))})\b"
    r"|\b(?P<mark>(?:black|white|grey|orange|red|blue) (?:line|dot|point|diamond|circle|region))\b",
    re.IGNORECASE,
)
NUMBERS = re.compile(r"(?: \w+)? from (?P<low>[\d.]*\d)(?: \w+)? to (?P<high>[\d.]*\d)| to (?P<to>[\d.]*\d)")
# The labels of what is neither a control nor an option, as the script writes them.
BUTTONS = set(re.findall(r'(?:goes\(|make\("summary", \{\}, )"([^"]+)"', source("draw/page/face.mjs")))


def turns_in(text: str) -> str:
    """The paragraphs that begin with "Your turn", in one line."""
    return " ".join(" ".join(part.split()) for part in text.split("\n\n") if part.startswith("**Your turn**"))


def words_of(widget: Any) -> str:
    """What is written in the picture and around it."""
    texts = [text.get_text() for text in widget.figure.findobj(Text)]
    return " ".join([widget.seen.get("text", ""), widget.sentence, *texts]).lower()


class Reader:
    """Someone who does what a text says, and stumbles where something is not there, is folded away or is called
    otherwise.
    """

    def __init__(self, widget: Any, words: dict[int, str]) -> None:
        self.widget, self.words = widget, words
        self.verb, self.control, self.unfolded, self.used = "", "", False, list[str]()

    def follow(self, text: str) -> None:
        text = re.sub(r"\*\*[^*]+\*\*", "", text)
        for token in TOKEN.finditer(text):
            kind = str(token.lastgroup)
            getattr(self, f"read_{kind}")(token[kind], text[token.end() :])
        assert self.used, "no control is named"

    def read_end(self, *_: str) -> None:
        self.verb = self.control = ""

    def read_verb(self, verb: str, _: str) -> None:
        self.verb = verb.lower()

    def read_guess(self, *_: str) -> None:
        assert "guess" in self.widget.seen, f"{self.place()} asks for no guess"

    def read_mark(self, mark: str, _: str) -> None:
        """What only some of the steps speak of, the others do not show."""
        mark = mark.lower()
        if any(mark in words for words in self.words.values()):
            assert mark in words_of(self.widget), f"{self.place()} speaks of no {mark}"

    def read_step(self, ordinal: str, _: str) -> None:
        last = self.widget.seen["step"][1]
        self.go_to(last if ordinal.lower() == "last" else ORDINALS.index(ordinal.lower()) + 1)

    def read_name(self, name: str, rest: str) -> None:
        titles = {control["title"]: control for control in self.controls}
        if name in titles:
            self.use_control(titles[name], rest)
        elif name in BUTTONS:
            self.use_button(name)
        else:
            self.use_option(name)

    def use_button(self, name: str) -> None:
        if name in ("Back", "Next"):
            self.go_to(self.widget.step + (1 if name == "Next" else -1))
        elif name == "More":
            assert any(control["group"] for control in self.controls), "there is nothing under More"
            self.unfolded = True
        else:
            assert name == "Code", name
            assert self.widget.seen["code"], "there is no code"

    def use_control(self, control: dict[str, Any], rest: str) -> None:
        title, value = control["title"], control["value"]
        self.control = title
        self.see(control)
        if self.verb in ("tick", "untick"):
            assert control["kind"] == "flag" or control.get("optional"), f"{title} cannot be {self.verb}ed"
            off = value is None or value is False
            assert off == (self.verb == "tick"), f"{title} is {'off' if off else 'on'}"
            on = True if control["kind"] == "flag" else control["start"]
            self.put(control, (on if self.verb == "tick" else False if control["kind"] == "flag" else None))
            return
        self.check_verb(control)
        assert value is not None, f"{title} is off"
        if numbers := NUMBERS.match(rest):
            for number in filter(None, numbers.groups()):
                stops = np.array(control["stops"])
                at = int(np.argmin(abs(stops - float(number))))
                assert np.isclose(stops[at], float(number)), f"{title} has no stop {number} in {self.place()}"
                self.put(control, control["stops"][at])

    def use_option(self, name: str) -> None:
        owners = [control for control in self.controls if name in [title for _, title in control.get("options", [])]]
        assert owners, f"{self.place()} has neither a control nor an option {name!r}"
        [control, *_] = [owner for owner in owners if owner["title"] == self.control] or owners
        self.see(control)
        self.check_verb(control)
        options = {title: option for option, title in control["options"]}
        if control["kind"] == "choice":
            self.put(control, options[name])
            return
        ticked = list(options.values()) if control["value"] is None else control["value"]
        assert (options[name] in ticked) == (self.verb == "untick"), f"{name} is not to be {self.verb}ed"
        self.put(control, [one for one in (*ticked, options[name]) if self.verb == "tick" or one != options[name]])

    def see(self, control: dict[str, Any]) -> None:
        assert self.unfolded or not control["group"], f"{control['title']} is folded under More"
        self.used.append(control["title"])

    def check_verb(self, control: dict[str, Any]) -> None:
        allowed = VERBS[control["kind"]] | {""}
        assert self.verb in allowed, f"{control['title']}, a {control['kind']}, is asked to {self.verb}"

    def put(self, control: dict[str, Any], value: Any) -> None:
        self.widget.hear({"set": {control["name"]: value}})
        now = offered(self.widget)[control["name"]]["value"]
        assert (sorted(now) == sorted(value)) if isinstance(value, list) else now == value, self.widget.seen["notes"]

    def go_to(self, step: int) -> None:
        self.widget.hear({"go": step - 1})
        assert self.widget.step == step, self.widget.seen["notes"]

    @property
    def controls(self) -> list[dict[str, Any]]:
        return list(offered(self.widget).values())

    def place(self) -> str:
        return f"step {self.widget.step}" if "step" in self.widget.seen else "the explorer"


def words_by_step(widget: Any) -> dict[int, str]:
    """What each step of a lesson says where it begins; the widget is left where it was."""
    words, start = {}, getattr(widget, "step", None)
    if start is not None:
        for step in range(1, widget.seen["step"][1] + 1):
            widget.step = step
            words[step] = words_of(widget)
        widget.step = start
    return words
