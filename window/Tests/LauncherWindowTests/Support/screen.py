"""Prints what assistive technology knows of the windows on the screen: each element on a line, as JSON.

    screen.py                every element
    screen.py press NAME...  does what the element of each name does when it is clicked, once it is there
"""

import json
import sys
import time

import pyatspi

# On a busy machine, a window may answer late; without this, what it says after 0.8 seconds would be missing.
pyatspi.setTimeout(300_000, 300_000)

PATIENCE = 300
STATES = {"focused": pyatspi.STATE_FOCUSED, "selected": pyatspi.STATE_SELECTED}


def box(element):
    """Where an element is in its window: left, top, width, height."""
    try:
        extents = element.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        return [extents.x, extents.y, extents.width, extents.height]
    except NotImplementedError:
        return [0, 0, 0, 0]


def name(element):
    """What an element is called. GTK 4.8 names some buttons by their labels and by their contents, which are these labels."""
    words, half = element.name, (len(element.name) - 1) // 2
    return words[:half] if half > 0 and words == f"{words[:half]} {words[:half]}" else words


def elements(element, depth=0):
    """An element and all below it."""
    try:
        states = element.getState()
        text = ""
        if element.getRoleName() == "entry":
            content = element.queryText()
            text = content.getText(0, content.characterCount)
        yield element, {"role": element.getRoleName(), "name": name(element), "depth": depth, "text": text,
                        "states": [name for name, state in STATES.items() if states.contains(state)],
                        "box": box(element)}
        children = list(element)
    except Exception:  # the element has gone in the meantime
        return
    for child in children:
        if child is not None:
            yield from elements(child, depth + 1)


def everything():
    """All elements of all windows."""
    desktop = pyatspi.Registry.getDesktop(0)
    return [pair for application in desktop if application is not None for pair in elements(application)]


def press(wanted):
    """Waits for an element that can be clicked, and does what a click does."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for element, known in everything():
            # What has no size is not on the screen yet.
            if known["name"] == wanted and known["box"][2] > 0 and act(element):
                return
    sys.exit(f"There is no “{wanted}” to click.")


def act(element):
    """Does what a click does, if an element can be clicked now."""
    try:
        return "Action" in pyatspi.listInterfaces(element) and element.queryAction().doAction(0)
    except Exception:  # the element has no action yet, or has gone in the meantime
        return False


if sys.argv[1:2] == ["press"]:
    for wanted in sys.argv[2:]:
        press(wanted)
else:
    for _, known in everything():
        print(json.dumps(known))
