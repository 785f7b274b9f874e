import AppGroup
import AppGroupHome
import Testing

@testable import AppGroup

@Suite struct AppFactsTests {
    private static let digest = String(repeating: "0a", count: 32)

    private func icon(of icon: AppIcon?, imagePath: String? = nil) -> String? {
        var record = AppRecord(
            id: "org.example.tea", name: "Tea", launch: .terminal("/bin/true"), registered: Timestamp(milliseconds: 0))
        record.icon = icon
        let app = AppEntry(record, of: "org.example.family", availability: .installed, lastOpeningOfGroup: 0)
        return AppFacts.of(app, imagePath: imagePath).first { $0.what == "icon" }?.value
    }

    @Test func `The icon of an app is described by its name or format, and not as the registry writes it`() {
        #expect(icon(of: .named("cup")) == "cup")
        #expect(icon(of: .image(format: .png, digest: Self.digest)) == "PNG")
        #expect(icon(of: nil) == nil)
    }

    @Test func `The command of an app is quoted as for a shell`() {
        let record = AppRecord(
            id: "org.example.tea", name: "Tea", launch: .terminal("sh", "-c", "echo \"$1\"", "x", "%u"),
            registered: Timestamp(milliseconds: 0))
        let app = AppEntry(record, of: "org.example.family", availability: .installed, lastOpeningOfGroup: 0)
        #expect(AppFacts.of(app).first { $0.what == "launch" }?.value == #"sh -c 'echo "$1"' x %u  (terminal)"#)
    }

    @Test func `People read words, and programs the names of JSON`() {
        var record = AppRecord(
            id: "org.example.tea", name: "Tea", launch: .terminal("/bin/true"), registered: Timestamp(milliseconds: 0))
        record.usage.lastOpened = Timestamp(milliseconds: 0)
        let app = AppEntry(record, of: "org.example.family", availability: .installed, lastOpeningOfGroup: 0)
        let names = AppFacts.of(app).map(\.what)
        #expect(names.contains("openCount") && names.contains("lastOpened"))
        let words = AppFacts.worded(of: app) { "\($0)" }.map(\.what)
        #expect(words.count == names.count && words.contains("openings") && words.contains("last opened"))
    }

    @Test func `The path of an image describes an icon better than its format`() {
        #expect(icon(of: .image(format: .svg, digest: Self.digest), imagePath: "/icons/tea.svg") == "/icons/tea.svg")
    }
}
