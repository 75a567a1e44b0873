"""Tests that the documentation page on the Python package equals the declarations of the package."""

import inspect
import os
from pathlib import Path

import chokepoint

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "python.md"
HEAD = """# Python

<!-- Written by crates/apps/python/tests/test_reference.py with CHOKEPOINT_BLESS set; do not edit. -->

All names that `import chokepoint` brings. [How they are used](../python.md).
"""


def _signature(name: str, thing: object) -> str:
    try:
        shown = str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return name
    return f"{name}{shown}".replace("chokepoint._", "chokepoint.").replace("'", "")


def _entry(name: str, thing: object, level: str) -> list[str]:
    doc = inspect.getdoc(thing)
    return [f"{level} {name.split('.')[-1]}", f"```text\n{_signature(name, thing)}\n```", *([doc] if doc else [])]


def _members(name: str, of: type) -> list[str]:
    lines = []
    for member, value in vars(of).items():
        if member.startswith("_"):
            continue
        if isinstance(value, property):
            lines.append(f"- `{member}`: {inspect.getdoc(value) or ''}".rstrip(": "))
        elif callable(value) or isinstance(value, (classmethod, staticmethod)):
            signature = _signature(member, getattr(of, member)).replace("(self, ", "(").replace("(self)", "()")
            lines.append(f"- `{signature}`: {inspect.getdoc(getattr(of, member)) or ''}".rstrip(": "))
    return ["\n".join(line.replace("\n", "\n  ") for line in lines)] if lines else []


def _page() -> str:
    parts = [HEAD.rstrip()]
    for name in chokepoint.__all__:
        thing = getattr(chokepoint, name)
        if inspect.isclass(thing):
            parts += [*_entry(name, thing, "##"), *_members(name, thing)]
        elif callable(thing):
            parts += _entry(name, thing, "##")
    return "\n\n".join(parts) + "\n"


def test_every_public_name_is_in_the_documentation() -> None:
    page = _page()
    if "CHOKEPOINT_BLESS" in os.environ:
        PAGE.write_text(page)
    assert PAGE.read_text() == page, "run `CHOKEPOINT_BLESS= npm run test:python`"
