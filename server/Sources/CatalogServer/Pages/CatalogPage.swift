import AppCatalog
import AppGroupPlatform
import AppGroupText
import AppPackage
import Serving

/// The catalog as a page shows it: what surrounds the list, and the packages, one at a time.
struct CatalogPage: Sendable {
    /// One release, as text.
    struct Release: Sendable {
        let version: String?
        let beta: Bool
        let platform: String
        let size: String
        let published: String
        let date: String
        let notes: String?
        let file: String
        /// The link of the install button; `nil` if the visitor's machine cannot install the release.
        let install: String?
        let hint: String?
        /// The command that installs it; `nil` if there is none.
        let command: String?
    }

    /// One package.
    struct Package: Sendable {
        let id: String
        let name: String
        let icon: String
        /// The newest release for the visitor's machine, or else the newest of all.
        let newest: Release?
        let older: [Release]
        let olderCount: Int
        let hasOlder: Bool
    }

    let frame: PageFrame
    /// Stands for the list in the template. No text on a page contains it: see ``HTMLText``.
    let list = CatalogPage.mark
    /// Whether the list has no package.
    let isEmpty: Bool
    /// Whether `launcher-store` installs anything on the page.
    var explainsCommands = false
    let query: String?
    let searchable: Bool
    let server: String

    private let words: [String]
    private let visitor: Visitor
    private let listed: ListedPackages
    private let installLink: @Sendable (CatalogPackage, CatalogRelease) -> String?

    static let mark = "\u{1}"

    /// The page has a search field if the catalog has at least this many packages.
    static let searchedFrom = 8

    /// - Parameters:
    ///   - server: The server's URL for its users, such as `https://tools.example.com`.
    ///   - query: Words that the name or identifier of a package must contain.
    ///   - installLink: The signed link from which iOS installs a release.
    init(
        _ packages: ListedPackages, frame: PageFrame, visitor: Visitor, server: String, query: String?,
        installLink: @escaping @Sendable (CatalogPackage, CatalogRelease) -> String?
    ) {
        let words = (query ?? "").lowercased().split(whereSeparator: \.isWhitespace).map { String($0) }
        self.frame = frame
        isEmpty = !packages.contains { Self.matches($0, words) }
        self.query = words.isEmpty ? nil : query
        searchable = packages.count >= Self.searchedFrom
        self.server = server
        (self.words, self.visitor, listed, self.installLink) = (words, visitor, packages, installLink)
    }

    /// The packages that match the query. Each one is made when its turn comes.
    var packages: some Sequence<Package> {
        listed.lazy.compactMap { package in Self.matches(package, words) ? self.package(package) : nil }
    }

    private static func matches(_ package: CatalogPackage, _ words: [String]) -> Bool {
        let text = "\(package.name) \(package.id)".lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    private func package(_ package: CatalogPackage) -> Package {
        let first = package.releases.firstIndex { visitor.runs($0.platform.operatingSystem) } ?? 0
        let releases = package.releases.map { release in
            let fits = visitor.runs(release.platform.operatingSystem)
            let isForIOS = release.platform.operatingSystem == "iOS"
            let handler =
                "launcher-store://install?server=\(PercentEncoding.encoded(server))"
                + "&package=\(PercentEncoding.encoded(package.id))"
            return Release(
                version: release.version ?? release.build, beta: release.channel == .beta,
                platform: release.platform.words, size: "\(ByteCount(release.size))", published: release.published,
                date: String(release.published.prefix(10)), notes: release.notes.isEmpty ? nil : release.notes,
                file: release.path,
                install: !fits ? nil : isForIOS ? installLink(package, release) : handler,
                hint: fits ? nil : "Runs on \(release.platform.words). Open this page there to install it.",
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

/// The system that a browser runs on, according to its `User-Agent`. It decides which release a page shows first and which ones it
/// offers to install.
enum Visitor: Sendable {
    case iOS, macOS, linux, other

    /// An iPad identifies itself as a Mac, so a page for a Mac also offers what runs on an iPad.
    init(userAgent: String?) {
        let text = userAgent?.prefix(512) ?? ""
        if ["iPhone", "iPad", "iPod"].contains(where: { text.contains($0) }) {
            self = .iOS
        } else if text.contains("Macintosh") {
            self = .macOS
        } else if text.contains("Linux"), !text.contains("Android") {
            self = .linux
        } else {
            self = .other
        }
    }

    /// Whether a release for an operating system may run there.
    func runs(_ operatingSystem: String) -> Bool {
        switch self {
        case .iOS: operatingSystem == "iOS"
        case .macOS: ["macOS", "Unix", "iOS"].contains(operatingSystem)
        case .linux: ["Linux", "Unix"].contains(operatingSystem)
        case .other: true
        }
    }
}
