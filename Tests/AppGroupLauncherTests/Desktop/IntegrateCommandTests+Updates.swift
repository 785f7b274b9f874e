import Foundation
import TestSupport
import Testing

/// How `--update` knows whether the desktop is integrated.
extension IntegrateCommandTests {
    @Test(
        "After integrate --remove, --update does nothing, although a file that the user changed is still there",
        arguments: ["applications/org.example.tea.desktop", "systemd/user/launcher-badge-bridge.service"])
    func staysRemoved(changed: String) async throws {
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        for name in ["rooms", "tea"] { try await DesktopHome.install(name) }
        _ = try await DesktopHome.integrate()
        let folder = changed.hasPrefix("systemd/") ? ".config" : ".local/share"
        try DesktopHome.Stranger.edited.put(at: "\(DesktopHome.home)/\(folder)/\(changed)")
        _ = try await DesktopHome.integrate("--remove")
        #expect(DesktopHome.exists("\(DesktopHome.home)/\(folder)/\(changed)"))
        let before = try DesktopHome.files()
        #expect(try await DesktopHome.integrate("--update").steps == [])
        #expect(try DesktopHome.files() == before)
        #expect(try await DesktopHome.integrate().steps.contains(written("rooms")))
    }

    @Test("--update adds apps while the search is set up, although the user changed the only entry")
    func updatesBesideChangedEntry() async throws {
        try TestGroup.current.makeProgram("launcher-search")
        _ = try await DesktopHome.integrate()
        try await DesktopHome.install("tea")
        #expect(try await DesktopHome.integrate("--update").steps == [written("tea")])
        try DesktopHome.Stranger.edited.put(at: "\(DesktopHome.entries)/org.example.tea.desktop")
        try await DesktopHome.install("rooms")
        #expect(try await DesktopHome.integrate("--update").steps == [written("rooms")])
    }

    private func written(_ name: String) -> String {
        "write org.example.\(name) ~/.local/share/applications/org.example.\(name).desktop"
    }
}
