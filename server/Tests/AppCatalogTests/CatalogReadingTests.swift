import AppCatalog
import Foundation
import Testing

@Suite("Reading catalogs")
struct CatalogReadingTests {
    /// A catalog of one package with one release.
    func catalog(schemes: Int, architectures: Int) throws -> Catalog {
        let release = CatalogRelease(
            version: "1", build: nil, channel: .stable,
            platform: CatalogPlatform(operatingSystem: "Linux", architectures: texts(architectures)),
            minimumSystem: nil, size: 1, unpackedSize: 1, sha256: "", notes: "", published: "", path: "")
        let package = CatalogPackage(
            id: "org.example.rooms", name: "Rooms", schemes: texts(schemes),
            icon: CatalogIcon(path: "", type: "", sha256: ""), releases: [release])
        let json = try JSONEncoder().encode(Catalog(group: "org.example.tools", packages: [package]))
        return try JSONDecoder().decode(Catalog.self, from: json)
    }

    func texts(_ count: Int) -> [String] { (0..<count).map { "x\($0)" } }

    @Test(
        "The answer to a login is read even if this release does not know the role, which it takes for that of a user")
    func unknownRole() throws {
        let json =
            #"{"version":1,"token":"t","expires":"2027-01-01T00:00:00Z","user":"ada","role":"auditor","group":"a.b"}"#
        let answer = try JSONDecoder().decode(LoginAnswer.self, from: Data(json.utf8))
        #expect(answer.role == .user && answer.user == "ada" && answer.group == "a.b")
    }

    @Test("A package with too many schemes and a release for too many processors are left out")
    func longLists() throws {
        let sound = try catalog(schemes: 64, architectures: 64)
        #expect(sound.isWhole && sound.packages[0].schemes == texts(64))
        #expect(sound.packages[0].releases[0].platform.architectures == texts(64))
        let schemes = try catalog(schemes: 65, architectures: 1)
        #expect(schemes.packages.isEmpty && schemes.unreadableNames == ["org.example.rooms"])
        let architectures = try catalog(schemes: 1, architectures: 65)
        #expect(architectures.packages[0].releases.isEmpty && architectures.packages[0].unreadableReleases == 1)
    }
}
