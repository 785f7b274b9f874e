import AppCatalog
import AppGroupTerminal
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a catalogue server can be asked. The wire types come out as they came in: nothing in them is believed here.
struct StoreClient: Sendable {
    let transport: Transport
    /// What proves who asks; `nil` where nobody is logged in.
    let token: Token?
    /// The command that printed the token, where one did.
    private let tokenCommand: TokenCommand?

    var server: ServerAddress { transport.server }

    /// A client that nobody is logged in with.
    init(server: ServerAddress, authorityFile: String?) throws(StoreError) {
        transport = try Transport(server: server, authorityFile: authorityFile)
        token = nil
        tokenCommand = nil
    }

    /// A client for a login. Where the token is to come from a command, that runs now.
    ///
    /// - Parameter patience: How long the server may take over an answer.
    init(_ account: Account, patience: Duration = .seconds(30)) throws(StoreError) {
        transport = try Transport(server: account.server, authorityFile: account.authorityFile, patience: patience)
        token = try account.token()
        tokenCommand = account.tokenCommand
    }

    /// The client with a token, and with what printed that where a command did.
    init(_ client: StoreClient, token: Token, from tokenCommand: TokenCommand? = nil) {
        transport = client.transport
        self.token = token
        self.tokenCommand = tokenCommand
    }

    /// An answer by which the server refuses or fails, as a sentence for the person.
    func refusal(_ answer: StoreAnswer) -> StoreError {
        Refusal.error(answer, from: server, tokenFrom: tokenCommand)
    }

    // MARK: - Logging in and out

    func login(_ login: LoginRequest) async throws -> LoginAnswer {
        var request = try sending(login, .POST, "/v1/login")
        request.token = nil
        return try decoded(try await accepted(request))
    }

    /// Ends the login. One that the server does not know any more has ended, too.
    func logout() async throws {
        let answer = try await transport.answer(
            to: StoreRequest(.POST, "/v1/logout", token: token), limit: Refusal.limit)
        guard answer.status.code / 100 == 2 || answer.status == .unauthorized else {
            throw refusal(answer)
        }
    }

    func changePassword(_ change: PasswordChange) async throws {
        _ = try await accepted(try sending(change, .PUT, "/v1/password"))
    }

    // MARK: - The catalogue

    /// An answer to the question for the catalogue.
    enum CatalogAnswer {
        case unchanged
        /// The document and what names its state.
        case catalog(Catalog, tag: String?)
    }

    /// - Parameter tag: What named the state of the catalogue that is known.
    func catalog(unlessStill tag: String?) async throws -> CatalogAnswer {
        var request = StoreRequest(.GET, "/v1/catalog", token: token)
        if let tag { request.headers.add(name: "If-None-Match", value: tag) }
        let answer = try await transport.answer(to: request, limit: Connections.largestDocument)
        if answer.status == .notModified, tag != nil { return .unchanged }
        guard answer.status == .ok else { throw refusal(answer) }
        return .catalog(try decoded(answer), tag: Self.tag(answer.headers.first(name: "ETag")))
    }

    /// A tag that can be sent back as it is; `nil` for what is none.
    private static func tag(_ field: String?) -> String? {
        field.flatMap { 1...256 ~= $0.utf8.count && $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? $0 : nil }
    }

    // MARK: - Files

    /// Asks once for a file, from a byte on if the file is still the one of that digest. Redirections are followed.
    ///
    /// - Throws: ``TransportFailure``, or ``StoreError``.
    func file(_ path: ServerPath, digest: String, from position: UInt64) async throws -> HTTPClientResponse {
        var request = StoreRequest(.GET, path, token: token)
        request.headers.add(name: "Accept-Encoding", value: "identity")
        if position > 0 {
            request.headers.add(name: "Range", value: "bytes=\(position)-")
            request.headers.add(name: "If-Range", value: "\"\(digest)\"")
        }
        return try await transport.response(to: request, through: transport.connections.files)
    }

    // MARK: - Publishing

    /// How many bytes of a file the server has of this user; `nil` for none.
    func uploaded(_ digest: String) async throws -> UInt64? {
        let answer = try await transport.answer(
            to: StoreRequest(.HEAD, "/v1/uploads/\(digest)", token: token), limit: Refusal.limit)
        if answer.status == .notFound { return nil }
        guard answer.status.code / 100 == 2 else { throw refusal(answer) }
        return answer.headers.first(name: "Upload-Offset").flatMap { UInt64($0) }
    }

    /// Sends a part of a file once.
    ///
    /// - Throws: ``TransportFailure``, or ``StoreError`` where that part cannot be had.
    func upload(_ digest: String, from position: UInt64, of size: UInt64, body: HTTPClientRequest.Body) async throws
        -> StoreAnswer
    {
        var request = StoreRequest(.PUT, "/v1/uploads/\(digest)", token: token)
        request.headers.add(name: "Content-Type", value: "application/octet-stream")
        if position > 0 {
            request.headers.add(name: "Content-Range", value: "bytes \(position)-\(size - 1)/\(size)")
        }
        request.body = { body }
        let response = try await transport.response(to: request, through: transport.connections.files)
        return try await transport.answer(of: response, limit: Refusal.limit)
    }

    func publish(_ publication: PublishRequest) async throws -> Publication {
        try decoded(try await accepted(try sending(publication, .POST, "/v1/releases", isRepeatable: true)))
    }

    // MARK: - Steps

    private func sending(
        _ document: some Encodable, _ method: HTTPMethod, _ path: ServerPath, isRepeatable: Bool = false
    ) throws -> StoreRequest {
        let bytes = ByteBuffer(bytes: Array(try JSONEncoder().encode(document)))
        var request = StoreRequest(method, path, token: token)
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = { .bytes(bytes) }
        request.isRepeatable = isRepeatable
        return request
    }

    private func accepted(_ request: StoreRequest) async throws -> StoreAnswer {
        let answer = try await transport.answer(to: request, limit: Connections.largestDocument)
        guard answer.status.code / 100 == 2 else { throw refusal(answer) }
        return answer
    }

    private func decoded<Document: Decodable>(_ answer: StoreAnswer) throws -> Document {
        do {
            return try JSONDecoder().decode(Document.self, from: Data(answer.body))
        } catch {
            throw StoreError(
                .brokenProtocol,
                "\(server) does not answer like a catalogue server: what it sent cannot be read. Look at the address.")
        }
    }
}
