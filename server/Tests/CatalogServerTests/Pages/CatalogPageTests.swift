import AppCatalog
import Testing

@testable import CatalogServer

@Suite("The catalog page")
struct CatalogPageTests {
    private static func release(_ version: String, for system: String) -> CatalogRelease {
        CatalogRelease(
            version: version, build: nil, channel: .stable,
            platform: CatalogPlatform(operatingSystem: system, architectures: []), minimumSystem: nil, size: 1,
            unpackedSize: 1, sha256: String(repeating: "a", count: 64), notes: "", published: "2026-11-21T15:00:00Z",
            path: "/v1/\(system)/\(version)")
    }

    private static func page(_ names: [String], visitor: Visitor, query: String? = nil) -> CatalogPage {
        let releases = [release("3", for: "iOS"), release("2", for: "Linux"), release("1", for: "Linux")]
        let packages = names.map { name in
            CatalogPackage(
                id: "com.example.\(name.lowercased())", name: name, schemes: [],
                icon: CatalogIcon(path: "/icon", type: "image/png", sha256: ""), releases: releases)
        }
        return CatalogPage(
            ListedPackages(count: packages.count) { packages[$0] },
            frame: PageFrame(title: "Your tools", group: "com.example.tools", account: nil), visitor: visitor,
            server: "https://tools.example.com", query: query,
            installLink: { _, release in "itms-services://?action=download-manifest&url=\(release.path)" })
    }

    @Test(
        "The catalog page lists the release for the visitor's machine first, with a way to install it",
        arguments: [
            (
                Visitor.linux, "2",
                "launcher-store://install?server=https%3A%2F%2Ftools.example.com&package=com.example.rooms"
            ),
            (.iOS, "3", "itms-services://?action=download-manifest&url=/v1/iOS/3"),
        ])
    func first(visitor: Visitor, version: String, install: String) throws {
        let package = try #require(Array(Self.page(["Rooms"], visitor: visitor).packages).first)
        let newest = try #require(package.newest)
        #expect(newest.version == version)
        #expect(newest.install?.hasPrefix(install) == true)
        #expect(newest.hint == nil)
        #expect(package.olderCount == 2)
        #expect(package.older.contains { $0.install == nil && $0.hint != nil })
    }

    @Test(
        "The visitor's operating system is recognized by the user agent",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "linux"),
            ("Mozilla/5.0 (Linux; Android 14; Pixel 8)", "other"),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iOS"),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "macOS"),
            (nil, "other"),
        ])
    func visitors(userAgent: String?, name: String) {
        #expect("\(Visitor(userAgent: userAgent))" == name)
    }

    @Test(
        "Packages are found by words of their names and identifiers",
        arguments: [
            ("room", ["Rooms"]), ("EXAMPLE", ["Inbox", "Rooms"]), ("rooms inbox", []), ("  ", ["Inbox", "Rooms"]),
            (nil, ["Inbox", "Rooms"]),
        ])
    func search(query: String?, names: [String]) {
        #expect(Self.page(["Inbox", "Rooms"], visitor: .linux, query: query).packages.map(\.name) == names)
    }
}
