import AppGroup
import AppGroupText
import Downloading
import HTTPSignatures
import ToolClient
import ToolProgram
import ToolSupport

/// A client of a `fund-server`, for one account. docs/fund-server.md describes the server's interface.
typealias FundClient = JSONClient

extension FundClient {
    /// The label of signatures.
    private static let label = "fund"

    /// A client without a login.
    ///
    /// - Parameters:
    ///   - authorities: The path of a file with certificates to trust besides the system's.
    ///   - clock: The time of this device, for the reason why a server refuses it.
    init(
        _ address: String, authorities: String?, clock: @escaping @Sendable () -> Timestamp = { .now }
    ) throws(ToolError) {
        try self.init(address, of: "fund", sending: "no password and no note", authorities: authorities)
        explain = { [address] in
            Self.explained($0, address: address, loginCommand: "fund login URL --user NAME", now: clock())
        }
    }

    /// A client that signs its requests (RFC 9421).
    ///
    /// - Parameter clock: The time, which each signature holds.
    init(_ session: LoginSession, clock: @escaping @Sendable () -> Timestamp = { .now }) throws {
        try self.init(session.server, authorities: session.authorities, clock: clock)
        loginCommand = session.loginCommand
        guard let key = Base64.decode(Array(session.key.utf8)) else {
            throw ToolError.unreadable("The key of your login is damaged. To log in again: \(session.loginCommand)")
        }
        let signer = RequestSigner(label: Self.label, keyID: session.session, key: key)
        proof = { call, url in
            let created = clock().seconds
            let uri = Self.targetURI(url)
            let fields =
                if let document = call.document {
                    try signer.fields(method: call.method.rawValue, targetURI: uri, body: document, created: created)
                } else {
                    try signer.fields(
                        method: call.method.rawValue, targetURI: uri, sha256: call.sha256, created: created)
                }
            return fields.map { "\($0.name): \($0.value)" }
        }
        explain = { [address] in
            Self.explained($0, address: address, loginCommand: session.loginCommand, now: clock())
        }
    }

    /// An address as signatures hold it: scheme and host in lower case, and no port if it is the usual one.
    static func targetURI(_ url: String) -> String {
        guard let start = url.firstRange(of: "://") else { return url }
        let path = url[start.upperBound...].firstIndex(of: "/") ?? url.endIndex
        var origin = url[..<path].lowercased()
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where origin.hasPrefix(scheme) {
            if origin.hasSuffix(port) { origin.removeLast(port.utf8.count) }
        }
        return origin + (path == url.endIndex ? "/" : url[path...])
    }

    private static func explained(
        _ answer: CallAnswer, address: String, loginCommand: String, now: Timestamp
    ) -> ToolError? {
        switch (answer.status, answer.problem?.code) {
        case (401, "wrongTime"):
            let theirs = answer.head["date"].flatMap(HTTPDate.seconds) ?? now.seconds
            let minutes = max(1, abs(now.seconds - theirs) / 60)
            let direction = now.seconds > theirs ? "ahead of" : "behind"
            return .refused(
                "The clock of this device is \(Quantity(Int(minutes), "minute")) \(direction) that of \(address), "
                    + "so the server refuses requests. Set the clock, and sync again.")
        case (401, "wrongCredentials"): return .refused("\(address) refuses: the name or the password is wrong.")
        case (401, "replayed"), (401, "badSignature"), (401, "wrongDigest"), (401, "notSigned"):
            return .refused(
                "\(address) rejects the signature of a request. If a proxy is in between, its address may differ from the "
                    + "server's --public-url. To log in again: \(loginCommand)")
        default: return nil
        }
    }
}

/// What a server hands out at a login.
struct NewSession: Decodable {
    let account: String
    let session: String
    let key: String
}

extension FundClient {
    func login(_ name: String, password: String, device: String) throws -> NewSession {
        try document(
            ServerCall(.post, "/v1/login", ["name": name, "password": password, "device": device]))
    }

    /// Replaces the password. The account's other sessions end.
    func changePassword(from current: String, to new: String) throws {
        var call = try ServerCall(.put, "/v1/password", ["current": current, "new": new])
        call.isRepeatable = false
        let answer = try answer(to: call)
        if answer.problem?.code == "wrongCredentials" {
            throw ToolError.refused("The current password is wrong. Nothing was changed.")
        }
        guard answer.isSuccess else { throw refusal(answer) }
    }

    /// Ends the session. One that the server doesn't know has ended.
    func endSession() throws {
        let answer = try answer(to: ServerCall(.delete, "/v1/session"))
        guard answer.isSuccess || answer.status == 401 else { throw refusal(answer) }
    }

    func changes(after version: Int64) throws -> ChangePage {
        let answer = try accepted(ServerCall(.get, "/v1/changes?after=\(version)&limit=1000"))
        guard let page = JSONValue(reading: answer.body).flatMap({ ChangePage($0) }) else { throw misunderstood }
        return page
    }

    /// - Parameter changes: Each as JSON.
    func send(_ changes: [String]) throws -> ChangeResults {
        let body = "{\"changes\":[\(changes.joined(separator: ","))]}"
        let answer = try accepted(ServerCall(.post, "/v1/changes", json: Array(body.utf8)))
        guard let results = JSONValue(reading: answer.body).flatMap({ ChangeResults($0) }) else { throw misunderstood }
        return results
    }

    /// How many bytes of a file the server has; nil if it has all of them.
    func arrived(_ sha256: SHA256Digest) throws -> Int? {
        let answer = try answer(to: ServerCall(.head, "/v1/files/\(sha256)"))
        if answer.isSuccess { return nil }
        guard answer.status == 404 else { throw refusal(answer) }
        return answer.uploadOffset ?? 0
    }

    /// Sends the rest of a file. The bytes go from the file to the network, whatever its size. If nothing is left, the server completes
    /// what it has.
    ///
    /// - Parameter digest: The digests of the file and of the part that is sent.
    /// - Returns: The answer; one with ``CallAnswer/uploadOffset`` says where the server wants to go on.
    func putFile(_ digest: FileDigest, from path: String) throws -> CallAnswer {
        var call = ServerCall(.put, "/v1/files/\(digest.sha256)")
        call.fields = ["Content-Type: application/octet-stream"]
        if digest.start > 0 {
            let range = digest.start < digest.size ? "\(digest.start)-\(digest.size - 1)" : "*"
            call.fields.append("Content-Range: bytes \(range)/\(digest.size)")
        }
        call.sha256 = digest.rest
        call.asksBeforeBody = digest.start < digest.size
        do {
            call.body = try FileBody(path, digest.start..<digest.size)
            return try answer(to: call)
        } catch FileBody.Failure.unreadable(let reason) {
            throw ToolError.inputOutput("\(path) can't be read: \(reason).")
        } catch FileBody.Failure.shortened {
            throw ToolError.busy("\(path) changes while it is sent. Sync again when it is complete.")
        }
    }
}

extension CallAnswer {
    /// How many bytes of an upload have arrived.
    var uploadOffset: Int? { head["upload-offset"].flatMap { Int($0) } }
}
