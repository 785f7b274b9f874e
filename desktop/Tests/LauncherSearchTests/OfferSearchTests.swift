import AppGroup
import Foundation
import TestSupport
import Testing

/// Apps that can be installed, and searches that go on in the window or in a terminal.
@Suite struct OfferSearchTests {
    private static let visa = "org.example.family/org.example.visa"

    private func session() async throws -> SearchSession {
        let session = try await SearchSession()
        try session.registerUsualApps()
        try session.registry.setOffers(
            [AppOffer(app: "org.example.visa", name: "Visa", version: "1.1", source: "https://tools.example.com")],
            from: "https://tools.example.com")
        // A terminal that only writes down what would run in it.
        try session.makeProgram("xdg-terminal-exec", "echo \"terminal $*\" >>\(session.folder)/calls")
        return session
    }

    @Test("An offer is found by its name, and says what it would install and from where")
    func offer() async throws {
        let session = try await session()
        #expect(try await session.ids("vis") == [Self.visa])
        let metas = try await session.call("\(SearchSession.gnome).GetResultMetas", "['\(Self.visa)']")
        #expect(
            metas.contains("<'Install Visa'>") && metas.contains("<'1.1 from https://tools.example.com'>")
                && metas.contains("system-software-install"), "\(metas)")
        try session.register("visa")
        let installed = try await session.call("\(SearchSession.gnome).GetResultMetas", "['\(Self.visa)']")
        #expect(installed.contains("<'Visa'>") && !installed.contains("Install"), "\(installed)")
    }

    @Test("Choosing an offer installs nothing: without the window, a terminal asks")
    func asks() async throws {
        let session = try await session()
        _ = try await session.call("\(SearchSession.gnome).ActivateResult", Self.visa, "['vis']", "0")
        try await session.bus.wait(for: "the terminal") { !session.calls.isEmpty }
        let call = try #require(session.calls.first)
        #expect(
            call.hasPrefix("terminal") && call.contains("APP_GROUP_HOME=\(session.folder)/groups")
                && call.hasSuffix("open --hold auto --in-window --group org.example.family org.example.visa"), "\(call)"
        )
        // What the terminal runs asks its user, and does nothing without an answer.
        let words = call.split(separator: " ").map(String.init)
        let start = try #require(words.firstIndex { $0.hasSuffix("/launcher") })
        let open = try await RunningProcess.run(
            words[start], Array(words[(start + 1)...]), environment: session.bus.environment, input: "x")
        #expect(open.errors.contains("Visa (org.example.visa) is not installed; https://tools.example.com offers it"))
        #expect(try session.registry.app("org.example.visa") == nil)
    }

    @Test("If the window is installed, it opens on an offer and on a search")
    func window() async throws {
        let session = try await session()
        try session.makeProgram("launcher-window", "echo \"window $*\" >>\(session.folder)/calls")
        _ = try await session.call("\(SearchSession.gnome).ActivateResult", Self.visa, "['vis']", "0")
        try await session.bus.wait(for: "the window") { session.calls.count == 1 }
        _ = try await session.call("\(SearchSession.gnome).LaunchSearch", "['new', 'mess']", "0")
        try await session.bus.wait(for: "the window") { session.calls.count == 2 }
        #expect(
            session.calls == ["window --group org.example.family --search Visa", "window --search=new mess"])
    }

    @Test("Without the window, a search continues on the home screen in a terminal")
    func home() async throws {
        let session = try await session()
        _ = try await session.call("\(SearchSession.gnome).LaunchSearch", "['new', 'mess']", "0")
        try await session.bus.wait(for: "the terminal") { !session.calls.isEmpty }
        #expect(session.calls[0].hasSuffix("/launcher home --search=new mess"), "\(session.calls)")
    }
}
