"""What Chromium and axe-core say about pages of the widget. Arguments: the folder of the module browser, the script of axe-core, a
command, and its arguments."""

import json
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])
from browser import Browser  # noqa: E402


def check(*pages):
    """Every violation that axe-core finds in pages of both color schemes, wide and narrow, and what a user with a small screen
    would have to scroll sideways for."""
    with open(sys.argv[2]) as file:
        axe = file.read()
    found = []
    for dark in (False, True):
        for width in (1280, 320):
            with Browser(width=width, dark=dark) as browser:
                browser("Emulation.setScriptExecutionDisabled", value=False)
                for page in pages:
                    browser.open(f"file://{page}")
                    browser.value(axe + "\n0")
                    result = browser(
                        "Runtime.evaluate", awaitPromise=True, returnByValue=True,
                        expression="axe.run().then(r => [r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + "
                        "n.failureSummary).join('; ')), r.passes.length])")["result"]["value"]
                    assert result[1] > 5, result
                    found += [f"{page} {width} {dark}: {violation}" for violation in result[0]]
                    if browser.value("document.documentElement.scrollWidth > innerWidth"):
                        found.append(f"{page} {width}: wider than the window")
    print(json.dumps(found))


def follow(page, launcher):
    """Opens a page that `launcher widget --follow` keeps up to date, selects a link, scrolls, makes changes, and prints what the
    page has become after each of them."""
    def run(*arguments):
        subprocess.run([launcher, *arguments], check=True)

    def wait(browser, condition):
        deadline = time.monotonic() + 120
        while not browser.value(condition):
            assert time.monotonic() < deadline, f"{condition}: {browser.value('document.documentElement.outerHTML')}"
            time.sleep(0.05)

    with Browser(width=400, height=400) as browser:
        browser("Emulation.setScriptExecutionDisabled", value=False)
        browser.open(f"file://{page}")
        browser.value("window.mark = 'not reloaded'")
        browser("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        browser.value("document.querySelector('a[href=\"tea:\"]').focus()")
        browser.value("scrollTo(0, 120)")
        browser.value("window.image = document.querySelector('[data-app$=tea] img')")
        answers = []
        for change, condition in [
            (("badge", "set", "org.example.coffee", "41"), "document.title.includes('44')"),
            (("badge", "set", "org.example.tea", "7"), "document.title.includes('48')"),
            (("badge", "clear", "org.example.tea"), "document.title.includes('41')"),
            (("settings", "set", "name", "Kitchen"), "document.querySelector('h1').innerText === 'Kitchen'"),
            (("settings", "set", "theme", "dark"), "getComputedStyle(document.body).backgroundColor === 'rgb(30, 30, 34)'"),
        ]:
            run(*change)
            wait(browser, condition)
            answers.append(browser.value("""({
                mark: window.mark, focus: document.activeElement.getAttribute('href'),
                isOutlined: document.activeElement.matches(':focus-visible'), scroll: scrollY, history: history.length,
                isSameImage: !!window.image && window.image === document.querySelector('[data-app$=tea] img')
            })"""))
        print(json.dumps(answers))


def steal(page, thief):
    """Opens a page that shows another one in a frame and asks for its content; prints what it is told."""
    with Browser() as browser:
        browser("Emulation.setScriptExecutionDisabled", value=False)
        browser.open(f"file://{thief}")
        deadline = time.monotonic() + 60
        while not browser.value("told.length"):
            assert time.monotonic() < deadline, "the page never answers"
            time.sleep(0.05)
        print(json.dumps(browser.value("told")))


{"check": check, "follow": follow, "steal": steal}[sys.argv[3]](*sys.argv[4:])
