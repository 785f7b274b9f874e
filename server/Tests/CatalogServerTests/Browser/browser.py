"""A headless Chromium, driven over a pipe (the Chrome DevTools Protocol, https://chromedevtools.github.io/devtools-protocol/)."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


class Browser:
    """One page. Its scripts are disabled, so whatever it shows and does works without them."""

    def __init__(self, width=1000, height=900, dark=False, user_agent=None):
        self.profile = tempfile.mkdtemp(prefix="catalog-browser-")
        commands, self.write = os.pipe()
        self.read, answers = os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec chromium "$@" 3<&{commands} 4>&{answers}', "sh", "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--hide-scrollbars",
             "--disable-background-networking", "--ignore-certificate-errors", f"--user-data-dir={self.profile}",
             "about:blank"],
            pass_fds=(commands, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.number, self.buffer, self.session = 0, b"", None
        targets = self("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self("Page.enable")
        self("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self("Emulation.setScriptExecutionDisabled", value=True)
        if user_agent:
            self("Emulation.setUserAgentOverride", userAgent=user_agent)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.write)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read)
        shutil.rmtree(self.profile, ignore_errors=True)

    def __call__(self, method, **parameters):
        """Calls a method of the protocol and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _message(self):
        while b"\0" not in self.buffer:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise RuntimeError("Chromium ended")
            self.buffer += more
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def open(self, url):
        """Opens a page and waits until it has loaded."""
        self("Page.navigate", url=url)
        self.settle()

    def settle(self, beginning="true"):
        """Waits until the page has loaded, and an expression is true in it."""
        deadline = time.monotonic() + 300
        time.sleep(0.3)
        while time.monotonic() < deadline:
            try:
                if self.value(f"document.readyState === 'complete' && {beginning}"):
                    time.sleep(0.2)
                    return
            except RuntimeError:
                # The page went away while it was asked.
                if self.process.poll() is not None:
                    raise
            time.sleep(0.1)
        raise RuntimeError("The page does not load.")

    def value(self, expression):
        """The value of an expression in the page. The inspector can evaluate one even if the page's scripts are disabled."""
        return self("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def fill(self, selector, text):
        """Types into a field."""
        self.value(f"document.querySelector({json.dumps(selector)}).focus()")
        self("Input.insertText", text=text)

    def press(self, selector):
        """Clicks the middle of an element and waits for nothing."""
        box = self.value(
            f"(e => {{ e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect(); "
            f"return [b.x + b.width / 2, b.y + b.height / 2] }})(document.querySelector({json.dumps(selector)}))")
        for kind in ("mousePressed", "mouseReleased"):
            self("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def click(self, selector):
        """Clicks the middle of an element."""
        self.press(selector)
        self.settle()

    def follow(self, selector):
        """Clicks the middle of an element that leads to another page, and waits until that has loaded."""
        self.value("window.isLeft = true")
        self.press(selector)
        self.settle("!window.isLeft")

    def choose(self, selector, path):
        """Chooses a file."""
        root = self("DOM.getDocument")["root"]["nodeId"]
        node = self("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self("DOM.setFileInputFiles", nodeId=node, files=[str(path)])

    def screenshot(self, path):
        """Writes an image of the whole page to a file."""
        size = self("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        picture = self("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture))
