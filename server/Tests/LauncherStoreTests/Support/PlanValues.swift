import AppCatalog
import AppGroup
import AppGroupPlatform
import Testing

@testable import LauncherStore

/// What a plan is made of, as values: there is no server, and no app has files.
enum PlanValues {
    static let group: GroupID = "org.example.registry"

    static func server(_ name: String) throws -> ServerAddress { try ServerAddress("https://\(name).example") }

    /// The digest of the package of a version, such as “1.0”.
    static func digest(_ version: String) throws -> PackageDigest {
        try PackageDigest(String(repeating: version.filter { $0 != "." }, count: 32))
    }

    static func id(_ name: String) throws -> AppID { try AppID("org.example.\(name.lowercased())") }

    /// An app of one version, which came as a package.
    ///
    /// - Parameter kept: The versions on the disk, the newest first.
    static func app(_ name: String, _ version: String, kept: [String]? = nil) throws -> AppRecord {
        let package = AppLaunch.InstalledPackage(
            digest: try digest(version), command: AppLaunch.Command(executable: "run", interface: .terminal))
        var app = AppRecord(
            id: try id(name), name: try AppName(name), launch: .package(package), registered: Timestamp(milliseconds: 0)
        )
        app.version = try AppVersion(version)
        app.packages = try (kept ?? [version]).map(digest)
        return app
    }

    /// A catalog with one app, in these versions.
    static func catalog(
        of name: String, _ versions: [String], at server: ServerAddress, isCurrent: Bool = true
    ) throws -> TrustedCatalog {
        let releases = try versions.map { version in
            CatalogRelease(
                version: version, build: nil, channel: .stable,
                platform: CatalogPlatform(operatingSystem: "Unix", architectures: []), minimumSystem: nil, size: 1,
                unpackedSize: 1, sha256: try digest(version).description, notes: "", published: "2026-11-21T15:00:00Z",
                path: "/files/\(version)")
        }
        let package = CatalogPackage(
            id: "\(try id(name))", name: name, schemes: [],
            icon: CatalogIcon(path: "/icon", type: "image/png", sha256: String(repeating: "0", count: 64)),
            releases: releases)
        return try TrustedCatalog(
            Catalog(group: "\(group)", packages: [package]), from: server, for: group,
            asOf: Timestamp(milliseconds: 0), isCurrent: isCurrent)
    }

    /// The entry of the only app of a catalog.
    ///
    /// - Parameters:
    ///   - installed: What is installed of it.
    ///   - origin: The server that it came from; `nil` for a file.
    ///   - declined: The versions that the user decided against.
    static func entry(
        in catalog: TrustedCatalog, installed: AppRecord?, from origin: ServerAddress?, declined: [String] = []
    ) throws -> CatalogEntry {
        CatalogEntry(
            try #require(catalog.packages.first), in: catalog, installed: installed, current: installed?.currentPackage,
            build: nil, origin: origin, declined: Set(try declined.map(digest)))
    }

    static func source(
        _ catalog: TrustedCatalog, _ entries: [CatalogEntry], lost: [AppRecord] = [], missing: [MissingApp] = []
    ) throws -> InstallPlan.Source {
        let environment = ProcessEnvironment([:])
        let registry = Registry(group: group, environment: environment)
        let view = CatalogView(
            catalog: catalog, registry: registry, entries: entries, lost: lost, fromFiles: [], missing: missing)
        let client = try ServerClient(server: catalog.server, authorityFile: nil, environment: environment)
        return InstallPlan.Source(view: view, client: client, unrecorded: nil)
    }
}
