"""Uses the map of posters-server like a person with a browser. Exits with status 0 if every check passed.

    map_pages.py ADDRESS FOLDER REPORT [TILES]

REPORT is the number of a report with a photo, away from 2,000 others. TILES is a port: if it is given, tiles are served there.
Screenshots are written to FOLDER.
"""

import http.server
import pathlib
import struct
import sys
import threading
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[5] / "server/Tests/CatalogServerTests/Browser"))
from browser import Browser  # noqa: E402

address, folder, number = sys.argv[1:4]
tiles = int(sys.argv[4]) if len(sys.argv) > 4 else None
kind = "tiles" if tiles else "plain"


def check(what, holds):
    if not holds:
        sys.exit(f"This does not hold ({kind}): {what}")


def png(color):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(b"\0" + (b"\x99\xa5\xad" if y == 0 else bytes(color)) + bytes(color) * 255 for y in range(256))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", 256, 256, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Tiles(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        z, x, y = (int(part) for part in self.path.strip("/").removesuffix(".png").split("/"))
        body = png((222 + (x + y) % 2 * 8, 232, 222 + (x + y) % 2 * 8))
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class MapBrowser(Browser):
    """A browser whose page may run scripts. It remembers what the page has asked for, and what its policy forbade."""

    def __init__(self, **options):
        self.asked = []
        super().__init__(**options)
        self("Emulation.setScriptExecutionDisabled", value=False)
        self("Network.enable")
        self("Page.addScriptToEvaluateOnNewDocument", source="""
            window.faults = [];
            addEventListener("securitypolicyviolation", (event) => faults.push(event.violatedDirective + " " + event.blockedURI));
            addEventListener("error", (event) => faults.push(String(event.message)));
            addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
            """)

    def _message(self):
        message = super()._message()
        if message.get("method") == "Network.requestWillBeSent":
            self.asked.append(message["params"]["request"]["url"])
        return message

    def wait(self, what, expression):
        deadline = time.monotonic() + 300
        while not self.value(expression):
            if time.monotonic() > deadline:
                self.screenshot(f"{folder}/failed.png")
                check(f"{what} (summary: {self.value('document.getElementById(`summary`).textContent')}, "
                      f"problem: {self.value('document.getElementById(`problem`).textContent')}, faults: {self.value('window.faults')})", False)
            time.sleep(0.1)

    def key(self, key, code=None, text=None):
        for kind in ("keyDown", "keyUp"):
            self("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, **({"text": text} if text and kind == "keyDown" else {}))

    def drag(self, x, y, dx, dy):
        self("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        for step in range(1, 6):
            self("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx * step / 5, y=y + dy * step / 5, button="left", buttons=1)
        self("Input.dispatchMouseEvent", type="mouseReleased", x=x + dx, y=y + dy, button="left", clickCount=1)

    def pinch(self, x, y, before, after):
        for kind, distance in [("touchStart", before), *(("touchMove", before + (after - before) * n / 6) for n in range(1, 7)), ("touchEnd", None)]:
            points = [] if distance is None else [{"x": x - distance / 2, "y": y, "id": 1}, {"x": x + distance / 2, "y": y, "id": 2}]
            self("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def finish(self):
        check(f"no policy is violated and no script fails: {self.value('faults')}", self.value("faults.length") == 0)
        allowed = (address, f"http://127.0.0.1:{tiles}/") if tiles else (address,)
        foreign = [url for url in self.asked if not url.startswith(allowed + ("about:", "data:"))]
        check(f"nothing is asked for elsewhere: {foreign}", not foreign)


ZOOM = "view.zoom"
COUNT = "[...document.querySelectorAll('#marks button')].reduce((sum, b) => sum + (b.feature.properties.point_count || 1), 0)"
SHOWN = "document.getElementById('summary').textContent"

if tiles:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", tiles), Tiles)
    threading.Thread(target=server.serve_forever, daemon=True).start()

with MapBrowser() as browser:
    browser.open(f"{address}/map")
    browser.wait("all reports are shown", f"{COUNT} === 2001")
    check("the number of reports is told", browser.value(SHOWN) == "2,001 reports in this area.")
    if tiles:
        browser.wait("tiles are shown", "[...document.querySelectorAll('#tiles img')].filter(i => i.naturalWidth === 256).length > 5")
        check("the attribution is shown as text", browser.value("document.getElementById('attribution').textContent") == '© Map <makers> & "co"')
    else:
        check("no tile is asked for", browser.value("document.querySelectorAll('#tiles img').length") == 0)
    browser.screenshot(f"{folder}/map-{kind}.png")

    before = browser.value(ZOOM)
    browser.click("#marks .cluster")
    browser.wait("a click on a cluster opens it", f"{ZOOM} > {before} && {COUNT} < 2001 && {COUNT} > 0")
    browser.screenshot(f"{folder}/map-{kind}-cluster.png")

    shown = browser.value(SHOWN)
    browser.drag(500, 450, -420, 0)
    browser.wait("a moved map offers to search", "!document.getElementById('search').hidden")
    check("nothing is searched before", browser.value(SHOWN) == shown)
    browser.screenshot(f"{folder}/map-{kind}-moved.png")
    browser.click("#search")
    browser.wait("the search ends", "document.getElementById('search').hidden")

    browser.click("#all")
    browser.wait("all reports are shown again", f"{COUNT} === 2001")
    browser.value("document.getElementById('map').focus()")
    zoom = browser.value(ZOOM)
    browser.key("+", "Equal", "+")
    browser.wait("plus zooms in", f"{ZOOM} === {zoom + 1}")
    place = browser.value("location.hash")
    browser.key("ArrowLeft")
    browser.wait("an arrow moves the map", f"location.hash !== '{place}'")
    browser.key("-", "Minus", "-")
    browser.wait("minus zooms out", f"{ZOOM} === {zoom}")

    browser.open("about:blank")
    browser.open(f"{address}/map#16/50.9/31.5")
    mark = f"[...document.querySelectorAll('#marks button')].find(b => b.feature.properties.number === {number})"
    browser.wait("the place in the address is shown", f"!!{mark}")
    check("a mark says what it is", "confirmed" in browser.value(f"{mark}.getAttribute('aria-label')"))
    browser.value(f"{mark}.focus()")
    browser.key("Enter", text="\r")
    browser.wait("Enter opens a report", "!document.getElementById('panel').hidden")
    browser.wait("its photo is shown", "document.querySelector('#details img').naturalWidth === 800")
    text = browser.value("document.getElementById('panel').innerText")
    check(f"the report is shown as text: {text}", '"ТОВ «Ромашка»", O\'Brien <b> & Co' in text and "confirmed" in text and "Other" in text)
    check("no phone number is shown", "1234567" not in text)
    check("the report has the focus", browser.value("document.activeElement.id") == "heading")
    time.sleep(0.3)
    browser.screenshot(f"{folder}/map-{kind}-report.png")
    browser.key("Escape")
    check("Escape closes it", browser.value("document.getElementById('panel').hidden"))
    check("the mark has the focus again", browser.value(f"document.activeElement === {mark}"))
    browser.finish()

    browser("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    marks = browser.value("document.querySelectorAll('#marks button').length")
    browser.click("#out")
    browser.wait("a lost connection is told", "document.getElementById('problem').textContent.includes('be reached')")
    check("the reports stay", browser.value("document.querySelectorAll('#marks button').length") == marks)
    browser.drag(500, 450, 100, 50)
    browser.screenshot(f"{folder}/map-{kind}-offline.png")
    browser("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    browser.click("#search")
    browser.wait("the map goes on with a connection", "document.getElementById('problem').hidden")

with MapBrowser(width=390, height=780, dark=True) as browser:
    browser("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    browser.open(f"{address}/map")
    browser.wait("all reports are shown on a phone", f"{COUNT} === 2001")
    check("the page is no wider than a phone", browser.value("document.documentElement.scrollWidth") <= 390)
    small = browser.value("[...document.querySelectorAll('#zoom button')].every(b => b.offsetWidth >= 40 && b.offsetHeight >= 40)")
    check("the buttons are large enough for fingers", small)
    browser.screenshot(f"{folder}/phone-{kind}.png")
    zoom = browser.value(ZOOM)
    browser.pinch(195, 400, 80, 330)
    browser.wait("two fingers zoom", f"{ZOOM} > {zoom + 1}")
    browser.open("about:blank")
    browser.open(f"{address}/map#16/50.9/31.5")
    browser.wait("the place in the address is shown", f"!!{mark}")
    browser.value(f"{mark}.click()")
    browser.wait("its photo is shown", "document.querySelector('#details img')?.naturalWidth === 800")
    check("the page is no wider than a phone", browser.value("document.documentElement.scrollWidth") <= 390)
    time.sleep(0.3)
    browser.screenshot(f"{folder}/phone-{kind}-report.png")
    browser.finish()
