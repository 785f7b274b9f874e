import AppCatalog
import AppGroup
import Crypto

/// Makes the links to a release that need no login.
struct LinkMaker: Sendable {
    private let signer: LinkSigner

    /// How long a link serves. iOS fetches the file soon after its user agreed, and a large one for longer: the time counts
    /// where a download begins.
    static let lifetime: Int64 = 3600

    /// - Parameter key: What only this server has: ``CatalogStore/signingKey``.
    init(key: [UInt8]) {
        // The same secret may sign other things one day.
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key), info: Array("catalog-server download link".utf8),
            outputByteCount: 32)
        signer = LinkSigner(key: derived)
    }

    /// What a release's links are for, from now on.
    func link(to release: Release, for user: User.ID, at now: Timestamp) -> SignedLink {
        SignedLink(
            purpose: .file, user: user, package: release.contents.package, hash: release.contents.digest,
            expires: now.milliseconds / 1000 + Self.lifetime)
    }

    /// What a text in a path was signed for.
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

    /// The link to the manifest by which iOS installs what a catalogue shows; `nil` for what is not for iOS.
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

    /// The system that installs by manifests, in the words of catalogues.
    static let manifestSystem = "iOS"

    /// The answer to who asks for links.
    func links(to release: Release, for user: User.ID, at now: Timestamp, below server: String) -> DownloadLinks {
        let link = link(to: release, for: user, at: now)
        let manifest = release.isInstalledByManifest ? url(of: link.with(.manifest), below: server) : nil
        return DownloadLinks(
            file: url(of: link, below: server), manifest: manifest,
            expires: "\(Timestamp(seconds: link.expires))")
    }
}

extension Release {
    /// Whether it is for iOS, which installs what a manifest names.
    var isInstalledByManifest: Bool { contents.platform.operatingSystem == LinkMaker.manifestSystem }
}
