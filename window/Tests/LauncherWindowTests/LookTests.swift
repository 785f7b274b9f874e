import AppGroup
import Foundation
import TestSupport
import Testing

/// The desktop's settings of colors, sizes and directions.
@Suite("Look of the window", .ownGroup, .serialized) struct LookTests {
    private func makeGroup() throws {
        for name in ["books", "calendar", "inbox", "notes", "photos", "rooms", "timer", "weather"] {
            try WindowGroup.add(name, badge: name == "inbox" ? 3 : 0)
        }
    }

    /// The names of the tiles in the first row, from left to right.
    private func firstRow(_ elements: [Screen.Element]) -> [String] {
        let cells = elements.filter { $0.role == "table cell" }
        let top = cells.map { $0.box[1] }.min() ?? 0
        return cells.filter { $0.box[1] == top }.sorted { $0.box[0] < $1.box[0] }.map(\.name)
    }

    @Test("With text twice as large, the tiles are wider, so that fewer of them are side by side")
    func largeText() async throws {
        try makeGroup()
        var counts: [Int] = []
        for (dots, expected) in [(96, 6), (192, 3)] {
            let resources = try TestGroup.current.makeFile("resources-\(dots)", Array("Xft.dpi: \(dots)\n".utf8))
            try await Screen.with(["XENVIRONMENT": resources]) { screen in
                let window = try await screen.show("--order", "name")
                // The tiles are known before they have their places.
                try await screen.wait("\(expected) of eight tiles in a row", window) {
                    $0.tiles.count == 8 && firstRow($0).count == expected
                }
                try await screen.record("text-\(dots)")
                counts.append(firstRow(try await screen.elements()).count)
                try await screen.end(window)
            }
        }
        #expect(counts == [6, 3])
    }

    @Test(
        "In a language that is written from right to left, the tiles begin at the right, and Left goes on to the next")
    func rightToLeft() async throws {
        try makeGroup()
        let locales = try TestGroup.current.makeFolder("locales")
        let made = try await RunningProcess.run(
            "/usr/bin/localedef", ["-i", "ar_EG", "-f", "UTF-8", "\(locales)/ar_EG.UTF-8"])
        #expect(FileManager.default.fileExists(atPath: "\(locales)/ar_EG.UTF-8"), "\(made.errors)")
        try await Screen.with(["LANG": "ar_EG.UTF-8", "LOCPATH": locales]) { screen in
            let window = try await screen.show("--order", "name")
            try await screen.wait("the tiles from right to left", window) {
                $0.tiles.count == 8 && firstRow($0) == ["Rooms", "Photos", "Notes", "Inbox, 3", "Calendar", "Books"]
            }
            let elements = try await screen.elements()
            // The count is at the upper corner toward the end of the line.
            let cell = try #require(elements.cell("Inbox"))
            let count = try #require(elements.first { $0.role == "label" && $0.name == "3" && $0.box[2] < 40 })
            #expect(count.box[0] + count.box[2] / 2 < cell.box[0] + cell.box[2] / 2)
            try await screen.record("right-to-left")
            try await screen.press("Down", "Left")
            try await screen.wait("the next tile", window) { $0.tile("focused") == "Calendar" }
            try await screen.end(window)
        }
    }

    @Test("At a scale of 2, an icon has a pixel of its own for each pixel of the screen")
    func scale() async throws {
        try WindowGroup.add("stripes", icon: .png(try await ExampleImage.stripes()))
        try await Screen.with(["GDK_SCALE": "2"], size: (1500, 1200)) { screen in
            let window = try await screen.show(tiles: ["Stripes"])
            var colors: Set<[Int]> = []
            #expect(
                await comesTrue {
                    // Somewhere in the first tile, well inside of the image.
                    let row = try? await screen.pixels([0, 220, 300, 1]).first
                    colors = Set(row ?? [])
                    return colors.isSuperset(of: [[255, 0, 0], [0, 0, 255]]) || !window.isRunning
                }, "\(colors)")
            try await screen.record("scale")
            try await screen.end(window)
        }
    }

    /// The darkest and the lightest shade of the labels “City”: that of the app, then that of the offer.
    private func shadesOfNames(_ screen: Screen) async throws -> [ClosedRange<Int>] {
        let elements = try await screen.elements()
        guard let frame = elements.first(where: { $0.role == "frame" }) else { return [] }
        // The window is at the upper left corner of the screen, with an edge around it.
        let edge = (720 - frame.box[2]) / 2
        var shades: [ClosedRange<Int>] = []
        for label in elements where label.role == "label" && label.name == "City" {
            guard frame.box[2] > 0, label.box[2] > 0, label.box[3] > 0 else { return [] }
            let rows = try await screen.pixels([
                label.box[0] + edge, label.box[1] + edge, label.box[2], label.box[3],
            ])
            let sums = rows.joined().map { $0.reduce(0, +) }
            guard let darkest = sums.min(), let lightest = sums.max() else { return [] }
            shades.append(darkest...lightest)
        }
        return shades
    }

    @Test("With high contrast, the names of offers are as dark as those of apps")
    func contrast() async throws {
        let source: OfferSource = "https://tools.invalid"
        try WindowGroup.add("city")
        try TestGroup.current.registry.setOffers(
            [AppOffer(app: "org.example.maps", name: "City", version: nil, source: source)], from: source)
        for (contrast, isHigh) in [("0", false), ("1", true)] {
            try await Screen.with(["ADW_DEBUG_HIGH_CONTRAST": contrast]) { screen in
                let window = try await screen.show("--search", "city", tiles: ["City", "City, available to install"])
                try await screen.record("contrast-\(contrast)")
                var shades: [ClosedRange<Int>] = []
                let isSeen = await comesTrue(within: .seconds(300)) {
                    shades = (try? await shadesOfNames(screen)) ?? []
                    // A name that has one shade is not drawn yet.
                    guard shades.count == 2, shades.allSatisfy({ $0.count > 60 }) else { return !window.isRunning }
                    let difference = shades[1].lowerBound - shades[0].lowerBound
                    return isHigh ? abs(difference) < 20 : difference > 60
                }
                #expect(isSeen && window.isRunning, "contrast \(contrast): \(shades)")
                try await screen.end(window)
            }
        }
    }
}
