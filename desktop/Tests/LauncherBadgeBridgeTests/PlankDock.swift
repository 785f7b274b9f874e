import DesktopTestSupport
import Foundation
import TestSupport
import Testing

/// The real Plank on a virtual screen: a dock with some apps, whose icons have one color each.
final class PlankDock {
    /// The size of the screen, in pixels.
    private static let (width, height) = (640, 200)
    /// The size of an icon, in pixels.
    private static let icon = 48

    private let session: BusSession
    private let screen: Process
    /// The looks of an app's icon with a badge, by app and badge.
    private var references: [String: [Int: [UInt8]]] = [:]
    let docked: [String]

    private static let colors = [
        "red": [255, 0, 0], "lime": [0, 255, 0], "blue": [0, 0, 255], "cyan": [0, 255, 255],
        "magenta": [255, 0, 255], "yellow": [255, 255, 0],
    ]

    /// Starts a screen, the bus of the session, and Plank with some of the apps, which are named after colors.
    init(_ session: BusSession, docked: [String], others: [String]) async throws {
        (self.session, self.docked) = (session, docked)
        let home = "\(session.folder)/home"
        for folder in ["\(home)/.local/share/applications", "\(home)/.config/plank/dock1/launchers"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let display = "\(session.folder)/display"
        screen = try session.keep(
            "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "\(Self.width)x\(Self.height)x24", "-noreset",
            "-nolisten", "tcp", output: display)
        func number() -> String { (try? String(contentsOfFile: display, encoding: .utf8)) ?? "" }
        try await session.wait(for: "the screen") { number().hasSuffix("\n") }
        // Without settings of its own, Plank does not hide the dock.
        session.variables = [
            "DISPLAY": ":\(number().dropLast())", "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
            "XDG_DATA_DIRS": "/usr/share",
        ]
        for name in docked + others {
            let image = "\(home)/\(name).png"
            let size = "\(Self.icon)x\(Self.icon)"
            _ = try session.run("/usr/bin/env", "convert", "-size", size, "xc:\(name)", image)
            let entry = "\(home)/.local/share/applications/org.example.\(name).desktop"
            try "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/true\nIcon=\(image)\n".write(
                toFile: entry, atomically: true, encoding: .utf8)
            guard docked.contains(name) else { continue }
            try "[PlankDockItemPreferences]\nLauncher=file://\(entry)\n".write(
                toFile: "\(home)/.config/plank/dock1/launchers/\(name).dockitem", atomically: true, encoding: .utf8)
        }
        try await session.startBus()
        _ = try session.keep("/usr/bin/plank", output: "\(session.folder)/plank")
        try await session.wait(for: "the icons") {
            (try? self.icons())?.count == docked.count
        }
    }

    deinit {
        // The screen is ended properly, because it would leave its lock file behind otherwise.
        screen.terminate()
        screen.waitUntilExit()
    }

    /// Learns what the icons look like with each badge up to 9, which are sent by connections of their own.
    func learn() async throws {
        let script = """
            import os, sys
            from gi.repository import Gio, GLib
            flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
            address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
            connections = {}
            for line in sys.stdin:
                count = int(line)
                for app in sys.argv[1:]:
                    if app not in connections:
                        connections[app] = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
                    properties = {"count": GLib.Variant("x", count), "count-visible": GLib.Variant("b", count > 0)}
                    connections[app].emit_signal(
                        None, "/app", "com.canonical.Unity.LauncherEntry", "Update",
                        GLib.Variant("(sa{sv})", (f"application://org.example.{app}.desktop", properties)))
                    connections[app].flush_sync(None)
            """
        let (input, teacher) = (Pipe(), Process())
        teacher.executableURL = Python.interpreter
        teacher.arguments = ["-c", script] + docked
        teacher.environment = session.environment.variables
        teacher.standardInput = input
        try teacher.run()
        var seen = [try icons()]
        for name in docked { references[name] = [0: seen[0][name] ?? []] }
        for count in 1...9 {
            try input.fileHandleForWriting.write(contentsOf: Data("\(count)\n".utf8))
            try await session.wait(for: "the badge \(count)") {
                // Each icon has changed, and looks the same twice.
                guard let now = try? self.icons(), now == (try? self.icons()) else { return false }
                let isNew = self.docked.allSatisfy { name in !seen.contains { $0[name] == now[name] } }
                if isNew { seen.append(now) }
                return isNew
            }
            for name in docked { references[name]?[count] = seen.last?[name] ?? [] }
        }
        try input.fileHandleForWriting.close()
        teacher.waitUntilExit()
        try await session.wait(for: "the end of the badges") { (try? self.badges) == self.docked.map { _ in 0 } }
    }

    /// The badges that the dock shows, in the order of the docked apps; -1 for an icon that looks like none of them.
    var badges: [Int] {
        get throws {
            let icons = try icons()
            return docked.map { name in references[name]?.first { $0.value == icons[name] }?.key ?? -1 }
        }
    }

    /// The pixels of the icons that are on the screen.
    private func icons() throws -> [String: [UInt8]] {
        let file = "\(session.folder)/screen.rgb"
        // The picture before, if none can be taken now, would look like one that stays the same.
        try? FileManager.default.removeItem(atPath: file)
        _ = try session.run("/usr/bin/import", "-window", "root", "-depth", "8", "rgb:\(file)")
        let pixels = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        guard pixels.count == Self.width * Self.height * 3 else { return [:] }
        return Self.colors.compactMapValues { color in
            // The lowest row of an icon is never covered by a badge.
            guard let end = Self.position(of: color, in: pixels) else { return nil }
            let (left, top) = (end % Self.width - Self.icon + 1, end / Self.width - Self.icon + 1)
            guard left >= 0, top >= 0 else { return nil }
            var icon: [UInt8] = []
            for row in top..<top + Self.icon {
                let start = (row * Self.width + left) * 3
                icon += pixels[start..<start + Self.icon * 3]
            }
            return icon
        }
    }

    /// The number of the last pixel of a color.
    private static func position(of color: [Int], in pixels: [UInt8]) -> Int? {
        stride(from: pixels.count - 3, through: 0, by: -3).first { index in
            (0..<3).allSatisfy { Int(pixels[index + $0]) == color[$0] }
        }.map { $0 / 3 }
    }
}
