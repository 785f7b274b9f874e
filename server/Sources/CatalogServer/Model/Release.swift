import AppCatalog
import AppGroup
import Serving

/// One published version of a package for one platform.
struct Release: Hashable, Sendable {
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    /// The image that represents it.
    struct Icon: Hashable, Sendable {
        enum Format: String, Sendable {
            case png = "image/png"
            case svg = "image/svg+xml"
        }

        let digest: BlobDigest
        let format: Format
    }

    /// What its publisher decides, and may change later.
    struct Terms: Hashable, Sendable {
        var channel: ReleaseChannel
        var rollout: Rollout
        /// Plain text; lines end in `\n`.
        var notes: String
        /// Why it was withdrawn; `nil` if it was not. A withdrawn release can no longer be downloaded.
        var withdrawn: String?
    }

    /// What its file declares, which never changes.
    struct Contents: Hashable, Sendable {
        let package: AppID
        let name: AppName
        let version: AppVersion?
        let build: AppVersion?
        let platform: CatalogPlatform
        let minimumSystem: AppVersion?
        let schemes: [URLScheme]
        let icon: Icon
        /// The SHA-256 of its file.
        let digest: BlobDigest
        /// Size of its file in bytes.
        let size: UInt64
        /// Size of all files in it in bytes.
        let unpackedSize: UInt64
    }

    let id: ID
    let contents: Contents
    let terms: Terms
    let published: Timestamp
    /// The name of the publisher, who may have been removed since.
    let publisher: String
}

extension Release {
    /// Compares by version, then by build, then by the time of publication.
    func isNewer(than other: Release) -> Bool {
        let byVersion = VersionOrder.compare(
            contents.version?.description ?? "", other.contents.version?.description ?? "")
        if byVersion != 0 { return byVersion > 0 }
        let byBuild = VersionOrder.compare(contents.build?.description ?? "", other.contents.build?.description ?? "")
        if byBuild != 0 { return byBuild > 0 }
        return id.rawValue > other.id.rawValue
    }
}

extension Release.Contents {
    /// Its name for people, such as `com.example.rooms 1.4 (203) for Linux x86_64`.
    var label: String {
        var words = ["\(package)"]
        if let version { words.append("\(version)") }
        if let build, build != version { words.append("(\(build))") }
        words.append("for")
        words.append(platform.operatingSystem)
        words += platform.architectures
        return words.joined(separator: " ")
    }
}

/// The percentage of a release's users who get it: 0 to 100.
struct Rollout: Hashable, Comparable, Sendable {
    let percent: Int

    /// For everyone.
    static let complete = Rollout(100)

    /// Checks a percentage that comes from outside.
    init(percent: Int) throws(ServiceError) {
        guard (0...100).contains(percent) else {
            throw ServiceError(.invalid, "A rollout must be 0 to 100 percent, not \(percent).")
        }
        self.percent = percent
    }

    private init(_ percent: Int) { self.percent = percent }

    static func < (one: Rollout, other: Rollout) -> Bool { one.percent < other.percent }
}

extension Rollout {
    /// Whether a user is among those who get a release.
    ///
    /// A hash gives each user a fixed number from 0 to 99 for each version of each package. So raising the percentage only adds
    /// users, and different users are first each time. All platforms of a version share the number.
    func includes(_ user: User.ID, for release: Release.Contents) -> Bool {
        if percent >= 100 { return true }
        if percent <= 0 { return false }
        let facts = [
            "\(user.rawValue)", release.package.description.lowercased(), release.version?.description ?? "",
            release.build?.description ?? "",
        ]
        let number = SHA256.digest(of: Array(facts.joined(separator: "\n").utf8)).prefix(8).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return number % 100 < UInt64(percent)
    }
}
