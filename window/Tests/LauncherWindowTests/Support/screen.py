"""Prints what assistive technology knows of the windows on the screen: each element on a line, as JSON.

    screen.py             every element
    screen.py press NAME  does what the element of this name does when it is clicked
"""

import json
import sys

import pyatspi

# On a busy machine, a window may answer late; without this, what it says after 0.8 seconds would be missing.
pyatspi.setTimeout(300_000, 300_000)

STATES = {"focused": pyatspi.STATE_FOCUSED, "selected": pyatspi.STATE_SELECTED}


def box(element):
    """Where an element is in its window: left, top, width, height."""
    try:
        extents = element.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        return [extents.x, extents.y, extents.width, extents.height]
    except NotImplementedError:
        return [0, 0, 0, 0]


def elements(element, depth=0):
    """An element and all below it."""
    try:
        states = element.getState()
        text = ""
        if element.getRoleName() == "entry":
            content = element.queryText()
            text = content.getText(0, content.characterCount)
        yield element, {"role": element.getRoleName(), "name": element.name, "depth": depth, "text": text,
                        "states": [name for name, state in STATES.items() if states.contains(state)],
                        "box": box(element)}
        children = list(element)
    except Exception:  # the element has gone in the meantime
        return
    for child in children:
        if child is not None:
            yield from elements(child, depth + 1)


desktop = pyatspi.Registry.getDesktop(0)
found = [pair for application in desktop if application is not None for pair in elements(application)]
if sys.argv[1:2] == ["press"]:
    named = [element for element, known in found if known["name"] == sys.argv[2]]
    actions = [element.queryAction() for element in named if "Action" in pyatspi.listInterfaces(element)]
    actions[0].doAction(0)
else:
    for _, known in found:
        print(json.dumps(known))
