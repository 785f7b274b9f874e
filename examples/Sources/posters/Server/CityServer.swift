import AppGroup
import Downloading
import FoundationEssentials
import ToolProgram
import ToolSupport

/// A server of posters, as one account uses it.
///
/// A server that fails is asked once more after a moment. If it fails again, an error with status 69 ends the command: one
/// failure is enough to know that a server is away.
struct CityServer {
    /// The address without a slash at its end.
    let address: String
    /// Proves who asks; nil without a login. Only this server gets it.
    var token: String?
    let client: WebClient

    /// The seconds before a second attempt.
    private static let pause = 0.5
    /// The largest answer, in bytes.
    private static let limit = 64 << 20

    /// - Parameters:
    ///   - address: Such as `https://posters.example.org`. Without encryption only on this machine.
    ///   - authorities: The path of a file with certificates to trust besides the system's.
    init(_ address: String, token: String? = nil, authorities: String? = nil) throws(ToolError) {
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        guard let parsed = WebAddress(base), !base.utf8.contains(where: { "?#@".utf8.contains($0) }) else {
            throw .unreadable("“\(address)” is not the address of a server, such as https://posters.example.org")
        }
        let host = parsed.host.lowercased()
        let name = host.hasPrefix("[") ? host : String(host.prefix { $0 != ":" })
        guard parsed.isSecure || ["localhost", "127.0.0.1"].contains(name) || host.hasPrefix("[::1]") else {
            throw .refused("\(base) is not encrypted: posters sends no password and no report there. Use https.")
        }
        self.address = base
        self.token = token
        var patience = Patience(silence: 30)
        patience.connecting = 10
        var client = WebClient(userAgent: "posters/0.1", patience: patience)
        if let authorities { client.authorities = try Self.authorities(in: authorities) }
        self.client = client
    }

    private static func authorities(in path: String) throws(ToolError) -> Authorities {
        let certificates: [UInt8]
        do throws(Errno) { certificates = try Files.contents(of: path, limit: 16 << 20) } catch {
            throw .inputOutput("\(path) can't be read: \(error).")
        }
        guard String(decoding: certificates, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
            throw .unreadable("\(path) holds no certificate in PEM form.")
        }
        return .system(and: certificates)
    }

    /// An answer of the server.
    struct Answer {
        let head: ResponseHead
        let body: [UInt8]

        var status: Int { head.status }
        var isSuccess: Bool { (200...299).contains(status) }
    }

    /// What a request asks for.
    struct Call {
        var method = WebRequest.Method.get
        /// The path, with its query, percent-encoded.
        let path: String
        var fields: [String] = []
        var body: (any RequestBody)?
        /// Whether doing it twice is no more than doing it once. Otherwise it is not sent again after it may have arrived.
        var isRepeatable = true

        init(_ method: WebRequest.Method = .get, _ path: String) { (self.method, self.path) = (method, path) }

        /// A call with a JSON document.
        init(_ method: WebRequest.Method, _ path: String, _ document: some Encodable) throws {
            self.init(method, path)
            fields = ["Content-Type: application/json"]
            body = BytesBody(Array(try Store.json(document).utf8))
        }
    }

    /// Sends a call, and once more if the server fails.
    ///
    /// - Returns: The answer of any status below 500.
    /// - Throws: A ``ToolError`` with status 69 if the server is away or fails, and what the body throws.
    func answer(to call: Call) throws -> Answer {
        do {
            do {
                return try attempt(call)
            } catch let failure as ServerFailure where failure.mayRepeat(call) {
                Processes.pause(seconds: Self.pause)
                return try attempt(call)
            }
        } catch let failure as ServerFailure {
            throw failure.error
        }
    }

    private func attempt(_ call: Call) throws -> Answer {
        guard let url = WebAddress(address + call.path) else {
            throw ToolError.unreadable("\(address)\(call.path) is too long for a web address.")
        }
        var request = WebRequest(call.method, url, fields: call.fields + ["Accept: application/json"], body: call.body)
        if let token { request.fields.append("Authorization: Bearer \(token)") }
        request.allowsCompression = true
        request.isRepeatable = call.isRepeatable
        let receiver = AnswerReceiver(host: url.host, limit: Self.limit)
        let head: ResponseHead
        do {
            head = try client.perform(request, to: receiver)
        } catch let error as DownloadError {
            // A server that refuses a body may close the connection before all of its answer has come.
            guard case .cut = error.failure, call.body != nil, let head = error.head, head.status >= 300 else {
                throw ServerFailure(error)
            }
            return Answer(head: head, body: [])
        }
        guard head.status < 500 else { throw ServerFailure(Answer(head: head, body: receiver.bytes), from: url.host) }
        return Answer(head: head, body: receiver.bytes)
    }

    /// Sends a call that the server must accept.
    func accepted(_ call: Call) throws -> Answer {
        let answer = try answer(to: call)
        guard answer.isSuccess else { throw refusal(answer) }
        return answer
    }

    /// The same, and reads the document in the answer.
    func document<Document: Decodable>(_ call: Call, as type: Document.Type = Document.self) throws -> Document {
        try decoded(accepted(call))
    }

    func decoded<Document: Decodable>(_ answer: Answer, as type: Document.Type = Document.self) throws -> Document {
        do {
            return try JSONDecoder().decode(Document.self, from: Data(answer.body))
        } catch {
            throw ToolError.protocolBroken(
                "\(address) doesn't answer like a server of posters. Is the address right?")
        }
    }

    /// An answer that refuses, as an error for the person.
    func refusal(_ answer: Answer) -> ToolError {
        struct Document: Decodable {
            struct Problem: Decodable { let message: String }
            let error: Problem
        }
        let words = (try? JSONDecoder().decode(Document.self, from: Data(answer.body)))?.error.message
        let sentence = words ?? "\(address) refuses with status \(answer.status)."
        return switch answer.status {
        case 401 where token != nil:
            .refused("\(address) no longer knows your login. To sign in again: posters login")
        case 401, 403: .refused(sentence)
        case 404, 410: .notFound(sentence)
        case 408, 409, 429: .busy(sentence)
        case 400, 411, 413, 415, 422: .unreadable(sentence)
        default: .protocolBroken(sentence)
        }
    }
}

extension CityServer {
    /// Gets a document of any size, and passes its bytes on as they come. If that breaks off, it is not tried again.
    func copy(_ path: String, to write: @escaping ([UInt8]) throws -> Void) throws {
        guard let url = WebAddress(address + path) else { throw ToolError.unreadable("\(path) is too long.") }
        let fields = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let receiver = CopyingReceiver(write)
        let head: ResponseHead
        do { head = try client.perform(WebRequest(.get, url, fields: fields), to: receiver) } catch {
            guard let error = error as? DownloadError else { throw error }
            throw ServerFailure(error).error
        }
        let answer = Answer(head: head, body: receiver.refusal)
        guard head.status < 500 else { throw ServerFailure(answer, from: url.host).error }
        guard answer.isSuccess else { throw refusal(answer) }
    }
}

/// Passes the bytes of an answer on, unless it is a refusal.
private final class CopyingReceiver: Receiver {
    private(set) var refusal: [UInt8] = []
    private let write: ([UInt8]) throws -> Void
    private var isRefusal = false

    init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

    func begin(_ head: ResponseHead) -> Bool {
        isRefusal = head.status != 200
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        guard isRefusal else { return try write(bytes) }
        if refusal.count < 64 << 10 { refusal += bytes }
    }
}

/// Keeps an answer in memory.
private final class AnswerReceiver: Receiver {
    private(set) var bytes: [UInt8] = []
    private let host: String
    private let limit: Int

    init(host: String, limit: Int) { (self.host, self.limit) = (host, limit) }

    func begin(_ head: ResponseHead) -> Bool { true }

    func receive(_ more: [UInt8]) throws {
        guard bytes.count + more.count <= limit else {
            throw ToolError.protocolBroken("\(host) sends more than \(limit >> 20) MiB, which is no answer.")
        }
        bytes += more
    }
}
