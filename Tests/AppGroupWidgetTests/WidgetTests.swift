import AppGroup
import Testing

@testable import AppGroupWidget

struct WidgetTests {
    private func rows(_ widget: Widget) -> [String] {
        widget.rows.map { row in "\(row.order): " + row.items.map { "\($0.app.name)" }.joined() }
    }

    @Test(
        "Small draws the one order; medium and large the last and the most used, after the order that was asked for",
        arguments: [
            (WidgetLayout.small, ["frecency: ABCD"]), (.medium, ["recent: DCBA", "frequent: ABCD"]),
            (WidgetLayout(size: .small, order: .badge), ["badge: EACB"]),
            (WidgetLayout(size: .large, order: .name), ["name: ABCDE", "recent: DCBA", "frequent: ABCD"]),
            (WidgetLayout(size: .medium, order: .recent), ["recent: DCBA", "frequent: ABCD"]),
            (WidgetLayout(size: .medium, limit: 2), ["recent: DC", "frequent: AB"]),
            (WidgetLayout(size: .medium, limit: -1), ["recent: D", "frequent: A"]),
        ])
    func layouts(layout: WidgetLayout, expected: [String]) {
        #expect(rows(Widget(FamilyApp.five, layout: layout)) == expected)
    }

    @Test("An app that was never opened has a place among the used ones where it is pinned")
    func pinned() {
        let widget = Widget(FamilyApp.five + [.fake("P", id: "org.example.p", pinned: true)], layout: .medium)
        #expect(rows(widget) == ["recent: PDCB", "frequent: PABC"])
    }

    @Test("An app that wants attention has a place in the one row before it was ever opened")
    func wanted() {
        #expect(rows(Widget(FamilyApp.five, layout: WidgetLayout(size: .small, limit: 9))) == ["frecency: ABCDE"])
    }

    @Test("Where nothing was opened there is one row of what there is, and none where there is nothing")
    func unused() {
        #expect(rows(Widget([.fake("B"), .fake("A", id: "org.example.a")])) == ["name: AB"])
        #expect(rows(Widget([])) == [])
    }

    @Test("What is missing is neither drawn nor counted")
    func missing() {
        let gone = FamilyApp.fake("X", badge: 50, opened: 9, count: 9, availability: .notInstalled("gone"))
        let widget = Widget(FamilyApp.five + [gone])
        #expect(widget.total == 11)
        #expect(!rows(widget).joined().contains("X"))
    }

    @Test("An integer field in the badge's place is drawn and totalled; another kind of field counts as none")
    func badgeField() {
        let apps: [FamilyApp] = [
            .fake("A", badge: 5, opened: 1, count: 1, fields: ["size": 7]),
            .fake("B", id: "org.example.b", badge: 5, opened: 2, count: 1, fields: ["size": "7"]),
            .fake("C", id: "org.example.c", badge: 5, opened: 3, count: 1, fields: ["size": -2]),
        ]
        let widget = Widget(apps, layout: WidgetLayout(size: .small, order: .recent, badgeField: "size"))
        #expect(widget.rows.first?.items.map(\.count) == [-2, 0, 7])
        #expect(widget.total == 5)
    }

    @Test("The field in the badge's place, and no badge behind it, says which apps want attention and which is first")
    func badgeFieldDecides() {
        let apps: [FamilyApp] = [
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
        "A bar stands out where any app of the family has a number, even where those sum up to 0; the prompt is their sum",
        arguments: [([7, -7], true), ([0, 0], false), ([0, 0, 4, -4], true)] as [([Int64], Bool)])
    func cancellingNumbers(numbers: [Int64], standsOut: Bool) {
        let ids: [AppID] = ["org.example.a", "org.example.b", "org.example.c", "org.example.d"]
        let apps = zip(ids, numbers).map { FamilyApp.fake("A", id: $0, fields: ["n": .integer($1)]) }
        let widget = Widget(apps, layout: WidgetLayout(size: .small, order: .name, limit: 1, badgeField: "n"))
        #expect(widget.drawn(as: .waybar).contains("\"class\":\"\(standsOut ? "badges" : "none")\""))
        #expect(widget.drawn(as: .i3blocks).contains("\"color\"") == standsOut)
        #expect(widget.total == 0 && widget.drawn(as: .prompt).isEmpty)
    }

    @Test(
        "A circle has room for three digits",
        arguments: [(999, "999"), (1000, "999+"), (-999, "-999"), (-1000, "−999")] as [(Int64, String)])
    func shortCount(count: Int64, text: String) {
        let item = WidgetItem(.fake("A", fields: ["n": .integer(count)]), badgeField: "n")
        #expect(item.shortCount == text)
    }
}
