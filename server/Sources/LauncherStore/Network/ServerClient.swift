import AppCatalog
import AppGroup
import Downloading

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The requests that a catalog server understands. The wire types are returned unchanged: nothing in them is trusted here.
struct ServerClient: Sendable {
    let transport: Transport
    /// Proves who asks; `nil` without a login.
    let token: Token?
    /// The command that printed the token, if one did.
    private let tokenCommand: TokenCommand?

    var server: ServerAddress { transport.server }

    /// A client without a login.
    init(
        server: ServerAddress, authorityFile: String?, environment: ProcessEnvironment = .current
    ) throws(ClientError) {
        transport = try Transport(server: server, authorityFile: authorityFile, environment: environment)
        token = nil
        tokenCommand = nil
    }

    /// A client for a login. If the token comes from a command, the command runs now.
    ///
    /// - Parameter patience: How long the server may take over an answer.
    init(_ account: Account, patience: Duration = .seconds(30)) throws(ClientError) {
        transport = try Transport(server: account.server, authorityFile: account.authorityFile, patience: patience)
        token = try account.token()
        tokenCommand = account.tokenCommand
    }

    /// The same client with a token, and the command that printed it, if one did.
    init(_ client: ServerClient, token: Token, from tokenCommand: TokenCommand? = nil) {
        transport = client.transport
        self.token = token
        self.tokenCommand = tokenCommand
    }

    /// Turns an answer of a server that refuses or fails into a sentence for the person.
    func refusal(_ answer: ServerAnswer) -> ClientError {
        ClientError(answer, from: server, tokenFrom: tokenCommand)
    }

    // MARK: - Logging in and out

    func login(_ login: LoginRequest) async throws -> LoginAnswer {
        var request = try sending(login, .post, "/v1/login")
        request.token = nil
        return try decoded(try await accepted(request))
    }

    /// Ends the login. If the server no longer knows it, it has ended, too.
    func logout() async throws {
        let answer = try await transport.answer(
            to: ServerRequest(.post, "/v1/logout", token: token), limit: ServerAnswer.refusalLimit)
        guard answer.isSuccess || answer.status == 401 else {
            throw refusal(answer)
        }
    }

    func changePassword(_ change: PasswordChange) async throws {
        let answer = try await transport.answer(
            to: try sending(change, .put, "/v1/password"), limit: ServerAnswer.refusalLimit)
        guard answer.problem?.code != "wrongCredentials" else {
            throw ClientError(.notPermitted, "The current password is wrong. Nothing has been changed.")
        }
        guard answer.isSuccess else { throw refusal(answer) }
    }

    // MARK: - The catalog

    /// An answer to a request for the catalog.
    enum CatalogAnswer {
        case unchanged
        /// The document, and a name for its state.
        case catalog(Catalog, tag: String?)
    }

    /// - Parameter tag: Names the state of the catalog that is known already.
    func catalog(unlessStill tag: String?) async throws -> CatalogAnswer {
        var request = ServerRequest(.get, "/v1/catalog", token: token)
        if let tag { request.fields.append(("If-None-Match", tag)) }
        let answer: ServerAnswer
        do {
            answer = try await transport.answer(to: request, limit: Catalog.mostBytes)
        } catch let error as ClientError where error.code == .tooLarge {
            throw ClientError(
                .tooLarge,
                "The catalog of \(server) has more than the \(Catalog.mostBytes >> 20) MiB that launcher-store reads; tell its "
                    + "administrator to remove old releases.")
        }
        if answer.status == 304, tag != nil { return .unchanged }
        guard answer.status == 200 else { throw refusal(answer) }
        return .catalog(try decoded(answer), tag: Self.tag(answer.head["etag"]))
    }

    /// A tag that can be sent back as it is; `nil` for anything else.
    private static func tag(_ field: String?) -> String? {
        field.flatMap { 1...256 ~= $0.utf8.count && $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? $0 : nil }
    }

    // MARK: - Files

    /// Asks once for a file, from a byte on if the file still has this digest. Redirections are followed.
    ///
    /// - Throws: `DownloadError`, ``ClientError``, and what the receiver throws.
    func file(
        _ path: ServerPath, digest: String, from position: UInt64, to receiver: any Receiver & Sendable
    ) async throws -> ResponseHead {
        var request = ServerRequest(.get, path, token: token)
        request.fields.append(("Accept-Encoding", "identity"))
        if position > 0 {
            request.fields.append(("Range", "bytes=\(position)-"))
            request.fields.append(("If-Range", "\"\(digest)\""))
        }
        return try await transport.send(request, to: receiver)
    }

    // MARK: - Publishing

    /// How much of a file a server has.
    struct Arrived: Sendable {
        /// In bytes.
        var offset: UInt64 = 0
        /// Whether the server has compared all of it with its digest.
        var isComplete = false
    }

    /// What the server has of a file of `size` bytes from this user.
    func arrived(_ digest: PackageDigest, of size: UInt64) async throws -> Arrived {
        let answer = try await transport.answer(
            to: ServerRequest(.head, "/v1/uploads/\(digest)", token: token), limit: ServerAnswer.refusalLimit)
        if answer.status == 404 { return Arrived() }
        // The answer to a HEAD request has no words.
        guard answer.status != 403 else {
            throw ClientError(
                .notPermitted, "You are not a publisher at \(server); ask its administrator to make you one.")
        }
        guard answer.isSuccess else { throw refusal(answer) }
        let offset = answer.head["upload-offset"].flatMap { UInt64($0) } ?? 0
        // Older servers can't complete a file by a request without bytes, and don't say whether it is complete.
        let isComplete = answer.head["upload-complete"].map { $0 == "?1" } ?? (offset >= size)
        return Arrived(offset: offset, isComplete: isComplete)
    }

    /// Sends the rest of a file once. If nothing is left, the server completes what it has.
    ///
    /// - Parameter asksBeforeBody: Whether the server is asked before it gets the part: see ``ServerRequest``.
    /// - Throws: ``TransportFailure``, or ``ClientError`` if that part cannot be read.
    func upload(
        _ digest: PackageDigest, from position: UInt64, of size: UInt64, body: any RequestBody,
        asksBeforeBody: Bool = false
    ) async throws -> ServerAnswer {
        var request = ServerRequest(.put, "/v1/uploads/\(digest)", token: token)
        request.fields.append(("Content-Type", "application/octet-stream"))
        if position > 0 {
            let range = position < size ? "\(position)-\(size - 1)" : "*"
            request.fields.append(("Content-Range", "bytes \(range)/\(size)"))
        }
        request.body = body
        request.asksBeforeBody = asksBeforeBody
        return try await transport.answerOnce(to: request, limit: ServerAnswer.refusalLimit)
    }

    func publish(_ publication: PublishRequest) async throws -> Publication {
        try decoded(try await accepted(try sending(publication, .post, "/v1/releases", isRepeatable: true)))
    }

    // MARK: - Steps

    private func sending(
        _ document: some Encodable, _ method: WebRequest.Method, _ path: ServerPath, isRepeatable: Bool = false
    ) throws -> ServerRequest {
        var request = ServerRequest(method, path, token: token)
        request.fields.append(("Content-Type", "application/json"))
        request.body = BytesBody(Array(try JSONEncoder().encode(document)))
        request.isRepeatable = isRepeatable
        return request
    }

    private func accepted(_ request: ServerRequest) async throws -> ServerAnswer {
        let answer = try await transport.answer(to: request, limit: Connections.largestDocument)
        guard answer.isSuccess else { throw refusal(answer) }
        return answer
    }

    private func decoded<Document: Decodable>(_ answer: ServerAnswer) throws -> Document {
        do {
            return try JSONDecoder().decode(Document.self, from: Data(answer.body))
        } catch {
            throw ClientError(
                .brokenProtocol,
                "\(server) does not answer like a catalog server: its answer cannot be read. Check the address.")
        }
    }
}
