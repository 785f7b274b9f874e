import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Hints that programs were uninstalled or came back")
struct GroupHintsTests {
    let sandbox: LaunchingSandbox
    let resolver: LaunchResolver

    init() throws {
        sandbox = try LaunchingSandbox()
        resolver = LaunchResolver(
            environment: sandbox.environment(), group: "com.example.tools", container: sandbox.container)
    }

    func app(_ launch: AppLaunch) -> AppRecord {
        AppRecord(id: "org.example.rooms", name: "Rooms", launch: launch, registered: Timestamp(seconds: 0))
    }

    /// Whether each of the changes gives a hint, and changes whether the app is installed.
    func follow(_ launch: AppLaunch, _ changes: [() throws -> Void]) throws {
        var hints = GroupHints()
        let app = app(launch)
        _ = hints.watch([LaunchLookups(of: [app], by: resolver)])
        var isInstalled = resolver.availability(of: app).isInstalled
        for (number, change) in changes.enumerated() {
            #expect(!hints.take(isOver: false).contains(.programs), "before change \(number)")
            try change()
            #expect(hints.take(isOver: false).contains(.programs), "change \(number)")
            _ = hints.watch([LaunchLookups(of: [app], by: resolver)])
            isInstalled.toggle()
            #expect(resolver.availability(of: app).isInstalled == isInstalled, "change \(number)")
        }
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    func setPermissions(_ permissions: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }

    @Test("A program with an absolute path gives hints when it goes, comes back or may no longer be executed")
    func absolute() throws {
        let path = try sandbox.program("rooms")
        try follow(
            .graphical(path),
            [
                { try remove(path) }, { try sandbox.program("rooms") }, { try setPermissions(0o644, of: path) },
                { try setPermissions(0o755, of: path) }, { try remove(sandbox.bin) },
            ])
    }

    @Test("A program in PATH gives hints in every folder of PATH, even in one that is made later")
    func path() throws {
        let later = "\(sandbox.root)/later"
        let environment = sandbox.environment(["PATH": "\(later):\(sandbox.bin)"])
        let tests = GroupHintsTests(
            sandbox, LaunchResolver(environment: environment, group: "com.example.tools", container: sandbox.container))
        try tests.follow(
            .terminal("rooms"),
            [
                { try sandbox.program("rooms") }, { try remove("\(sandbox.bin)/rooms") },
                { try sandbox.write("\(later)/rooms", "", permissions: 0o755) }, { try remove(later) },
            ])
    }

    private init(_ sandbox: LaunchingSandbox, _ resolver: LaunchResolver) {
        (self.sandbox, self.resolver) = (sandbox, resolver)
    }

    @Test("A desktop entry and the programs that it names give hints when they go, come or change")
    func entry() throws {
        let id = "org-example-rooms.desktop"
        try sandbox.program("rooms")
        let entry = "\(sandbox.root)/data/applications/\(id)"
        try follow(
            .desktopFile(id),
            [
                { try sandbox.entry(id, "Exec=rooms") }, { try remove("\(sandbox.bin)/rooms") },
                { try sandbox.program("rooms") }, { try sandbox.write(entry, "[Desktop Entry]\nType=Link\n") },
                { try sandbox.entry(id, "Exec=rooms") }, { try sandbox.entry(id, "Exec=rooms", "TryExec=other") },
                { try sandbox.program("other") }, { try remove(entry) },
            ])
    }

    @Test("A desktop entry in a subfolder that a hyphen stands for gives hints")
    func subfolder() throws {
        try sandbox.program("rooms")
        try follow(
            .desktopFile("org-rooms.desktop"),
            [
                { try sandbox.entry("org/rooms.desktop", in: "share", "Exec=rooms") },
                { try remove("\(sandbox.root)/share/applications/org/rooms.desktop") },
            ])
    }

    @Test("An installed package gives a hint when its folder goes")
    func package() throws {
        let digest = try PackageDigest(String(repeating: "a", count: 64))
        let folder = "\(sandbox.container)/packages/org.example.rooms/\(digest)"
        try sandbox.write("\(folder)/bin/rooms", "", permissions: 0o755)
        let command = AppLaunch.Command(executable: "bin/rooms", interface: .graphical)
        try follow(
            .package(AppLaunch.InstalledPackage(digest: digest, command: command)),
            [{ try remove("\(sandbox.container)/packages/org.example.rooms") }])
    }
}
