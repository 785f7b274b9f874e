"""Uses the pages of catalog-server like a person with a browser. Exits with status 0 if every check passed.

    pages.py ADDRESS FOLDER PACKAGE

`ben` has access to org.example.rooms alone; `eve` publishes PACKAGE. Their passwords are “secret of ben” and “secret of eve”.
Screenshots are written to FOLDER.
"""

import sys

from browser import Browser

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
address, folder, package = sys.argv[1:4]


def check(what, holds):
    if not holds:
        sys.exit(f"This does not hold: {what}")


def log_in(browser, name):
    browser.open(f"{address}/")
    check("a visitor who is not logged in gets the login page", browser.value("location.pathname") == "/login")
    browser.fill("#user", name)
    browser.fill("#password", f"secret of {name}")
    browser.follow("form.card button")
    check("logging in leads to the catalog", browser.value("location.pathname") == "/")


def texts(browser, selector):
    return browser.value(f"[...document.querySelectorAll('{selector}')].map(e => e.innerText)")


with Browser() as browser:
    browser.open(f"{address}/login")
    browser.fill("#user", "ben")
    browser.fill("#password", "another")
    browser.follow("form.card button")
    check("a wrong password is reported", "password" in texts(browser, ".problem")[0])
    check("the cursor is in the field for the password then", browser.value("document.activeElement.id") == "password")
    browser.screenshot(f"{folder}/login.png")
    log_in(browser, "ben")
    check("ben sees exactly the packages granted to him", texts(browser, ".package h2") == ["Rooms <b>&\"'"])
    check("a package's name is never taken for markup", browser.value("document.querySelectorAll('.package b').length") == 0)
    check("the name of the group begins where the list begins", browser.value(
        "document.querySelector('.home').getBoundingClientRect().x === document.querySelector('h1').getBoundingClientRect().x"))
    check("the icon is shown", browser.value("document.querySelector('.icon').naturalWidth") > 0)
    check("the install button opens the client", browser.value(
        "document.querySelector('.button').href").startswith("launcher-store://install?server=http%3A%2F%2F127.0.0.1"))
    check("the install command is shown", texts(browser, ".package .command") == ["launcher install org.example.rooms"])
    check("older versions are listed", "1.0" in browser.value("document.querySelector('.older').textContent"))
    check("the light theme has a light background", browser.value("getComputedStyle(document.body).backgroundColor") == "rgb(246, 246, 248)")
    browser.screenshot(f"{folder}/catalog.png")
    browser.open(f"{address}/publish")
    check("a user who is not a publisher gets no form", texts(browser, "h1") == ["That did not work"])
    browser.follow("header button")
    check("logging out leads to the login page", browser.value("location.pathname") == "/login")
    browser.open(f"{address}/")
    check("logging out ends the session", browser.value("location.pathname") == "/login")
    log_in(browser, "ben")
    browser("Network.clearBrowserCookies")
    browser.follow(".actions a[href$='/file']")
    check("a download without a session leads to the login page", browser.value("location.pathname") == "/login")
    browser.open(f"{address}/none")
    check("an address that does not exist is answered with a page", texts(browser, "h1") == ["That did not work"])

with Browser(width=390, dark=True, user_agent=IPHONE) as browser:
    log_in(browser, "ben")
    check("the page is no wider than a phone", browser.value("document.documentElement.scrollWidth") <= 390)
    check("the dark theme has a dark background", browser.value("getComputedStyle(document.body).backgroundColor") == "rgb(21, 22, 26)")
    check("an iOS release is installed by its manifest", browser.value(
        "document.querySelector('.button').href").startswith("itms-services://?action=download-manifest&url=http"))
    browser.screenshot(f"{folder}/phone.png")

with Browser(width=420) as browser:
    log_in(browser, "ben")
    browser.follow("nav a[href='/account']")
    check("the page of the account is no wider than a phone", browser.value("document.documentElement.scrollWidth") <= 420)
    check("each field has a label", browser.value(
        "[...document.querySelectorAll('.card input:not([hidden])')].every(e => e.labels.length === 1)"))
    check("each button says which session it ends", browser.value(
        "[...document.querySelectorAll('.sessions button')].every(e => /^End th(is|e) session/.test(e.ariaLabel))"))
    count = len(texts(browser, ".sessions li"))
    check("ben sees his other sessions, too", count > 2)
    check("one of them is that of the page", sum("This session" in text for text in texts(browser, ".sessions li")) == 1)
    browser.screenshot(f"{folder}/account.png")
    browser.follow(".sessions li:last-child button")
    check("ben ends one of them", len(texts(browser, ".sessions li")) == count - 1)
    browser.follow("button[name='endOthers']")
    check("ben ends all of the others", len(texts(browser, ".sessions li")) == 1)
    for current, new, selector, words in [
            ("another", "new secret of ben", ".problem", "not your current password"),
            ("secret of ben", "new secret of ben", ".notice", "password was changed")]:
        browser.fill("#current", current)
        browser.fill("#new", new)
        browser.fill("#again", new)
        browser.follow("form.card button")
        check(f"the page says: {words}", words in "".join(texts(browser, selector)))
    check("ben stays logged in", browser.value("document.querySelector('.who').innerText") == "ben")

with Browser(width=360) as browser:
    log_in(browser, "eve")
    browser.follow("nav a")
    browser.fill("#notes", "More rooms.\nFewer clicks.")
    browser.choose("#file", package)
    browser.screenshot(f"{folder}/publish.png")
    browser.follow("form.card button")
    check("publishing a package is confirmed", texts(browser, ".notice")[:1] == [
        "Published Visa 2.0 (org.example.visa), channel stable."])
    browser.fill("#notes", "Even more rooms.")
    browser.choose("#file", package)
    browser.follow("form.card button")
    check("publishing it again says what was not applied", "releases/" in "".join(texts(browser, ".notice")))
    check("a long address in it makes the page no wider than a phone", browser.value("document.documentElement.scrollWidth") <= 360)
    browser.screenshot(f"{folder}/again.png")
    browser.choose("#file", __file__)
    browser.follow("form.card button")
    check("a file that is not a package is refused with the reason", "zip" in (texts(browser, ".problem") or [""])[0])
