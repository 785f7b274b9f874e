/// Exactly what one user may have: the answer to `GET /v1/catalog`.
///
/// The types of this module are what travels between server and client, and nothing else: text in them is whatever the other
/// side sent. The receiver checks it before it believes anything: the client in `TrustedCatalog`, the server when it makes its
/// own values of it. Names and meanings are a contract: `docs/json.md`. A field that is added later is optional, and a reader
/// ignores fields that it does not know. A package or a release that cannot be read is left out.
public struct Catalog: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The group that all packages belong to, such as `com.example.tools`.
    public var group: String
    /// The packages with at least one release for the user, sorted by identifier.
    public var packages: [CatalogPackage]
    /// How many packages were left out because this release cannot read them.
    public private(set) var unreadablePackages = 0
    /// The identifiers of those packages, as far as they can be read.
    public private(set) var unreadableNames: [String] = []

    /// The largest catalog that clients read, in bytes of uncompressed JSON: 32 MiB.
    public static let mostBytes = 32 << 20

    private enum CodingKeys: CodingKey { case version, group, packages }

    /// Makes a catalog in the current format.
    public init(group: String, packages: [CatalogPackage]) {
        version = 1
        self.group = group
        self.packages = packages
    }
}

/// A package in a catalog.
public struct CatalogPackage: Codable, Hashable, Sendable {
    /// The app's identifier, such as `com.example.rooms`.
    public var id: String
    /// The app's name in its newest release.
    public var name: String
    /// The URL schemes of its newest release.
    public var schemes: [String]
    /// The icon of its newest release.
    public var icon: CatalogIcon
    /// The releases that the user may have, the newest first in the order of ``VersionOrder``.
    public var releases: [CatalogRelease]
    /// How many releases were left out because this release cannot read them, for instance one of a new channel.
    public private(set) var unreadableReleases = 0

    private enum CodingKeys: CodingKey { case id, name, schemes, icon, releases }

    /// Makes a package.
    public init(id: String, name: String, schemes: [String], icon: CatalogIcon, releases: [CatalogRelease]) {
        self.id = id
        self.name = name
        self.schemes = schemes
        self.icon = icon
        self.releases = releases
    }
}

extension Catalog {
    /// Reads a catalog, without the packages that cannot be read.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        version = try members.decode(Int.self, forKey: .version)
        group = try members.decode(String.self, forKey: .group)
        let list = try ReadableElements<NamedPackage>(in: members.nestedUnkeyedContainer(forKey: .packages)) {
            $0.package?.unreadableReleases ?? 1
        }
        packages = list.elements.compactMap(\.package)
        unreadableNames = list.elements.filter { $0.package == nil }.map(\.id)
        unreadablePackages = list.unreadable + unreadableNames.count
    }

    /// A package with a readable identifier, at least.
    private struct NamedPackage: Decodable {
        let id: String
        let package: CatalogPackage?

        private enum CodingKeys: CodingKey { case id }

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
            package = try? CatalogPackage(from: decoder)
        }
    }

    /// Whether everything in it could be read.
    public var isWhole: Bool { unreadablePackages == 0 && packages.allSatisfy { $0.unreadableReleases == 0 } }
}

extension CatalogPackage {
    /// Reads a package, without the releases that cannot be read.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        name = try members.decode(String.self, forKey: .name)
        schemes = try members.decodeFew(forKey: .schemes)
        icon = try members.decode(CatalogIcon.self, forKey: .icon)
        let list = try ReadableElements<CatalogRelease>(in: members.nestedUnkeyedContainer(forKey: .releases))
        (releases, unreadableReleases) = (list.elements, list.unreadable)
    }
}

/// The icon of a package in a catalog.
public struct CatalogIcon: Codable, Hashable, Sendable {
    /// Where it is: a path on the server of the catalog.
    public var path: String
    /// `image/png` or `image/svg+xml`.
    public var type: String
    /// The SHA-256 of the image: 64 lowercase hexadecimal digits.
    public var sha256: String

    /// Makes an icon.
    public init(path: String, type: String, sha256: String) {
        self.path = path
        self.type = type
        self.sha256 = sha256
    }
}

/// One version of a package, for one platform.
public struct CatalogRelease: Codable, Hashable, Sendable {
    /// The version for people, such as `1.4`: `CFBundleShortVersionString`, or else `CFBundleVersion`; `nil` if the package
    /// has neither.
    public var version: String?
    /// `CFBundleVersion`, if the package has one.
    public var build: String?
    /// `stable` or `beta`.
    public var channel: ReleaseChannel
    /// What it runs on.
    public var platform: CatalogPlatform
    /// The oldest release of the operating system that it runs on, if the package names one.
    public var minimumSystem: String?
    /// The size of the package's file in bytes.
    public var size: UInt64
    /// The size of all files in it, unpacked, in bytes.
    public var unpackedSize: UInt64
    /// The SHA-256 of the package's file: 64 lowercase hexadecimal digits. It names the release everywhere.
    public var sha256: String
    /// What changed, in the publisher's words: plain text with lines that end in `\n`, possibly empty.
    public var notes: String
    /// When it was published: RFC 3339 in UTC, such as `2026-11-21T15:00:00Z`.
    public var published: String
    /// Where the file is: a path on the server of the catalog, which requires the same login.
    public var path: String

    /// Makes a release.
    public init(
        version: String?, build: String?, channel: ReleaseChannel, platform: CatalogPlatform, minimumSystem: String?,
        size: UInt64, unpackedSize: UInt64, sha256: String, notes: String, published: String, path: String
    ) {
        self.version = version
        self.build = build
        self.channel = channel
        self.platform = platform
        self.minimumSystem = minimumSystem
        self.size = size
        self.unpackedSize = unpackedSize
        self.sha256 = sha256
        self.notes = notes
        self.published = published
        self.path = path
    }
}

/// How finished a release is. Users who may have the beta of a package may have its stable releases, too.
public enum ReleaseChannel: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    case stable, beta

    /// Stable comes before beta.
    public static func < (one: ReleaseChannel, other: ReleaseChannel) -> Bool { one == .stable && other == .beta }

    /// Whether a user with a grant for this channel may have a release of that one.
    public func includes(_ channel: ReleaseChannel) -> Bool { channel <= self }
}

/// What a release runs on, in the words of `launcher inspect --format json`.
public struct CatalogPlatform: Codable, Hashable, Sendable {
    /// Such as `Linux`, `iOS`, `macOS`, `Unix` (a script) or `unknown`.
    public var operatingSystem: String
    /// Such as `x86_64`; empty if any processor will do.
    public var architectures: [String]

    /// Makes a platform.
    public init(operatingSystem: String, architectures: [String]) {
        self.operatingSystem = operatingSystem
        self.architectures = architectures
    }

    /// Reads a platform.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        operatingSystem = try members.decode(String.self, forKey: .operatingSystem)
        architectures = try members.decodeFew(forKey: .architectures)
    }
}

/// Links to one release that need no login: the answer to `POST …/links`. They serve these bytes to the user who asked, for a
/// limited time.
public struct DownloadLinks: Codable, Hashable, Sendable {
    /// The version of this format: 1.
    public var version: Int
    /// The absolute URL of the package's file.
    public var file: String
    /// The absolute URL of the manifest with which iOS installs it; `nil` if it is not for iOS.
    public var manifest: String?
    /// When they expire: RFC 3339 in UTC.
    public var expires: String

    /// Makes an answer in the current format.
    public init(file: String, manifest: String?, expires: String) {
        version = 1
        self.file = file
        self.manifest = manifest
        self.expires = expires
    }
}
