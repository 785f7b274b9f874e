import AppCatalog
import AppPackage

/// The catalogue as a page shows it.
struct CatalogPage: Sendable {
    /// One release, in words.
    struct Release: Sendable {
        let version: String?
        let beta: Bool
        let platform: String
        let size: String
        let published: String
        let date: String
        let notes: String?
        let file: String
        /// What the install button opens; `nil` where nothing on the visitor's machine could install it.
        let install: String?
        let hint: String?
        /// What installs it; `nil` where that is nothing to type.
        let command: String?
    }

    /// One package.
    struct Package: Sendable {
        let id: String
        let name: String
        let icon: String
        /// The newest release for the visitor's machine; else the newest of all.
        let newest: Release?
        let older: [Release]
        let olderCount: Int
        let hasOlder: Bool
    }

    let title: String
    let family: String
    let style: String
    let account: PageFrame.Account?
    let packages: [Package]
    /// Whether something on it is installed by `launcher-store`.
    let explainsCommands: Bool
    let query: String?
    let searchable: Bool
    let server: String
    let notice: String?

    /// From how many packages on the page has a field to look for one.
    static let searchedFrom = 8

    /// Puts a catalogue into words.
    ///
    /// - Parameters:
    ///   - server: The address under which its users know the server, such as `https://tools.example.com`.
    ///   - query: Only packages whose name or identifier has these words in it.
    ///   - installLink: The signed link by which iOS installs a release.
    init(
        _ catalog: Catalog, frame: PageFrame, visitor: Visitor, server: String, query: String?, notice: String? = nil,
        installLink: (CatalogPackage, CatalogRelease) -> String?
    ) {
        let words = (query ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        let found = catalog.packages.filter { package in
            let text = "\(package.name) \(package.id)".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
        title = frame.title
        family = frame.family
        style = frame.style
        account = frame.account
        packages = found.map {
            Self.package($0, visitor: visitor, server: server, installLink: installLink)
        }
        explainsCommands = packages.contains { $0.newest?.command != nil }
        self.query = words.isEmpty ? nil : query
        searchable = catalog.packages.count >= Self.searchedFrom
        self.server = server
        self.notice = notice
    }

    private static func package(
        _ package: CatalogPackage, visitor: Visitor, server: String,
        installLink: (CatalogPackage, CatalogRelease) -> String?
    ) -> Package {
        let first = package.releases.firstIndex { visitor.runs($0.platform.operatingSystem) } ?? 0
        let releases = package.releases.map { release in
            let fits = visitor.runs(release.platform.operatingSystem)
            let isForIOS = release.platform.operatingSystem == "iOS"
            let handler =
                "launcher-store://install?server=\(PercentEncoded.value(server))&package=\(PercentEncoded.value(package.id))"
            return Release(
                version: release.version ?? release.build, beta: release.channel == .beta,
                platform: release.platform.words, size: "\(ByteCount(release.size))", published: release.published,
                date: String(release.published.prefix(10)), notes: release.notes.isEmpty ? nil : release.notes,
                file: release.path,
                install: !fits ? nil : isForIOS ? installLink(package, release) : handler,
                hint: fits ? nil : "Runs on \(release.platform.words): open this page there to install it.",
                command: fits && !isForIOS ? "launcher install \(package.id)" : nil)
        }
        var older = releases
        let newest = older.indices.contains(first) ? older.remove(at: first) : nil
        return Package(
            id: package.id, name: package.name, icon: package.icon.path, newest: newest, older: older,
            olderCount: older.count, hasOlder: !older.isEmpty)
    }
}

extension CatalogPlatform {
    /// Such as “Linux (x86_64)”.
    var words: String {
        architectures.isEmpty ? operatingSystem : "\(operatingSystem) (\(architectures.joined(separator: ", ")))"
    }
}
