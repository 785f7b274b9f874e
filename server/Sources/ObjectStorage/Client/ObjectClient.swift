package import AppGroup
import AppGroupPlatform
import Downloading
import Serving
import Synchronization
import XMLReading

/// Sends signed requests about one bucket to a server that speaks S3.
package struct ObjectClient: Sendable {
    package let place: ObjectPlace
    let endpoint: ObjectEndpoint
    /// The server's name for clients that are sent there.
    private let publicEndpoint: ObjectEndpoint
    let region: String
    private let web: WebClient
    private let credentials: CredentialCache
    private let clock: @Sendable () -> Timestamp
    package var patience: ObjectPatience

    /// - Throws: `configuration` if a setting is wrong. No connection is made.
    package init(
        _ settings: ObjectSettings, patience: ObjectPatience = ObjectPatience(),
        clock: @escaping @Sendable () -> Timestamp = { .now }
    ) throws {
        place = settings.place
        region = try settings.foundRegion()
        endpoint = try ObjectEndpoint(
            settings.endpoint, region: region, bucket: place.bucket, pathStyle: settings.usesPathStyle)
        publicEndpoint = try ObjectEndpoint(
            settings.publicEndpoint ?? settings.endpoint, region: region, bucket: place.bucket,
            pathStyle: settings.usesPathStyle)
        var web = WebClient(userAgent: "app-group", patience: Patience(silence: patience.silence))
        web.patience.connecting = 10
        // A transfer may take as long as its bytes keep coming.
        (web.patience.total, web.patience.slowest) = (0, 0)
        web.authorities = try settings.trusted()
        self.web = web
        credentials = CredentialCache(settings.environment, region: region, web: web, clock: clock)
        self.patience = patience
        self.clock = clock
    }

    /// The time by the clock of this machine.
    var now: Timestamp { clock() }

    /// The host, for sentences.
    package var host: String { endpoint.host }

    /// Sends a request with a small answer, again if need be.
    func answer(to request: ObjectRequest) async throws -> (head: ResponseHead, bytes: [UInt8]) {
        try await patience.insisting {
            let collector = AnswerCollector(limit: 4 << 20)
            let head = try await send(request, to: collector)
            let bytes = collector.bytes
            // Completing a multipart upload may fail after the head of a success has been sent.
            if let document = XMLTree(answer: bytes), document.name == "Error" {
                throw failure(head, bytes, request)
            }
            return (head, bytes)
        }
    }

    /// Sends a request once, or twice if its credentials have expired. The receiver gets the answer only if it is a success.
    @discardableResult
    func send(_ request: ObjectRequest, to receiver: any Receiver & Sendable) async throws -> ResponseHead {
        let used = try await credentials.current()
        do {
            return try await send(request, to: receiver, with: used)
        } catch let error as ObjectError where error.code == .expired {
            await credentials.drop(used)
            return try await send(request, to: receiver, with: try await credentials.current())
        }
    }

    private func send(
        _ request: ObjectRequest, to receiver: any Receiver & Sendable, with credentials: ObjectCredentials
    ) async throws -> ResponseHead {
        let signed = try signed(request, with: credentials)
        let filter = SuccessReceiver(receiver)
        let head: ResponseHead
        do {
            head = try await web.send(signed, to: filter)
        } catch let error as DownloadError {
            throw ObjectError(error, to: request, at: endpoint.host)
        }
        guard 200...299 ~= head.status else { throw failure(head, filter.refusal, request) }
        return head
    }

    private func failure(_ head: ResponseHead, _ body: [UInt8], _ request: ObjectRequest) -> ObjectError {
        ObjectError(head, body, to: request, of: place, at: endpoint.host, now: clock())
    }

    private func signed(_ request: ObjectRequest, with credentials: ObjectCredentials) throws -> WebRequest {
        var subject = self.subject(request.method.rawValue, request.key, at: endpoint)
        (subject.query, subject.fields) = (request.query, request.fields)
        let added = try RequestSigner(credentials, region: region)
            .fields(of: subject, payload: request.payload, at: SigningTime(clock()))
        let query = RequestSigner.canonicalQuery(request.query)
        let text = "\(endpoint.scheme)://\(endpoint.host)\(subject.path)\(query.isEmpty ? "" : "?\(query)")"
        guard let address = WebAddress(text) else {
            throw ServiceError(.configuration, "“\(text)” is not a URL; correct --s3-endpoint.")
        }
        return WebRequest(
            request.method, address, fields: (request.fields + added).map { "\($0.name): \($0.value)" },
            body: request.body)
    }

    private func subject(_ method: String, _ key: String?, at endpoint: ObjectEndpoint) -> RequestSigner.Subject {
        RequestSigner.Subject(
            method: method, host: endpoint.host,
            path: endpoint.path + PercentEncoding.encoded(key ?? "", keeping: "/"))
    }

    /// A link with which anybody may read an object for a while.
    ///
    /// - Parameters:
    ///   - query: Other parameters of the link, such as `response-content-type`.
    ///   - seconds: How long it works; temporary credentials may end it earlier.
    package func link(
        to key: String, query: [(name: String, value: String)], seconds: Int
    ) async throws -> String {
        var subject = self.subject("GET", key, at: publicEndpoint)
        subject.query = query
        let rest = try RequestSigner(try await credentials.current(), region: region)
            .link(to: subject, seconds: seconds, at: SigningTime(clock()))
        return "\(publicEndpoint.scheme)://\(publicEndpoint.host)\(rest)"
    }
}

/// Keeps the answers to refused requests from a receiver.
private final class SuccessReceiver: Receiver, Sendable {
    private let receiver: any Receiver & Sendable
    private let collector = AnswerCollector(limit: 64 << 10)
    private let isRefused = Atomic(false)

    init(_ receiver: any Receiver & Sendable) { self.receiver = receiver }

    /// The body of a refusal.
    var refusal: [UInt8] { collector.bytes }

    func begin(_ head: ResponseHead) throws -> Bool {
        if 200...299 ~= head.status { return try receiver.begin(head) }
        isRefused.store(true, ordering: .relaxed)
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        if isRefused.load(ordering: .relaxed) { try collector.receive(bytes) } else { try receiver.receive(bytes) }
    }
}
