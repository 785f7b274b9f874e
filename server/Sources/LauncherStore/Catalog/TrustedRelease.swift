import AppCatalog
import AppGroup
import AppPackage

/// One release of a package, as far as its catalogue is believed.
struct TrustedRelease: Hashable, Sendable {
    let version: AppVersion?
    let build: AppVersion?
    let channel: ReleaseChannel
    let platform: Platform
    /// Bytes of its file.
    let size: UInt64
    /// Bytes of what is in it.
    let unpackedSize: UInt64
    /// The SHA-256 of its file, 64 lower-case hexadecimal digits.
    let digest: String
    let notes: String
    let published: Timestamp
    let path: ServerPath

    /// The largest file that a catalogue may name, 1 TiB: beyond it sums could leave their range.
    private static let largestSize: UInt64 = 1 << 40

    /// Takes what a catalogue says; `nil` for what no release can be.
    init?(_ release: CatalogRelease) {
        guard let path = ServerPath(untrusted: release.path), Self.isDigest(release.sha256),
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
        digest = release.sha256
        notes = release.notes
        self.published = published
        self.path = path
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }

    /// Whether it comes before another: by version, then build, then the moment of publication.
    func isOlder(than other: TrustedRelease) -> Bool {
        let order = Self.compare(version, other.version)
        if order != 0 { return order < 0 }
        let builds = Self.compare(build, other.build)
        return builds != 0 ? builds < 0 : published < other.published
    }

    /// Below 0 where `one` is older; what has no version is older than what has one.
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

    /// What a person calls it.
    var name: String { version?.description ?? build?.description ?? String(digest.prefix(12)) }

    /// Whether a person means it by that: its version, its build, or the beginning of its digest, of eight digits at least.
    func answers(to text: String) -> Bool {
        version?.description == text || build?.description == text
            || text.utf8.count >= 8 && digest.hasPrefix(text.lowercased())
    }
}

extension Platform {
    /// What a catalogue says; unknown where it says what no platform is called.
    fileprivate init(_ platform: CatalogPlatform) {
        let architectures = platform.architectures.map { try? Architecture($0) }
        guard let system = try? OperatingSystem(named: platform.operatingSystem), !architectures.contains(nil) else {
            self = .unknown
            return
        }
        self.init(operatingSystem: system, architectures: architectures.compactMap(\.self))
    }
}
