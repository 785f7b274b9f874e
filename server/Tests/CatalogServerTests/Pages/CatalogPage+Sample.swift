import Accounts
import AppCatalog

@testable import CatalogServer

extension CatalogPage {
    /// A page with one package, with the same text in every place that shows text.
    static func sample(saying text: String, visitor: Visitor = .linux, query: String? = nil) -> CatalogPage {
        let platform = CatalogPlatform(operatingSystem: "Linux", architectures: [text])
        let releases = ["2", "1"].map { version in
            CatalogRelease(
                version: version + text, build: text, channel: .beta, platform: platform, minimumSystem: text,
                size: 12_345,
                unpackedSize: 1, sha256: String(repeating: version, count: 64), notes: text,
                published: "2026-11-21T15:00:00Z", path: "/v1/\(version)")
        }
        let package = CatalogPackage(
            id: "com.example.rooms", name: text, schemes: [],
            icon: CatalogIcon(path: "/icon", type: "image/png", sha256: ""),
            releases: releases)
        return CatalogPage(
            ListedPackages(count: 1) { _ in package },
            frame: PageFrame(title: text, group: text, account: PageFrame.Account(name: text, role: .user)),
            visitor: visitor, server: "https://tools.example.com", query: query,
            installLink: { _, _ in "itms-services://" })
    }
}
