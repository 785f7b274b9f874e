import AppCatalog
import AppGroup
import Foundation
import PackageCorpus
import TestSupport
import Testing

@testable import LauncherStore

/// Random answers of a server: whatever the client trusts in them keeps its promises.
@Suite("Random catalogs")
struct CatalogFuzzTests {
    static let digest = String(repeating: "0a", count: 32)
    static let texts = [
        "", "1", "1.0", "1.10", "1.9", "2.0-beta3", "0", "/v1/a/file", "//evil/x", "/..", "https://evil/", "\u{1B}[2J",
        "\u{202E}",
        "org.example.a", "org.example.B", "..", "Linux", "Unix", "x86_64", "2026-11-21T15:00:00Z", "2026-13-01", digest,
        String(repeating: "9", count: 70), String(repeating: "9", count: 64), "é", "\u{0}", "null",
    ]
    static let values =
        ["null", "true", "-1", "0", "1", "18446744073709551615", "18446744073709551616", "1e400", "1.5", "[]", "{}"]

    /// JSON that looks like a catalog, with some of its values replaced by others.
    func catalog(_ source: inout RandomSource) -> String {
        func text(_ usual: String) -> String {
            switch Int.random(in: 0..<12, using: &source) {
            case 0: source.pick(Self.values)
            case 1, 2: String(decoding: (try? JSONEncoder().encode(source.pick(Self.texts))) ?? Data(), as: UTF8.self)
            default: usual
            }
        }
        func releases() -> String {
            (0..<Int.random(in: 0...4, using: &source)).map { _ in
                """
                {"version":\(text("\"1.\(Int.random(in: 0...20, using: &source))\"")),"build":\(text("null")),\
                "channel":\(text("\"stable\"")),"platform":{"operatingSystem":\(text("\"Unix\"")),"architectures":[]},\
                "minimumSystem":null,"size":\(text("7")),"unpackedSize":\(text("9")),"sha256":\(text("\"\(Self.digest)\"")),\
                "notes":"","published":\(text("\"2026-11-21T15:00:00Z\"")),"path":\(text("\"/v1/a/file\""))}
                """
            }.joined(separator: ",")
        }
        let packages = (0..<Int.random(in: 0...3, using: &source)).map { _ in
            """
            {"id":\(text("\"org.example.a\"")),"name":\(text("\"A\"")),"schemes":[],\
            "icon":{"path":"/i","type":"image/png","sha256":""},"releases":[\(releases())]}
            """
        }
        return #"{"version":1,"group":"org.example.registry","packages":[\#(packages.joined(separator: ","))]}"#
    }

    @Test("Trusted releases of random catalogs lead to this server, have a size and a digest, and are in order")
    func catalogs() throws {
        let end = ContinuousClock.now + Fuzz.duration(usually: .seconds(1))
        let server = try ServerAddress("https://tools.example.com")
        let first = UInt64(20_261_121)
        var (seed, believed) = (first, 0)
        repeat {
            seed += 1
            var source = RandomSource(seed: seed)
            let text = catalog(&source)
            guard let wire = try? JSONDecoder().decode(Catalog.self, from: Data(text.utf8)) else { continue }
            let catalog = try TrustedCatalog(
                wire, from: server, for: "org.example.registry", asOf: .init(milliseconds: 0), isCurrent: true)
            #expect(catalog.packages.count + catalog.refusedPackages == wire.packages.count + wire.unreadablePackages)
            #expect(Set(catalog.packages.map(\.id)).count == catalog.packages.count)
            for package in catalog.packages {
                believed += 1
                let releases = package.releases
                try #require(!releases.isEmpty, "\(seed)")
                #expect(zip(releases, releases.dropFirst()).allSatisfy { !$0.isOlder(than: $1) }, "\(seed)")
                for release in releases {
                    let url = try #require(URL(string: "\(server)\(release.path)"), "\(seed)")
                    #expect(
                        url.host() == "tools.example.com" && url.standardized == url && url.query() == nil, "\(seed)")
                    let digest = release.digest.description
                    #expect(release.size > 0 && digest.wholeMatch(of: /[0-9a-f]{64}/) != nil, "\(seed)")
                }
            }
        } while ContinuousClock.now < end || believed == 0 && seed < first + 1000
        #expect(believed > 0)
    }

    @Test("Releases have one consistent order")
    func order() throws {
        var source = RandomSource(seed: 7)
        let releases = try (0..<60).map { _ in
            let release = CatalogRelease(
                version: source.pick([nil, "1", "1.0", "1.0-beta", "1.0.1", "2", "a"]),
                build: source.pick([nil, "1", "2", "10"]),
                channel: .stable, platform: CatalogPlatform(operatingSystem: "Unix", architectures: []),
                minimumSystem: nil,
                size: 1, unpackedSize: 1, sha256: Self.digest, notes: "",
                published: source.pick(["2026-11-21T15:00:00Z", "2026-11-21T15:00:01Z"]), path: "/a/b")
            return try #require(TrustedRelease(release))
        }
        for one in releases {
            for other in releases {
                #expect(!(one.isOlder(than: other) && other.isOlder(than: one)))
                for third in releases where one.isOlder(than: other) && other.isOlder(than: third) {
                    #expect(one.isOlder(than: third))
                }
            }
        }
    }
}
