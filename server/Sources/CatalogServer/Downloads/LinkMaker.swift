import AppCatalog
import AppGroup
import Serving

/// Makes the links to a release that need no login.
struct LinkMaker: Sendable {
    private let signer: LinkSigner

    /// How long a link is valid, in seconds. A download must begin within that time, but may take longer: iOS fetches the file soon
    /// after its user has agreed.
    static let lifetime: Int64 = 3600

    /// - Parameter key: This server's secret: ``CatalogStore/signingKey``.
    /// - Throws: ``ServiceError`` if libcrypto cannot be loaded.
    init(key: [UInt8]) throws(ServiceError) {
        // The same secret may sign other things in the future.
        let derived = try MessageAuthenticator.key(from: key, for: Array("catalog-server download link".utf8))
        signer = try LinkSigner(key: derived)
    }

    /// A link to a release's file, valid from now on.
    func link(to release: Release, for user: User.ID, at now: Timestamp) -> SignedLink {
        SignedLink(
            purpose: .file, user: user, package: release.contents.package, hash: release.contents.digest,
            expires: now.milliseconds / 1000 + Self.lifetime)
    }

    /// The link that a text in a path stands for; `nil` if it is not valid.
    func read(_ text: some StringProtocol, at now: Timestamp) -> SignedLink? {
        signer.read(text, now: now.milliseconds / 1000)
    }

    /// An absolute URL below the server's own.
    func url(of link: SignedLink, below server: String) -> String {
        let end =
            switch link.purpose {
            case .file: "file"
            case .manifest: "manifest.plist"
            case .icon: "icon.png"
            }
        return "\(server)/v1/links/\(signer.sign(link))/\(end)"
    }

    /// The link to the manifest from which iOS installs a release of a catalog; `nil` if the release is not for iOS.
    func manifest(
        of release: CatalogRelease, _ package: CatalogPackage, for user: User.ID, _ context: CatalogContext
    ) -> String? {
        guard release.platform.operatingSystem == Self.manifestSystem, let id = try? AppID(package.id),
            let hash = BlobDigest(release.sha256)
        else { return nil }
        let link = SignedLink(
            purpose: .manifest, user: user, package: id, hash: hash,
            expires: context.moment.milliseconds / 1000 + Self.lifetime)
        return url(of: link, below: context.origin.publicURL)
    }

    /// The operating system that installs from manifests, as catalogs name it.
    static let manifestSystem = "iOS"

    /// The answer to a request for links.
    func links(to release: Release, for user: User.ID, at now: Timestamp, below server: String) -> DownloadLinks {
        let link = link(to: release, for: user, at: now)
        let manifest = release.isInstalledByManifest ? url(of: link.with(.manifest), below: server) : nil
        return DownloadLinks(
            file: url(of: link, below: server), manifest: manifest,
            expires: "\(Timestamp(seconds: link.expires))")
    }
}

extension Release {
    /// Whether it is for iOS, which installs from a manifest.
    var isInstalledByManifest: Bool { contents.platform.operatingSystem == LinkMaker.manifestSystem }
}
