import AppCatalog
import AppGroup
import AppPackage

/// A release of a ``TrustedPackage``.
struct TrustedRelease: Hashable, Sendable {
    let version: AppVersion?
    let build: AppVersion?
    let channel: ReleaseChannel
    let platform: Platform
    /// The size of its file in bytes.
    let size: UInt64
    /// The size of its unpacked contents in bytes.
    let unpackedSize: UInt64
    /// The SHA-256 of its file.
    let digest: PackageDigest
    let notes: String
    let published: Timestamp
    let path: ServerPath

    /// The largest size that a catalog may state: 1 TiB. Sums of larger ones could overflow.
    private static let largestSize: UInt64 = 1 << 40

    /// Checks a release; `nil` if it is malformed.
    init?(_ release: CatalogRelease) {
        guard let path = ServerPath(untrusted: release.path), let digest = try? PackageDigest(release.sha256),
            1...Self.largestSize ~= release.size, release.unpackedSize <= Self.largestSize,
            release.notes.utf8.count <= 64 << 10, let published = Timestamp(rfc3339: release.published)
        else { return nil }
        if let version = release.version {
            guard let version = try? AppVersion(version) else { return nil }
            self.version = version
        } else {
            version = nil
        }
        build = release.build.flatMap { try? AppVersion($0) }
        channel = release.channel
        platform = Platform(release.platform)
        size = release.size
        unpackedSize = release.unpackedSize
        self.digest = digest
        notes = release.notes
        self.published = published
        self.path = path
    }

    /// Whether it is older than another: by version, then by build, then by the time of publication.
    func isOlder(than other: TrustedRelease) -> Bool {
        let order = Self.compare(version, other.version)
        if order != 0 { return order < 0 }
        let builds = Self.compare(build, other.build)
        return builds != 0 ? builds < 0 : published < other.published
    }

    /// Negative if `one` is older, 0 if neither is. A missing version is older than any other.
    static func compare(_ one: AppVersion?, _ other: AppVersion?) -> Int {
        switch (one, other) {
        case (let one?, let other?): VersionOrder.compare(one.description, other.description)
        case (nil, _?): -1
        case (_?, nil): 1
        case (nil, nil): 0
        }
    }

    /// Whether it runs on this machine.
    var fits: Bool { platform.misfit(on: .current) == nil }

    /// Its name for people: the version, or else the build, or else the beginning of the digest.
    var name: String { version?.description ?? build?.description ?? String(digest.short) }

    /// Whether a text is at least the first eight digits of its digest.
    func hasDigest(beginningWith text: String) -> Bool {
        text.utf8.count >= 8 && digest.description.hasPrefix(text.lowercased())
    }
}

extension Platform {
    /// Checks a platform; it is unknown if the catalog's words are.
    fileprivate init(_ platform: CatalogPlatform) {
        let architectures = platform.architectures.map { try? Architecture($0) }
        guard let system = try? OperatingSystem(named: platform.operatingSystem), !architectures.contains(nil) else {
            self = .unknown
            return
        }
        self.init(operatingSystem: system, architectures: architectures.compactMap(\.self))
    }
}
