import AppGroup
import AppGroupHome
import AppGroupText

extension HomePopup {
    /// The keys of the home screen.
    static let help = HomePopup(
        "Keys",
        text: [
            ("letters, /", "search by name, id and scheme"), ("Enter, click", "open the app, or a URL that you typed"),
            ("Tab, right click", "the actions of the app: pin, hide, info and more"),
            ("arrows, Ctrl-hjkl", "move; Home and End go to the first and last app"),
            ("PgUp, PgDn, wheel", "scroll"), ("Esc", "clear the search, then leave"),
            ("Ctrl-u, Ctrl-w", "clear the search, or its last word"), ("Ctrl-z", "suspend; fg brings it back"),
            ("Ctrl-r", "draw the screen again"), ("Ctrl-c, Ctrl-d", "leave"), ("?", "these keys"),
        ])

    /// Everything that can be done with an app.
    init(actionsOf app: AppEntry) {
        let (id, group) = (app.id, app.group)
        let (isPinned, isPackage) = (app.preferences.isPinned, app.record.isInstalledPackage)
        let own = app.actions.map {
            Item(label: SafeText("\($0.name)").description, choice: .wish(.openAction($0.id, id, group)))
        }
        self.init(
            SafeText("\(app.name)").description, app: app,
            items: [Item(label: "Open", choice: .wish(.open(id, group)))] + own + [
                Item(label: isPinned ? "Unpin" : "Pin", choice: .wish(.pin(id, group, !isPinned))),
                Item(label: "Hide", choice: .wish(.hide(id, group))),
                Item(label: "Info", choice: .show(HomePopup(about: app))),
                Item(
                    label: isPackage ? "Uninstall…" : "Remove from the group…", isGrave: true,
                    choice: .show(HomePopup(asksToUninstall: app))),
            ])
    }

    /// Asks which app opens a URL, if apps of several groups could.
    init(owners: [AppEntry], of url: String) {
        self.init(
            "Open with", text: [("", url)],
            items: owners.map { app in
                Item(label: SafeText("\(app.name) (\(app.group))").description, choice: .wish(.openURL(url, app.group)))
            })
    }

    /// The details of an app.
    private init(about app: AppEntry) {
        self.init(
            SafeText("\(app.name)").description, app: app,
            text: AppFacts.worded(of: app, time: LocalTime.text).map { (SafeText($0.what).description, $0.value) })
    }

    /// Asks before an app is uninstalled.
    private init(asksToUninstall app: AppEntry) {
        let name = SafeText("\(app.name)").description
        let isPackage = app.record.isInstalledPackage
        let question = isPackage ? "Uninstall \(name)?" : "Remove \(name) from the group?"
        let consequences =
            isPackage
            ? "All its versions are deleted. Its own data stays."
            : "Its program stays where it is. If it is started again, it may come back."
        self.init(
            question, app: app,
            text: [("", consequences), ("", "Its badge and history are kept for 90 days.")],
            items: [
                Item(label: "Keep it", choice: .close),
                Item(
                    label: isPackage ? "Uninstall" : "Remove", isGrave: true,
                    choice: .wish(.uninstall(app.id, app.group))),
            ])
    }
}
