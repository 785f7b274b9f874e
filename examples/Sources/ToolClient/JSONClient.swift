import AppGroupPlatform
public import Downloading
import FoundationEssentials
public import ToolProgram
import ToolSupport

/// A client of a server with an interface of JSON documents, for one account of a tool.
///
/// A server that fails is asked once more after a moment. If it fails again, an error with status 69 ends the command: one
/// failure is enough to know that a server is away.
public struct JSONClient {
    /// The address without a slash at its end.
    public let address: String
    /// The name of the tool.
    public let tool: String
    /// The command with which the person logs in again. A tool with a login names its server and its account in it.
    public var loginCommand: String
    /// Sends the requests.
    public let client: WebClient
    /// Makes the fields that prove who asks; nil without a login. Only this server gets them.
    public var proof: ((_ call: ServerCall, _ url: String) throws -> [String])?
    /// Makes errors of refusals that this type can't explain; nil for all others.
    public var explain: (CallAnswer) -> ToolError? = { _ in nil }

    /// The seconds before a second attempt.
    private static let pause = 0.5
    /// The largest answer, in bytes.
    private static let limit = 64 << 20

    /// - Parameters:
    ///   - address: Such as `https://posters.example.org`. Without encryption only on this machine.
    ///   - tool: The name of the tool.
    ///   - secrets: What the tool sends, such as “no password and no note”, to say why it needs encryption.
    ///   - authorities: The path of a file with certificates to trust besides the system's.
    public init(
        _ address: String, of tool: String, sending secrets: String, authorities: String? = nil
    ) throws(ToolError) {
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        guard let parsed = WebAddress(base), !base.utf8.contains(where: { "?#@".utf8.contains($0) }) else {
            throw .unreadable("“\(address)” is not the address of a server, such as https://\(tool).example.org")
        }
        guard parsed.isSecure || parsed.isLocal else {
            throw .refused("\(base) is not encrypted: \(tool) sends \(secrets) there. Use https.")
        }
        (self.address, self.tool, loginCommand) = (base, tool, "\(tool) login")
        var patience = Patience(silence: 30)
        patience.connecting = 10
        var client = WebClient(userAgent: "\(tool)/0.1", patience: patience)
        // A proxy on another machine would get everything that is sent to this one unencrypted.
        if parsed.isLocal { client.proxy = .none }
        if let authorities { client.authorities = .system(and: try CertificateFile.contents(of: authorities)) }
        self.client = client
    }

    /// Sends a call, and once more if the server fails.
    ///
    /// - Returns: The answer of any status below 500, or one that says that the account has no room left.
    /// - Throws: A ``ToolError`` with status 69 if the server is away or fails, and what the body throws.
    public func answer(to call: ServerCall) throws -> CallAnswer {
        do {
            do {
                return try attempt(call)
            } catch let failure as ServerFailure where failure.mayRepeat(call) {
                SystemClock.sleep(for: .seconds(Self.pause))
                var answer = try attempt(call)
                answer.isSecond = true
                return answer
            }
        } catch let failure as ServerFailure {
            throw failure.error
        }
    }

    private func attempt(_ call: ServerCall) throws -> CallAnswer {
        let text = address + call.path
        guard let url = WebAddress(text) else { throw ToolError.unreadable("\(text) is too long for a web address.") }
        var request = WebRequest(call.method, url, fields: call.fields + ["Accept: application/json"], body: call.body)
        if let proof { request.fields += try proof(call, text) }
        request.allowsCompression = true
        request.isRepeatable = call.isRepeatable
        request.asksBeforeBody = call.asksBeforeBody
        let collector = AnswerCollector(limit: Self.limit) {
            ToolError.protocolBroken("\(url.host) sends more than \(Self.limit >> 20) MiB, too much for an answer.")
        }
        let answer: CallAnswer
        do {
            answer = CallAnswer(head: try client.perform(request, to: collector), body: collector.bytes)
        } catch {
            guard let refusal = collector.refusal(despite: error, hasBody: call.body != nil) else {
                throw (error as? DownloadError).map { ServerFailure($0) } ?? error
            }
            answer = CallAnswer(head: refusal.head, body: [])
        }
        guard answer.status < 500 || answer.isOverQuota else {
            throw ServerFailure(answer, from: url.host, saying: answer.problem?.message)
        }
        return answer
    }

    /// Sends a call that the server must accept.
    public func accepted(_ call: ServerCall) throws -> CallAnswer {
        let answer = try answer(to: call)
        guard answer.isSuccess else { throw refusal(answer) }
        return answer
    }

    /// The same, and reads the document in the answer.
    public func document<Document: Decodable>(
        _ call: ServerCall, as type: Document.Type = Document.self
    ) throws -> Document {
        try decoded(accepted(call))
    }

    /// Reads the document in an answer.
    ///
    /// - Throws: A ``ToolError`` with status 76 if it is another one.
    public func decoded<Document: Decodable>(
        _ answer: CallAnswer, as type: Document.Type = Document.self
    ) throws -> Document {
        do {
            return try JSONDecoder().decode(Document.self, from: Data(answer.body))
        } catch {
            throw misunderstood
        }
    }

    /// The error, with status 76, for an answer that no server of this tool gives.
    public var misunderstood: ToolError {
        .protocolBroken("\(address) doesn't answer like a server of \(tool). Is the address right?")
    }

    /// An answer that refuses, as an error for the person.
    public func refusal(_ answer: CallAnswer) -> ToolError {
        if let error = explain(answer) { return error }
        let sentence = answer.problem?.message ?? "\(address) refuses with status \(answer.status)."
        return switch answer.status {
        case 401 where proof != nil:
            .refused("\(address) no longer knows your login. To log in again: \(loginCommand)")
        case 401, 403: .refused(sentence)
        case 404, 410: .notFound(sentence)
        case 408, 409, 429: .busy(sentence)
        case 400, 411, 413, 415, 422, 507: .unreadable(sentence)
        default: .protocolBroken(sentence)
        }
    }
}

extension JSONClient {
    /// Gets a document of any size, and passes its bytes on as they come. If that breaks off, it is not tried again.
    ///
    /// - Parameter begin: Receives the head of an answer that is no refusal before its bytes.
    public func copy(
        _ call: ServerCall, begin: @escaping (ResponseHead) throws -> Void = { _ in },
        to write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let text = address + call.path
        guard let url = WebAddress(text) else { throw ToolError.unreadable("\(text) is too long for a web address.") }
        let fields = try call.fields + (proof?(call, text) ?? [])
        let receiver = CopyingReceiver(begin, write)
        let head: ResponseHead
        do { head = try client.perform(WebRequest(.get, url, fields: fields), to: receiver) } catch {
            guard let error = error as? DownloadError else { throw error }
            throw ServerFailure(error).error
        }
        let answer = CallAnswer(head: head, body: receiver.refusal)
        guard head.status < 500 else {
            throw ServerFailure(answer, from: url.host, saying: answer.problem?.message).error
        }
        guard answer.isSuccess else { throw refusal(answer) }
    }
}

/// Passes the bytes of an answer on, unless it is a refusal.
private final class CopyingReceiver: Receiver {
    private(set) var refusal: [UInt8] = []
    private let beginning: (ResponseHead) throws -> Void
    private let write: ([UInt8]) throws -> Void
    private var isRefusal = false

    init(_ begin: @escaping (ResponseHead) throws -> Void, _ write: @escaping ([UInt8]) throws -> Void) {
        (beginning, self.write) = (begin, write)
    }

    func begin(_ head: ResponseHead) throws -> Bool {
        isRefusal = ![200, 206].contains(head.status)
        if !isRefusal { try beginning(head) }
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        guard isRefusal else { return try write(bytes) }
        if refusal.count < 64 << 10 { refusal += bytes }
    }
}
