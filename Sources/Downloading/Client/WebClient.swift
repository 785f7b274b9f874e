import AppGroupPlatform
import CAppGroupCurl
import Synchronization

/// Sends requests to web servers through libcurl.
///
/// Each transfer runs on one thread: the caller's, or one of its own. Copies of a client share their open connections.
public struct WebClient: Sendable {
    /// The name that servers get (`User-Agent`), such as `visa/0.1`.
    public var userAgent: String

    /// How long it waits.
    public var patience: Patience

    /// How servers are reached.
    public var proxy = Proxy.environment

    /// Whose certificates are trusted.
    public var authorities = Authorities.environment

    /// The path of a Unix socket that all requests go to, whatever host their addresses name; nil for the network. A proxy is not
    /// used then.
    public var socket: String?

    private let handles = IdleHandles()

    /// How many times in a row a server may redirect one request.
    private static let redirectLimit = 10

    /// A client with the system's settings.
    public init(userAgent: String = "Downloading", patience: Patience = Patience()) {
        self.userAgent = userAgent
        self.patience = patience
    }

    /// Loads libcurl, which takes milliseconds, on another thread while a closure runs. So the first transfer need not wait for
    /// it.
    public static func loading<Result>(while body: () throws -> Result) rethrows -> Result {
        _ = Threads.start { _ = Curl.loaded }
        // Waits. A process that ends while a library is being loaded could crash.
        defer { _ = Curl.loaded }
        return try body()
    }

    /// Gets what is at an address, and follows redirections, but never from an encrypted connection to one that is not.
    /// - Parameters:
    ///   - fields: Lines of the request's head, such as `Range: bytes=5-`.
    ///   - receiver: Gets the answer that is not a redirection.
    /// - Throws: ``DownloadError``, and what the receiver throws. An answer of any status is a success.
    @discardableResult
    public func get(_ address: WebAddress, _ fields: [String] = [], to receiver: any Receiver) throws -> ResponseHead {
        var address = address
        for _ in 0...Self.redirectLimit {
            let head = try perform(WebRequest(.get, address, fields: fields), to: FinalReceiver(receiver))
            guard head.isRedirect else { return head }
            let target = head.redirectTarget ?? ""
            guard let next = WebAddress(target) else {
                throw DownloadError(
                    .refused, "\(address.host) redirects to something that is not a web address: \(target)")
            }
            guard next.isSecure || !address.isSecure else {
                throw DownloadError(
                    .refused, "\(address.host) redirects from https to \(next), which is not encrypted: not followed.")
            }
            address = next
        }
        throw DownloadError(.refused, "\(address.host) redirects too many times.")
    }

    /// Sends a request once, on a thread of its own, and follows no redirection. Canceling the task ends the transfer.
    /// - Parameter receiver: Gets the answer, on that thread.
    /// - Throws: ``DownloadError``, `CancellationError`, and what the receiver and the body throw. An answer of any status is a
    ///   success.
    @discardableResult
    public func send(_ request: WebRequest, to receiver: any Receiver & Sendable) async throws -> ResponseHead {
        try await Self.onThread(request) { isCanceled in try perform(request, to: receiver, isCanceled: isCanceled) }
    }

    /// Runs an exchange on a thread of its own, until it ends or the task is canceled.
    static func onThread(
        _ request: WebRequest, _ body: @escaping @Sendable (@escaping () -> Bool) throws -> ResponseHead
    ) async throws -> ResponseHead {
        let isCanceled = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let hasStarted = Threads.start {
                    continuation.resume(with: Result { try body { isCanceled.flag.load(ordering: .relaxed) } })
                }
                if !hasStarted {
                    continuation.resume(throwing: DownloadError(.noThread, with: request.address.host))
                }
            }
        } onCancel: {
            isCanceled.flag.store(true, ordering: .relaxed)
        }
    }

    private final class Cancellation: Sendable {
        let flag = Atomic(false)
    }

    /// Sends a request once, on the thread of the caller, and follows no redirection.
    /// - Parameter isCanceled: Asked at least once a second. If it returns true, the transfer ends with `CancellationError`.
    /// - Throws: The same as ``send(_:to:)``.
    @discardableResult
    public func perform(
        _ request: WebRequest, to receiver: any Receiver, isCanceled: @escaping () -> Bool = { false }
    ) throws -> ResponseHead {
        let origin = request.address.origin
        guard let handle = handles.take(for: origin) else {
            throw DownloadError(.unavailable, with: request.address.host)
        }
        defer { handles.put(handle, origin) }
        return try perform(request, to: receiver, by: handle, isPinned: false, isCanceled: isCanceled)
    }

    /// - Parameter isPinned: Whether the request uses the connection of the one before, even if it has a body. The body is not sent
    ///   a second time.
    func perform(
        _ request: WebRequest, to receiver: any Receiver, by handle: CurlHandle, isPinned: Bool,
        isCanceled: @escaping () -> Bool
    ) throws -> ResponseHead {
        let host = request.address.host
        guard request.isWellFormed else {
            throw DownloadError(
                .refused, "The request to \(host) was not sent: a header field contains the end of a line. Remove it.")
        }
        let exchange = Exchange(
            request, to: receiver, by: handle, patience: patience, mayRepeat: !isPinned, isCanceled: isCanceled)
        configure(handle, for: request)
        if isPinned {
            handle.set(CURLOPT_FRESH_CONNECT, 0)
            handle.set(CURLOPT_CERTINFO, 1)
        }
        exchange.listen()
        var list: UnsafeMutablePointer<curl_slist>?
        defer { handle.curl.slist_free_all(list) }
        // By default, libcurl asks before it sends a large body, and waits a second for servers that do not know the question.
        let expectation = request.asksBeforeBody ? "Expect: 100-continue" : "Expect:"
        for field in request.fields + [expectation] { list = handle.curl.slist_append(list, field) }
        appgroup_curl_set_pointer(handle.curl, handle.pointer, CURLOPT_HTTPHEADER, list)

        let code = withExtendedLifetime(exchange) {
            ThisProcess.withoutBrokenPipeSignal { handle.curl.easy_perform(handle.pointer) }
        }
        if let failure = exchange.failure { throw failure }
        guard code == CURLE_OK || exchange.isEnough else {
            let failure = TransferFailure(code, handle, isSecure: request.address.isSecure, through: proxy)
            throw DownloadError(failure, with: host, after: exchange.head)
        }
        _ = exchange.begin()
        if let failure = exchange.failure { throw failure }
        guard var head = exchange.answer else { throw DownloadError(.nonsense, with: host) }
        // libcurl itself says where a redirection leads only if the receiver has taken the complete answer.
        if head.isRedirect, let location = head["location"], !location.isEmpty {
            head.redirectTarget = handle.curl.resolve(location, at: request.address) ?? location
        }
        return head
    }

    private func configure(_ handle: CurlHandle, for request: WebRequest) {
        handle.reset()
        handle.set(CURLOPT_URL, request.address.description)
        handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        handle.set(CURLOPT_USERAGENT, userAgent)
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // One connection, so that the newest one is always the transfer's.
        handle.set(CURLOPT_MAXCONNECTS, 1)
        handle.set(CURLOPT_BUFFERSIZE, 256 << 10)
        handle.set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
        handle.set(CURLOPT_CONNECTTIMEOUT, min(patience.connecting, patience.silence))
        handle.set(CURLOPT_TIMEOUT, patience.total)
        if patience.slowest > 0 {
            handle.set(CURLOPT_LOW_SPEED_TIME, patience.silence)
            handle.set(CURLOPT_LOW_SPEED_LIMIT, patience.slowest)
        }
        handle.set(CURLOPT_EXPECT_100_TIMEOUT_MS, patience.agreeing * 1000)
        if request.allowsCompression { handle.set(CURLOPT_ACCEPT_ENCODING, "gzip") }
        // If a connection that was kept open turns out to be closed, libcurl sends the request again by itself.
        if !request.isRepeatable || request.body != nil && !request.method.isSafe {
            handle.set(CURLOPT_FRESH_CONNECT, 1)
        }
        // Some servers send a body anyway, which would be taken for the next answer.
        if request.method == .head { handle.set(CURLOPT_FORBID_REUSE, 1) }
        if let socket { handle.set(CURLOPT_UNIX_SOCKET_PATH, socket) }
        (socket == nil ? proxy : .none).configure(handle)
        authorities.configure(handle)
        switch request.method {
        case .get where request.body == nil: handle.set(CURLOPT_HTTPGET, 1)
        case .head: handle.set(CURLOPT_NOBODY, 1)
        case .delete where request.body == nil, .propfind where request.body == nil,
            .makeCollection where request.body == nil, .move where request.body == nil:
            handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        default:
            handle.set(CURLOPT_UPLOAD, 1)
            handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            let count = Int64(request.body?.count ?? 0)
            appgroup_curl_set_size(handle.curl, handle.pointer, CURLOPT_INFILESIZE_LARGE, count)
        }
    }
}

/// Keeps redirections from a receiver.
private final class FinalReceiver: Receiver {
    private let receiver: any Receiver

    init(_ receiver: any Receiver) { self.receiver = receiver }

    func begin(_ head: ResponseHead) throws -> Bool { try !head.isRedirect && receiver.begin(head) }

    func receive(_ bytes: [UInt8]) throws { try receiver.receive(bytes) }

    func receive(borrowed bytes: UnsafeRawBufferPointer) throws { try receiver.receive(borrowed: bytes) }
}

/// The handles of a client that no transfer uses at the moment, each with an open connection.
private final class IdleHandles: Sendable {
    private struct Idle {
        let handle: CurlHandle
        /// Where its connection leads to.
        let origin: String
    }

    /// The one that was used last is the last one.
    private let idle = Mutex<[Idle]>([])

    /// How many connections are kept open for other origins while a new one is made.
    private static let limit = 8
    /// How many are kept at most. Further ones, which were in use at the same time, are closed.
    private static let most = 16

    /// A handle with a connection to an origin, if there is one.
    ///
    /// - Returns: nil if there is no libcurl.
    func take(for origin: String) -> CurlHandle? {
        idle.withLock { idle in
            let place = idle.lastIndex { $0.origin == origin } ?? (idle.count < Self.limit ? nil : 0)
            return place.map { idle.remove(at: $0).handle }
        } ?? CurlHandle()
    }

    func put(_ handle: CurlHandle, _ origin: String) {
        handle.reset()
        let surplus = idle.withLock { idle -> CurlHandle? in
            idle.append(Idle(handle: handle, origin: origin))
            return idle.count > Self.most ? idle.removeFirst().handle : nil
        }
        // Its connection is closed only here, while others use the list.
        _ = consume surplus
    }
}
