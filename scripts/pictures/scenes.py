"""The pictures: what each program shows of the group on the stage."""

import re
import subprocess
import sys
import time

from PIL import Image, ImageChops

from display import Display, around, kitty, snippet
from recording import frame, svg
from stage import BUILT, GROUP, ROOT, end, wait_until
from terminal import CELL_WIDTH, Terminal

MARGIN = 28


def home(stage):
    """The home screen in kitty."""
    with Display(stage) as display:
        box = kitty(display, ["launcher", "home"], 80, 30)
        return {"home.png": display.settled().crop(box)}


def widget(stage):
    """The widget in kitty, after the command that drew it."""
    with Display(stage) as display:
        box = shell(stage, display, 76, 27)
        typed(display, "launcher widget")
        return {"widget-terminal.png": display.settled().crop(box)}


def prompt(stage):
    """bash with the total before its prompt, which falls as things are done."""
    with Display(stage) as display:
        box = shell(stage, display, 76, 6, snippet("widget.md", "bash", "launcher init bash"))
        typed(display, "inbox read 1")
        typed(display, "launcher badge set com.example.notes 0")
        return {"prompt.png": display.settled().crop(box)}


def tmux(stage):
    """The status line of tmux."""
    def inbox(display, box):
        typed(display, "inbox")
        return {"tmux.png": display.settled(seconds=3).crop(box)}

    return in_tmux(stage, 9, inbox)


def home_tmux(stage):
    """The home screen in tmux, which shows no images of its own."""
    def home(display, box):
        typed(display, "launcher home")
        wait_until(lambda: "Enter opens" in stage.run("env", tmux_place(stage), "tmux", "capture-pane", "-p"), "the home screen")
        return {"home-tmux.png": display.settled(seconds=3).crop(box)}

    return in_tmux(stage, 31, home)


def rofi(stage):
    """The menu in rofi, and an app with its actions."""
    with Display(stage) as display:
        # Without a compositor, the round corners of a window are black.
        display.start("picom", "--config", "/dev/null", "--backend", "xrender")

        def cropped(before):
            # rofi draws its icons later than their rows, and may change the size of its window.
            display.window("rofi", "rofi")
            picture = display.settled(before, seconds=3)
            return picture, picture.crop(around(display.window("rofi", "rofi"), display.size, MARGIN))

        before = display.settled()
        display.start("launcher", "menu", "--with", "rofi")
        before, apps = cropped(before)
        display.type("cal")
        before = display.settled(before)
        display.press("alt+1")
        return {"menu-rofi.png": apps, "menu-rofi-actions.png": cropped(before)[1]}


def fzf(stage):
    """The menu in fzf, with a few letters typed."""
    with Display(stage) as display:
        box = kitty(display, ["launcher", "menu", "--with", "fzf"], 92, 17)
        before = display.settled()
        display.type("o")
        return {"menu-fzf.png": display.settled(before).crop(box)}


def polybar(stage):
    """polybar with the module of the documentation."""
    with Display(stage, 1280, 400) as display:
        return {"polybar.png": start_polybar(stage, display).crop((0, 0, 1280, BAR))}


def dock(stage):
    """Plank, with the badges of the bridge."""
    stage.run("launcher", "integrate")
    entries = stage.home / ".local/share/applications"
    folder = stage.home / ".config/plank/dock1/launchers"
    folder.mkdir(parents=True)
    items = []
    for name in ("inbox", "calendar", "notes", "rooms", "chat", "photos", "visa", "disk?space"):
        entry = next(entries.glob(f"com.example.{name}.desktop"))
        items.append(f"{entry.stem}.dockitem")
        (folder / items[-1]).write_text(f"[PlankDockItemPreferences]\nLauncher=file://{entry}\n")
    settings = stage.home / ".config/glib-2.0/settings"
    settings.mkdir(parents=True)
    (settings / "keyfile").write_text(f"[net/launchpad/plank/docks/dock1]\ndock-items={items}\nicon-size=64\nzoom-enabled=false\n"
                                      "show-dock-item=false\nhide-mode='none'\ntheme='Matte'\n")
    with Display(stage) as display:
        display.start("picom", "--config", "/dev/null", "--backend", "xrender")
        before = display.settled()
        display.start("dbus-run-session", "--", "sh", "-c", "launcher badge-bridge & exec plank")
        display.window("plank", "Plank")
        # Plank slides in, and then receives the badges.
        before = display.settled(before, seconds=3)
        picture = display.settled(seconds=3)
        middle, bottom = display.size[0] // 2, display.size[1]
        return {"dock.png": picture.crop((middle - 380, bottom - 130, middle + 380, bottom))}


def window(stage):
    """The window: light, dark, narrow and from right to left."""
    locales = stage.folder / "locales"
    locales.mkdir()
    # It complains of what Debian's own files for the language lack.
    subprocess.run(["localedef", "-i", "ar_EG", "-f", "UTF-8", locales / "ar_EG.UTF-8"], capture_output=True)
    kinds = {"window": ({}, None), "window-dark": ({"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}, None),
             "window-narrow": ({}, (360, 540)),
             "window-right-to-left": ({"LANG": "ar_EG.UTF-8", "LOCPATH": str(locales)}, (480, 540))}
    pictures = {}
    for name, (variables, size) in kinds.items():
        with Display(stage) as display:
            before = start_window(display, variables)
            if size:
                found = display.run("xdotool", "search", "--onlyvisible", "--class", "launcher-window").split()[-1]
                display.run("xdotool", "windowsize", found, *size)
                before = display.settled(before, seconds=3)
            pictures[f"{name}.png"] = before.crop(display.window("launcher-window", "launcher window"))
    return pictures


def window_store(stage):
    """The window while it installs an app from a slow server, and after the login there has ended."""
    data, maps = stage.folder / "catalog", stage.folder / "Compass.app"
    server = [BUILT / "catalog-server"]
    stage.run("sh", "-euc", f'''
        echo 'a password of ann' | {BUILT}/catalog-server init --data {data} --group {GROUP} --administrator ann --password-stdin
        cp -r "{ROOT}/examples/bundles/Inbox.app" {maps}
        cp /usr/bin/true {maps}/inbox
        head -c 3000000 /dev/urandom >{maps}/tiles
        sed -i 's/com.example.inbox/com.example.compass/; s/>Inbox</>Compass</; s/<string>inbox</<string>compass</' {maps}/Info.plist
        mv {maps}/inbox {maps}/compass
        launcher pack {maps} -o compass.ipa
        {BUILT}/catalog-server package publish --data {data} compass.ipa
        {BUILT}/catalog-server grant add --data {data} '*' everyone''')
    log = stage.folder / "server.log"
    stage.start(*server, "serve", "--port", 0, "--data", data, stderr=log.open("w"))
    wait_until(lambda: "listening on" in log.read_text(), "the start of catalog-server")
    port = re.search(r"listening on [0-9.]+:([0-9]+)", log.read_text())[1]
    line = stage.folder / "line"
    line.mkdir()
    (line / "plan.json").write_text('{"delay": 0}')
    # The proxy says its port on its first line.
    proxy = stage.start("/usr/bin/python3", "-B", ROOT / "server/Tests/LauncherStoreTests/Support/meddling_proxy.py", line,
                        port, stdout=subprocess.PIPE)
    address = "http://127.0.0.1:" + proxy.stdout.readline().decode().strip()
    password = "echo 'a password of ann' |"
    stage.run("sh", "-euc", f"{password} launcher login {address} --user ann --password-stdin --no-handler")
    pictures = {}
    with Display(stage) as display:
        before = start_window(display, {})
        (line / "plan.json").write_text('{"delay": 0.3}')
        display.press("Down", "End", "Return")
        time.sleep(9)
        pictures["window-installing.png"] = display.grab().crop(display.window("launcher-window", "launcher window"))
        display.press("ctrl+w")
    (line / "plan.json").write_text('{"delay": 0}')
    stage.run("sh", "-euc", f"{password} {BUILT}/catalog-server user password --data {data} ann --password-stdin")
    with Display(stage) as display:
        before = start_window(display, {})
        display.press("Down", "End", "Return")
        before = display.settled(before, seconds=3)
        pictures["window-login.png"] = before.crop(display.window("launcher-window", "launcher window"))
    return pictures


def start_window(display, variables):
    """Starts the window, and returns the picture of the screen with it."""
    before = display.settled()
    display.start("dbus-run-session", "--", "launcher", "window", env=variables | {"GDK_DEBUG": "gl-disable"})
    display.window("launcher-window", "launcher window")
    return display.settled(before, seconds=3)


def page(stage):
    """The page in Chromium, light and dark."""
    file = stage.folder / "tools.html"
    stage.run("launcher", "widget", "--format", "html", "--size", "large", "--output", file)
    light, dark = (chromium(stage, file, scheme) for scheme in (1, 0))
    both = Image.new("RGB", (light.width + dark.width, max(light.height, dark.height)))
    both.paste(light, (0, 0))
    both.paste(dark, (light.width, 0))
    return {"widget-html.png": both}


def image(stage):
    """The widget as an SVG image, exactly as it is written."""
    file = stage.folder / "tools.svg"
    stage.run("launcher", "widget", "--format", "svg", "--output", file)
    return {"widget.svg": file.read_text()}


def catalog(stage):
    """The page of catalog-server for a user who may have two packages."""
    def run(script, **variables):
        return stage.run("sh", "-euc", script, env={"CATALOG_DATA": str(stage.folder / "catalog")} | variables)

    run(f'''
        cp -r "{ROOT}"/examples/bundles/*.app .
        cp "{ROOT}/examples/shell/disk-space.sh" DiskSpace.app/disk-space
        cp /usr/bin/true Inbox.app/inbox  # the built one has its debug information
        echo 'a password of ada' | {BUILT}/catalog-server init --group {GROUP} --administrator ada --password-stdin
        publish() {{
            launcher pack $1.app -o $1-$2.ipa && echo "$3" >notes
            {BUILT}/catalog-server package publish $1-$2.ipa --notes notes --channel $4
        }}
        publish Inbox 1.0 'Reads a Maildir.' stable
        sed -i 's/>1.0</>1.1</' Inbox.app/Info.plist
        publish Inbox 1.1 'Shows what is unread in a Maildir, and opens the newest message.' stable
        publish DiskSpace 1.0 'Watches the local disks, and counts those that are over 90 % full.' beta
        {BUILT}/catalog-server grant add '*' user:ada --channel beta''')
    log = stage.folder / "server.log"
    stage.start(BUILT / "catalog-server", "serve", "--port", 0, "--data", stage.folder / "catalog", stderr=log.open("w"))
    wait_until(lambda: "listening on" in log.read_text(), "the start of catalog-server")
    address = re.search(r"listening on ([0-9.:]+)", log.read_text())[1]
    sys.path.append(str(ROOT / "server/Tests/CatalogServerTests/Browser"))
    from browser import Browser

    file = stage.folder / "catalog.png"
    with Browser(width=900, height=800) as browser:
        browser.open(f"http://{address}/")
        browser.fill("#user", "ada")
        browser.fill("#password", "a password of ada")
        browser.click("form.card button")
        browser.value("document.querySelectorAll('details').forEach(each => each.open = true)")
        browser.screenshot(file)
    return {"catalog.png": Image.open(file).convert("RGB")}


def readme(stage):
    """The home screen and a bar, while mail arrives."""
    columns, rows = 84, 30
    with Display(stage, 2 * (columns * CELL_WIDTH + 32), 300) as display:
        bar = start_polybar(stage, display)
        stage.start("inbox", "watch")
        rc(stage, snippet("widget.md", "bash", "launcher init bash"))
        terminal = Terminal(["bash"], columns, rows, stage.environment, stage.home)
        terminal.wait_for(lambda text: "$" in text, "the prompt")
        frames = []

        def show(seconds, **more):
            data = stage.folder / "bar.png"
            bar.crop((0, 0, display.size[0], BAR)).save(data)
            subprocess.run(["optipng", "-quiet", "-o2", data], check=True)
            frames.append(frame(terminal) | {"seconds": seconds, "bar": data.read_bytes()} | more)

        def change(seconds, act, **more):
            """Does something that the terminal and the bar show."""
            nonlocal bar
            before, total = frame(terminal)["rows"], stage.total()
            act()
            wait_until(lambda: stage.total() != total, "the change of a badge")
            terminal.wait_for(lambda _: frame(terminal)["rows"] != before, "the new badge")
            bar = display.settled(bar, seconds=0.5)
            show(seconds, **more)

        def press(keys, seconds):
            for key in keys:
                terminal.type(key)
                terminal.settle()
                show(seconds)

        try:
            show(1.2)
            press("launcher home", 0.09)
            frames[-1]["seconds"] = 0.5
            terminal.type("\r")
            terminal.wait_for(lambda text: "Inbox" in text, "the home screen")
            show(2)
            change(1.8, lambda: stage.deliver("Mei Tanaka <mei@example.org>", "Lunch on Thursday?"))
            change(1.8, lambda: stage.deliver("City library <library@example.org>", "Your book is ready"), poster=True)
            change(1.8, lambda: stage.run("launcher", "badge", "set", "com.example.chat", 2))
            press(["\x1b[C", "\x1b[C"], 0.6)
            press("inb", 0.35)
            frames[-1]["seconds"] = 1
            terminal.type("\r")
            terminal.wait_for(lambda text: "Lunch" in text, "the list of messages")
            show(3)
            # A key leads back to the home screen, or to the next prompt.
            press("\r", 1.5)
        finally:
            terminal.close()
    title = "A terminal with the home screen, and a bar above it. Their counts grow as mail arrives. Then Inbox is opened."
    return {"readme.svg": svg(frames, columns, rows, title, BAR // 2)}


ALL = {scene.__name__.replace("_", "-"): scene for scene in (readme, home, home_tmux, widget, prompt, tmux, rofi, fzf, polybar, dock, window, window_store, page, image, catalog)}

BAR = 56


def start_polybar(stage, display):
    """Starts polybar, and returns the picture of the screen with it."""
    file = stage.home / ".config/polybar/config.ini"
    file.parent.mkdir(parents=True)
    file.write_text(f"[bar/top]\nwidth = 100%\nheight = {BAR}\ndpi = 192\nbackground = #14171d\nforeground = #d8dee9\n"
                    "font-0 = Inter:style=Medium:size=10;3\npadding = 2\nmodules-left = clock\nmodules-right = launcher\n"
                    "[module/clock]\ntype = custom/text\ncontent = Mon 24 Nov  09:41\n"
                    + snippet("widget.md", "ini", "[module/launcher]"))
    before = display.settled()
    display.start("polybar", "--quiet", f"--config={file}", "top")
    display.window("polybar", "polybar")
    # The module shows nothing until its program has written a line.
    return display.settled(before, seconds=3)


def rc(stage, more=""):
    """The settings of an interactive bash."""
    (stage.home / ".bashrc").write_text("PS1='\\[\\e[36m\\]\\w\\[\\e[0m\\] $ '\nunset HISTFILE\n" + more)


def shell(stage, display, columns, rows, more=""):
    """An interactive bash in kitty."""
    rc(stage, more)
    return kitty(display, ["bash"], columns, rows)


def tmux_place(stage):
    """Where tmux has its socket on a stage."""
    return f"TMUX_TMPDIR={stage.folder}/run"


def in_tmux(stage, rows, picture):
    """Starts tmux in kitty with the settings of the documentation, and makes a picture of what runs in its shell."""
    settings = stage.home / ".tmux.conf"
    settings.write_text("set -g default-command 'exec bash'\n" + snippet("widget.md", "tmux"))
    rc(stage)
    place = tmux_place(stage)
    with Display(stage) as display:
        try:
            return picture(display, kitty(display, ["env", place, "tmux", "-f", settings, "new-session"], 84, rows))
        finally:
            stage.run("env", place, "tmux", "kill-server")


def typed(display, command):
    """Types a command, and waits for what it shows."""
    before = display.settled()
    display.type(command)
    before = display.settled(before)
    display.press("Return")
    display.settled(before)


def chromium(stage, file, scheme, width=600, height=1600, scale=2):
    """A page, down to its last line, in the light (1) or the dark (0) scheme."""
    result = stage.folder / f"page-{scheme}.png"
    stage.run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
              "--hide-scrollbars", f"--user-data-dir={stage.folder}/browser", f"--force-device-scale-factor={scale}",
              f"--blink-settings=preferredColorScheme={scheme}", f"--window-size={width},{height}",
              f"--screenshot={result}", f"file://{file}")
    picture = Image.open(result).convert("RGB")
    background = picture.getpixel((0, picture.height - 1))
    empty = Image.new("RGB", picture.size, background)
    box = ImageChops.difference(picture, empty).getbbox()
    return picture.crop((0, 0, picture.width, min(picture.height, (box[3] if box else 0) + 24 * scale)))
