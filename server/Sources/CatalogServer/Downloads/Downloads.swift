import Accounts
import AppGroup
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ObjectStorage
import Serving

/// Sends packages and icons to users for as long as they may have them.
struct Downloads: Sendable {
    let store: any CatalogStore
    let catalog: CatalogService
    let blobs: any BlobStore
    /// The bucket to send users to, if the server does not send the packages itself.
    var redirecting: ObjectBlobStore?
    let transfers: Transfers
    let recorder: DownloadRecorder
    let lifetime: SessionLifetime
    let clock: @Sendable () -> Timestamp

    /// What entitles a request to a download.
    enum Permit: Sendable {
        /// A login.
        case session(Identity)
        /// A signed link that was made for this user.
        case link(User)

        var user: User {
            switch self {
            case .session(let identity): identity.user
            case .link(let user): user
            }
        }
    }

    /// A release, if it exists and the user may have it.
    func release(_ hash: BlobDigest, of package: AppID, for user: User.ID) async throws -> Release? {
        try await catalog.release(hash, of: package, for: user)
    }

    /// The icon of any release that a user may have.
    func icon(_ hash: BlobDigest, of package: AppID, for user: User.ID) async throws -> Release.Icon? {
        try await catalog.releases(of: package, for: user)
            .first { $0.contents.icon.digest == hash }?.contents.icon
    }

    // MARK: - Files

    /// Answers with a release's file, or parts of it.
    func file(
        _ hash: BlobDigest, of package: AppID, for permit: Permit, request: Request, context: CatalogContext
    ) async throws -> Response {
        let user = permit.user
        guard let release = try await catalog.release(hash, of: package, for: user.id) else {
            throw ServiceError.notFound
        }
        if let redirecting, request.method == .get {
            return try await redirect(to: redirecting, release, for: user, request: request, context: context)
        }
        let blob = try await open(hash, of: release, context)
        let answer = try BlobAnswer(
            to: request.head, hash: hash, size: blob.size, type: "application/octet-stream",
            fileName: Self.fileName(of: release))
        guard !answer.pieces.isEmpty, request.method == .get else {
            return Response(status: answer.status, headers: answer.headers)
        }
        if answer.isFromStart { await record(release, for: user, context) }
        let right = right(to: hash, of: package, by: permit)
        let channel = context.channel
        return Response(
            status: answer.status, headers: answer.headers,
            body: ResponseBody(contentLength: answer.count) { [transfers] writer in
                let ticket = try await transfers.begin(on: channel, since: context.generation, right: right)
                defer { transfers.end(ticket) }
                try await BlobWriter(blob: blob, channel: channel).write(answer, to: &writer)
            })
    }

    /// Sends a user to the bucket, with a link that works for a minute. The server cannot end a download that has begun there.
    private func redirect(
        to bucket: ObjectBlobStore, _ release: Release, for user: User, request: Request, context: CatalogContext
    ) async throws -> Response {
        let (hash, type) = (release.contents.digest, "application/octet-stream")
        let name = Self.fileName(of: release)
        let answer = try BlobAnswer(
            to: request.head, hash: hash, size: release.contents.size, type: type, fileName: name)
        guard !answer.pieces.isEmpty else { return Response(status: answer.status, headers: answer.headers) }
        if answer.isFromStart { await record(release, for: user, context) }
        let link = try await bucket.link(to: hash, type: type, fileName: name, seconds: 60)
        return Response(
            status: .temporaryRedirect,
            headers: [.location: link, .cacheControl: "private, no-store", .contentLength: "0"])
    }

    /// Answers with an icon. An SVG icon may not load or run anything.
    func answer(_ icon: Release.Icon, to request: Request, on channel: any Channel) async throws -> Response {
        guard let blob = try await blobs.open(icon.digest) else { throw ServiceError.notFound }
        let answer = try BlobAnswer(
            to: request.head, hash: icon.digest, size: blob.size, type: icon.format.rawValue,
            fileName: "icon.\(icon.format == .png ? "png" : "svg")")
        var headers = answer.headers
        headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        // Icons are shown in pages, not saved.
        headers[.contentDisposition] = nil
        guard !answer.pieces.isEmpty, request.method == .get else {
            return Response(status: answer.status, headers: headers)
        }
        return Response(
            status: answer.status, headers: headers,
            body: ResponseBody(contentLength: answer.count) { writer in
                try await BlobWriter(blob: blob, channel: channel).write(answer, to: &writer)
            })
    }

    /// Opens the file of a release. Another attempt does not help if it is missing.
    private func open(
        _ hash: BlobDigest, of release: Release, _ context: CatalogContext
    ) async throws -> any OpenBlob {
        if let blob = try await blobs.open(hash) { return blob }
        let label = release.contents.label
        context.logger.error("The file of a release is missing", metadata: ["release": "\(label)"])
        throw ServiceError(
            .fileMissing, "The server no longer has the file of \(label); ask its administrator to publish it again.")
    }

    private func right(to hash: BlobDigest, of package: AppID, by permit: Permit) -> Transfers.Right {
        let user = permit.user.id
        return switch permit {
        case .session(let identity):
            Transfers.Right(user: user, session: identity.session.id, package: package) {
                guard try await isAlive(identity) else { return false }
                return try await catalog.release(hash, of: package, for: user) != nil
            }
        case .link:
            Transfers.Right(user: user, session: nil, package: package) {
                guard let account = try await store.user(user), !account.isDisabled else { return false }
                return try await catalog.release(hash, of: package, for: user) != nil
            }
        }
    }

    /// Whether a login is still valid.
    func isAlive(_ identity: Identity) async throws -> Bool {
        try await store.session(identity.session.id, of: identity.user.id, alive: lifetime, at: clock()) != nil
    }

    /// Records the beginning of a download.
    private func record(_ release: Release, for user: User, _ context: CatalogContext) async {
        await recorder.recordDownload(
            of: release, for: user.id, by: context.attribution(of: "\(user.name)"), context.logger)
    }

    private static func fileName(of release: Release) -> String {
        let version = (release.contents.version ?? release.contents.build).map { "-\($0)" } ?? ""
        return "\(release.contents.package)\(version).ipa"
    }
}

extension ServiceError.Code {
    /// The user may have a release, but its file is gone. Clients that don't know this word go by the status.
    static let fileMissing = Self(name: "fileMissing", status: .notFound, exitStatus: .noInput)
}

/// The uploads and downloads of packages in progress.
typealias Transfers = RunningTransfers<Changes>

extension Transfers.Right {
    /// - Parameter package: The package that is downloaded; `nil` for an upload.
    init(
        user: User.ID, session: Session.ID?, package: AppID?, isValid: @escaping @Sendable () async throws -> Bool
    ) {
        self.init(
            user: user, session: session,
            concerns: { changes in package.map { changes.concernsRight(of: user, to: $0) } ?? false },
            isValid: isValid)
    }
}
