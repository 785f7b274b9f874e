import AppCatalog
import AppGroup

/// One version of a package for one platform, as it was published.
struct Release: Hashable, Sendable {
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    /// The picture that stands for it.
    struct Icon: Hashable, Sendable {
        enum Format: String, Sendable {
            case png = "image/png"
            case svg = "image/svg+xml"
        }

        let digest: BlobDigest
        let format: Format
    }

    /// What its publisher says, and may say otherwise later.
    struct Terms: Hashable, Sendable {
        var channel: ReleaseChannel
        /// For how many percent of its users.
        var rollout: Rollout
        /// Plain text, lines end in `\n`.
        var notes: String
        /// Why it was withdrawn; `nil` where it was not. What is withdrawn nobody gets.
        var withdrawn: String?
    }

    /// What its file says of itself, which never changes.
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
        /// Bytes of its file.
        let size: UInt64
        /// Bytes of all files in it.
        let unpackedSize: UInt64
    }

    let id: ID
    let contents: Contents
    let terms: Terms
    let published: Timestamp
    /// The name of whoever published it, who may be gone.
    let publisher: String
}

extension Release.Contents {
    /// How it is called where people read of it, such as `com.example.rooms 1.4 (203) for Linux x86_64`.
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
