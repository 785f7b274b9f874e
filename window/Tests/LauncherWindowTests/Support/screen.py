"""Prints what assistive technology knows of the windows on the screen: each element on a line, as JSON."""

import json

import pyatspi

STATES = {"focused": pyatspi.STATE_FOCUSED, "selected": pyatspi.STATE_SELECTED}


def elements(element, depth=0):
    """An element and all below it."""
    try:
        states = element.getState()
        text = ""
        if element.getRoleName() == "entry":
            content = element.queryText()
            text = content.getText(0, content.characterCount)
        yield {"role": element.getRoleName(), "name": element.name, "depth": depth, "text": text,
               "states": [name for name, state in STATES.items() if states.contains(state)]}
        children = list(element)
    except Exception:  # the element has gone in the meantime
        return
    for child in children:
        if child is not None:
            yield from elements(child, depth + 1)


desktop = pyatspi.Registry.getDesktop(0)
for application in desktop:
    if application is not None:
        for found in elements(application):
            print(json.dumps(found))
