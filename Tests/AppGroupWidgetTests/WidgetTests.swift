import AppGroup
import TestSupport
import Testing

@testable import AppGroupWidget

struct WidgetTests {
    private func rows(_ widget: Widget) -> [String] {
        widget.rows.map { row in "\(row.order): " + row.items.map { "\($0.app.name)" }.joined() }
    }

    @Test(
        "A small widget has one row; medium and large ones begin with the apps that have badges, and draw no app twice",
        arguments: [
            (WidgetLayout.small, ["frecency: ABCE"]), (.medium, ["badge: EAC", "frecency: BD", "name: F"]),
            (WidgetLayout(size: .small, order: .badge), ["badge: EACB"]),
            (WidgetLayout(size: .large, order: .name), ["badge: EAC", "name: BDF"]),
            (WidgetLayout(size: .large, order: .badge), ["badge: EAC", "frecency: BD", "name: F"]),
            (WidgetLayout(size: .medium, order: .recent), ["badge: EAC", "recent: DB", "name: F"]),
            (WidgetLayout(size: .medium, limit: 2), ["badge: EA", "frecency: BD", "name: F"]),
            (WidgetLayout(size: .medium, limit: -1), ["badge: E", "frecency: B", "name: D"]),
            (WidgetLayout(size: .medium, limit: 1, isComplete: true), ["badge: EAC", "frecency: B", "name: DF"]),
        ])
    func layouts(layout: WidgetLayout, expected: [String]) {
        #expect(rows(Widget(AppEntry.five + [.fake("F", id: "org.example.f")], layout: layout)) == expected)
    }

    @Test("The app with the highest badge is the first of all, even if it was never opened and others are pinned")
    func highestBadge() {
        let pinned = (0..<6).map { number in
            AppEntry.fake("P", id: AppID(stringLiteral: "org.example.p\(number)"), badge: 1, opened: 9, pinned: true)
        }
        for size in [WidgetSize.medium, .large] {
            let widget = Widget(pinned + AppEntry.five, layout: WidgetLayout(size: size))
            #expect(widget.rows.first?.title == "Needs you")
            #expect(rows(widget).first?.hasPrefix("badge: EA") == true)
        }
    }

    @Test("Every app with a badge is under “Needs you”, or under no heading if there are too many of them")
    func needy() {
        func apps(_ count: Int) -> [AppEntry] {
            (0..<count).map {
                .fake("N", id: AppID(stringLiteral: "org.example.n\($0)"), badge: 1, opened: 9, count: 9)
            }
        }
        #expect(rows(Widget(apps(5) + [.fake("X")])) == ["badge: NNNNN", "name: X"])
        #expect(rows(Widget(apps(5), layout: WidgetLayout(size: .large, limit: 4))) == ["badge: NNNN"])
        let many = Widget(apps(30) + [.fake("X")])
        #expect(many.rows.map(\.items.count) == [24, 1] && many.omitted == 6)
        #expect(Widget(apps(30), layout: WidgetLayout(size: .medium, isComplete: true)).omitted == 0)
    }

    @Test("The second row of a widget is in the order smart if every app has a likelihood")
    func likely() {
        let apps = [("A", 0.1), ("B", 0.7), ("C", 0.2)].map { (name: AppName, likelihood) in
            AppEntry.fake(
                name, id: AppID(stringLiteral: "org.example.\(name)"), opened: 1, count: 1, likelihood: likelihood)
        }
        let widget = Widget(apps)
        #expect(rows(widget) == ["smart: BCA"])
        #expect(widget.rows.map(\.title) == ["Likely next"])
    }

    @Test("A pinned app that was never opened is listed among the used ones")
    func pinned() {
        let widget = Widget(AppEntry.five + [.fake("P", id: "org.example.p", pinned: true)], layout: .medium)
        #expect(rows(widget) == ["badge: EAC", "frecency: PBD"])
    }

    @Test("An app with a badge is listed in a small widget even if it was never opened")
    func wanted() {
        let widget = Widget(AppEntry.five, layout: WidgetLayout(size: .small, limit: 9))
        #expect(rows(widget) == ["frecency: ABCDE"])
        // E was never opened.
        #expect(widget.rows.map(\.title) == ["Matters now"])
    }

    @Test("Apps with badges come into a small widget before others that are opened more often, if no order is given")
    func needyInSmall() {
        let used = [("P", 9), ("Q", 8), ("R", 7), ("S", 6)].map { (name: AppName, count: Int64) in
            AppEntry.fake(name, id: AppID(stringLiteral: "org.example.\(name)"), opened: 9, count: count)
        }
        let rare = AppEntry.fake("T", id: "org.example.rare", badge: 5, opened: 1, count: 1)
        let widget = Widget(used + [rare], layout: .small)
        #expect(rows(widget) == ["frecency: PQRT"])
        let drawings: [(WidgetFormat, String)] = [
            (.waybar, "T 5"), (.i3blocks, "T 5"), (.polybar, "T %{F#e52222}5"), (.tmux, "T #[reverse] 5"),
        ]
        for (format, app) in drawings {
            let line = widget.drawn(as: format)
            #expect(line.contains(app), "\(line)")
        }
        let ordered = Widget(used + [rare], layout: WidgetLayout(size: .small, order: .frequent))
        #expect(rows(ordered) == ["frequent: PQRS"])
        #expect(ordered.drawn(as: .waybar).contains(#"Most used: P · Q · R · S\nAlso needs you: T (5)\nTo do: 5"#))
    }

    @Test("If more apps have badges than a small widget has room for, the tooltip of waybar names the others")
    func needyBeyondSmall() {
        let widget = Widget(AppEntry.five, layout: WidgetLayout(size: .small, limit: 2))
        #expect(rows(widget) == ["frecency: AC"])
        #expect(widget.drawn(as: .waybar).contains(#"A (3) · C (1)\nAlso needs you: E (7)\nTo do: 11"#))
    }

    @Test("The tooltip of waybar names twelve apps with badges that are in no row, and counts the rest")
    func manyNeedyBeyondSmall() {
        let letters = "ABCDEFGHIJKLMNOPQRST".map { "\($0)" }
        let apps = letters.map {
            AppEntry.fake(AppName(stringLiteral: $0), id: AppID(stringLiteral: "org.example.\($0)"), badge: 1)
        }
        func tooltip(_ count: Int) -> String {
            Widget(Array(apps.prefix(count)), layout: WidgetLayout(size: .small, limit: 4)).drawn(as: .waybar)
        }
        let names = letters[4..<16].map { "\($0) (1)" }.joined(separator: " · ")
        #expect(tooltip(16).contains(#"Also needs you: \#(names)\nTo do: 16"#))
        #expect(tooltip(20).contains(#"Also needs you: \#(names) and 4 more\nTo do: 20"#))
    }

    @Test("Without openings, the widget has one row with all apps, or none if there is no app")
    func unused() {
        #expect(rows(Widget([.fake("B"), .fake("A", id: "org.example.a")])) == ["name: AB"])
        #expect(rows(Widget([])) == [])
    }

    @Test("Missing apps are neither drawn nor counted")
    func missing() {
        let gone = AppEntry.fake("X", badge: 50, opened: 9, count: 9, availability: .notInstalled("gone"))
        let widget = Widget(AppEntry.five + [gone])
        #expect(widget.total == 11)
        #expect(!rows(widget).joined().contains("X"))
    }

    @Test("An integer field used as badge is drawn and added up; other types of fields are ignored")
    func badgeField() {
        let apps: [AppEntry] = [
            .fake("A", badge: 5, opened: 1, count: 1, fields: ["size": 7]),
            .fake("B", id: "org.example.b", badge: 5, opened: 2, count: 1, fields: ["size": "7"]),
            .fake("C", id: "org.example.c", badge: 5, opened: 3, count: 1, fields: ["size": -2]),
        ]
        let widget = Widget(apps, layout: WidgetLayout(size: .small, order: .recent, badgeField: "size"))
        #expect(widget.rows.first?.items.map(\.count) == [-2, 0, 7])
        #expect(widget.total == 5)
    }

    @Test("A field used as badge replaces the badge in deciding which apps need attention and which is first")
    func badgeFieldDecides() {
        let apps: [AppEntry] = [
            .fake("A", id: "org.example.a", badge: 9), .fake("B", id: "org.example.b", badge: 8, fields: ["temp": "7"]),
            .fake("C", id: "org.example.c", opened: 1, count: 1, fields: ["temp": 5]),
            .fake("D", id: "org.example.d", fields: ["temp": 7]),
            .fake("E", id: "org.example.e", badge: 1, fields: ["temp": -3]),
        ]
        func drawn(_ order: AppOrder) -> [String] {
            rows(Widget(apps, layout: WidgetLayout(size: .small, order: order, limit: 9, badgeField: "temp")))
        }
        #expect(drawn(.frecency) == ["frecency: CDE"])
        #expect(drawn(.smart) == ["smart: CDE"])
        #expect(drawn(.badge) == ["badge: DCABE"])
    }

    @Test(
        "A bar is highlighted if any app has a number, even if the sum is 0; the prompt shows the sum",
        arguments: [([7, -7], true), ([0, 0], false), ([0, 0, 4, -4], true)] as [([Int64], Bool)])
    func cancelingNumbers(numbers: [Int64], standsOut: Bool) {
        let ids: [AppID] = ["org.example.a", "org.example.b", "org.example.c", "org.example.d"]
        let apps = zip(ids, numbers).map { AppEntry.fake("A", id: $0, fields: ["n": .integer($1)]) }
        let widget = Widget(apps, layout: WidgetLayout(size: .small, order: .name, limit: 1, badgeField: "n"))
        #expect(widget.drawn(as: .waybar).contains("\"class\":\"\(standsOut ? "badges" : "none")\""))
        #expect(widget.drawn(as: .i3blocks).contains("\"color\"") == standsOut)
        #expect(widget.total == 0 && widget.drawn(as: .prompt).isEmpty)
    }

    @Test(
        "A compact bar shows only the total, opens the menu, and has the rows in its tooltip; without badges it is empty"
    )
    func compact() {
        var layout = WidgetLayout.medium
        layout.isCompact = true
        let widget = Widget(AppEntry.five, layout: layout, group: "org.example.family")
        #expect(
            widget.drawn(as: .waybar)
                == #"{"text":"11","alt":"badges","tooltip":"Needs you: E (7) · A (3) · C (1)\nLikely next: B · D\n"#
                + #"To do: 11","class":"badges"}"#)
        #expect(widget.drawn(as: .i3blocks).hasPrefix(#"{"full_text":"11","short_text":"11""#))
        #expect(widget.drawn(as: .polybar) == "%{A1:launcher menu --group org.example.family:}%{F#e52222}11%{F-}%{A}")
        #expect(widget.drawn(as: .tmux) == "#[reverse] 11 #[noreverse]")
        let calm = Widget([.fake("A", opened: 1, count: 1)], layout: layout)
        #expect(calm.drawn(as: .waybar).hasPrefix(#"{"text":"","alt":"none","tooltip":"Likely next: A\nTo do: 0""#))
        #expect(calm.drawn(as: .polybar).isEmpty && calm.drawn(as: .tmux).isEmpty)
    }

    @Test("The tooltip of a bar tells apps of one name apart")
    func sameNames() {
        let apps: [AppEntry] = [
            .fake("Inbox", id: "org.example.home.inbox", badge: 2), .fake("Inbox", id: "org.example.work.inbox"),
            .fake("Notes", id: "org.example.notes"),
        ]
        #expect(
            Widget(apps).drawn(as: .waybar).contains(
                #""tooltip":"Needs you: Inbox (home) (2)\nAll apps: Inbox (work) · Notes\n"#))
    }

    @Test("The JSON of a widget has each app's icon as in a list, and the path of its image")
    func icons() throws {
        let sandbox = try LaunchingSandbox()
        try sandbox.write("data/icons/mail-unread.png", "image")
        let theme = IconTheme(sandbox.environment(["APP_GROUP_ICON_THEME": "None"]))
        let digest = String(repeating: "a", count: 64)
        let apps: [AppEntry] = [
            .fake("A", icon: .named("mail-unread")), .fake("B", id: "org.example.b"),
            .fake("D", id: "org.example.d", icon: .named("unknown")),
            .fake("C", id: "org.example.c", icon: .image(format: .png, digest: digest)),
        ]
        let text = Widget(apps).drawn(
            as: .json, theme: theme, iconPath: { app in app.icon?.fileName.map { "/icons/\($0)" } })
        for part in [
            #""icon":"mail-unread","iconPath":"\#(sandbox.root)/data/icons/mail-unread.png""#,
            #""icon":"unknown","iconPath":null"#, #""icon":null,"iconPath":null"#,
            #""icon":"/icons/\#(digest).png","iconPath":"/icons/\#(digest).png""#,
        ] { #expect(text.contains(part), "\(text)") }
    }

    @Test(
        "A badge circle shows at most three digits",
        arguments: [(999, "999"), (1000, "999+"), (-999, "-999"), (-1000, "−999")] as [(Int64, String)])
    func shortCount(count: Int64, text: String) {
        let item = WidgetItem(.fake("A", fields: ["n": .integer(count)]), badgeField: "n")
        #expect(item.shortCount == text)
    }
}
