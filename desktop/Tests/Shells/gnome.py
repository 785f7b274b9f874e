"""A real GNOME Shell without a screen: its overview lists our results and opens one, and Dash to Dock shows the badges."""

import json

from gi.repository import GLib
from session import GROUP, check, until

DOCK = "dash-to-dock@micxgx.gmail.com"
PROVIDER = "local.app_group.Search.desktop"

# The results of our provider as they stand in the overview.
RESULTS = f"""(() => {{
  const results = Main.overview._overview.controls._searchController._searchResults;
  const provider = results._providers.find(each => each.id === '{PROVIDER}');
  if (!provider || !provider.display.visible) return [];
  return provider.display._content.get_first_child() === null ? [] : Object.values(provider.display._resultDisplays)
    .filter(each => each.get_stage() && each.mapped)
    .map(each => [each.metaInfo.id, each.metaInfo.name, each.metaInfo.description || '']);
}})()"""

# Types as a keyboard does.
TYPE = """(() => {
  const Clutter = imports.gi.Clutter;
  globalThis.keyboard ??= Clutter.get_default_backend().get_default_seat().create_virtual_device(
    Clutter.InputDeviceType.KEYBOARD_DEVICE);
  for (const key of %s) {
    keyboard.notify_keyval(Clutter.get_current_event_time() || 0, key, Clutter.KeyState.PRESSED);
    keyboard.notify_keyval(Clutter.get_current_event_time() || 0, key, Clutter.KeyState.RELEASED);
  }
  return true;
})()"""

# The counts on the icons of the dock, by the ids of their entries.
BADGES = """(() => {
  const badges = {};
  const visit = (actor, app) => {
    app = actor.app?.get_id?.() ?? actor._delegate?.app?.get_id?.() ?? app;
    if (actor.style_class?.includes('notification-badge') && actor.visible && actor.mapped && app)
      badges[app] = actor.text ?? actor.get_first_child()?.text;
    for (const child of actor.get_children()) visit(child, app);
  };
  visit(Main.layoutManager.uiGroup, null);
  return badges;
})()"""

RETURN = 0xFF0D


class Shell:
    def __init__(self, session):
        self.session = session
        # GNOME Shell does not start without a system bus. Nobody on this one offers anything.
        session.start_bus("DBUS_SYSTEM_BUS_ADDRESS")
        session.start_bus("DBUS_SESSION_BUS_ADDRESS")
        session.connect()
        session.start(
            "gnome-shell", "--headless", "--wayland", "--no-x11", "--unsafe-mode", "--virtual-monitor", "1280x800",
            XDG_CURRENT_DESKTOP="GNOME", XDG_SESSION_TYPE="wayland")
        try:
            until("GNOME Shell", lambda: self.run("Main.layoutManager._startingUp === false"))
        except AssertionError as error:
            raise AssertionError(f"{error}\n{session.log('gnome-shell')[-4000:]}") from None

        # Without GNOME's login screen, a message would cover the search.
        self.run("Main.messageTray.bannerBlocked = true")

    def run(self, script):
        """Runs a script in the shell and returns what it returns."""
        done, text = self.session.call(
            "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Eval", GLib.Variant("(s)", (script,)), "(bs)")
        if not done:
            raise AssertionError(f"{text}\n{script}")
        return json.loads(text) if text else None

    def type(self, keys):
        self.run(TYPE % json.dumps(keys))

    def search(self, text):
        """Types a text into the overview and returns our results once they are the same twice."""
        self.run("Main.overview.hide(), true")
        until("the end of the overview", lambda: not self.run("Main.overview.visible"))
        self.run("Main.overview.show(), true")
        until("the overview", lambda: self.run("Main.overview._shown && !Main.overview.animationInProgress"))
        self.type([ord(letter) for letter in text])
        until("the text", lambda: self.run("Main.overview.searchEntry.get_text()") == text)
        seen = [None]

        def steady():
            seen.append(self.run(RESULTS))
            return seen[-1] and seen[-1] == seen[-2] and seen[-1]

        return until(f"results for “{text}”", steady, pause=1)

    def screenshot(self, path):
        done, _ = self.session.call(
            "org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot.Screenshot",
            GLib.Variant("(bbs)", (False, False, str(path))), "(bs)")
        check(f"a picture of GNOME Shell: {path.name}", done)


def overview(session, shell, pictures):
    inbox = f"{GROUP}/{GROUP}.inbox"
    found = shell.search("new mess")
    check("the overview lists the action “New message”", found == [[f"{inbox}#new-message", "Inbox: New message", ""]], found)
    shell.screenshot(pictures / "search-gnome-action.png")
    shell.type([RETURN])
    until("the action", lambda: session.opened)
    check("Enter opens the action, once", session.opened == ["inbox inbox:new"], session.opened)
    history = session.launcher("history", "show", "--format", "tsv").splitlines()
    check("the opening counts", [line.split("\t")[1] for line in history] == [f"{GROUP}.inbox"], history)
    found = shell.search("inbox")
    check("an app that needs the user is listed with its badge", found[0] == [inbox, "Inbox", "3 need you"], found)
    shell.screenshot(pictures / "search-gnome.png")
    shell.run("Main.overview.hide(), true")


def dock(session, shell, pictures):
    entries = [f"{GROUP}.{name}.desktop".replace("-", "_") for name in ("inbox", "rooms", "notes", "disk-space")]
    for entry in entries:
        shell.run(f"imports.ui.appFavorites.getAppFavorites().addFavorite('{entry}'), true")
    shell.run(f"Main.extensionManager.enableExtension('{DOCK}'), true")
    until("Dash to Dock", lambda: shell.run(f"Main.extensionManager.lookup('{DOCK}').state") == 1)
    session.start(session.folder / "prefix/bin/launcher-badge-bridge")
    expected = {entries[0]: "3", entries[2]: "1000"}
    shown = until("both badges", lambda: (now := shell.run(BADGES)) and len(now) == 2 and now)
    check("Dash to Dock shows the counts", shown == expected, shown)
    session.launcher("badge", "set", "inbox", 12)
    until("the changed badge", lambda: shell.run(BADGES).get(entries[0]) == "12")
    session.launcher("badge", "set", "rooms", 5)
    session.launcher("badge", "clear", "notes")
    until("the other badges", lambda: shell.run(BADGES) == {entries[0]: "12", entries[1]: "5"})
    check("Dash to Dock follows changes", True)
    shell.screenshot(pictures / "dock-gnome.png")


def gnome(session, pictures):
    remarks = session.launcher("integrate", "--format", "json")
    check("nothing is left to do for GNOME where its file is in XDG_DATA_DIRS", "sudo" not in remarks, remarks)
    shell = Shell(session)
    overview(session, shell, pictures)
    dock(session, shell, pictures)
