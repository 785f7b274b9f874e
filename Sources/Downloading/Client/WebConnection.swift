import CAppGroupCurl
import Synchronization

/// One connection to a server, for several requests in a row: some ways of logging in are about the connection.
///
/// If the connection is closed between two requests, the next one makes a new connection, which ``connectionCount`` counts. If it is
/// closed while the server has a part of a body, the request fails with ``TransferFailure/cut``: it may have arrived,
/// so it is not sent a second time.
public final class WebConnection: Sendable {
    private let client: WebClient
    private let handle: CurlHandle
    private let state = Mutex(State())

    private struct State {
        var isBusy = false
        var connectionCount = 0
        var certificate: [UInt8]?
    }

    /// A connection with a client's settings. It is made for the first request.
    /// - Throws: ``DownloadError`` if libcurl cannot be used.
    public init(_ client: WebClient) throws(DownloadError) {
        guard let handle = CurlHandle() else { throw DownloadError(.unavailable, with: "The server") }
        self.client = client
        self.handle = handle
    }

    /// How many connections have been made.
    public var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// The certificate that the server showed on the newest connection, in DER; nil without encryption.
    public var certificate: [UInt8]? { state.withLock { $0.certificate } }

    /// Sends a request on a thread of its own, and follows no redirection. Canceling the task ends the transfer and the connection.
    ///
    /// One request at a time may be under way.
    /// - Parameter receiver: Gets the answer, on that thread.
    /// - Throws: ``DownloadError``, `CancellationError`, and what the receiver and the body throw. An answer of any status is a
    ///   success.
    @discardableResult
    public func send(_ request: WebRequest, to receiver: any Receiver & Sendable) async throws -> ResponseHead {
        try await WebClient.onThread(request) { isCanceled in
            try self.perform(request, to: receiver, isCanceled: isCanceled)
        }
    }

    private func perform(
        _ request: WebRequest, to receiver: any Receiver, isCanceled: @escaping () -> Bool
    ) throws -> ResponseHead {
        state.withLock {
            precondition(!$0.isBusy, "two requests at once on one connection")
            $0.isBusy = true
        }
        defer { note() }
        return try client.perform(request, to: receiver, by: handle, isPinned: true, isCanceled: isCanceled)
    }

    /// Keeps what libcurl says about the connection of the transfer that has ended.
    private func note() {
        let made = handle.number(CURLINFO_NUM_CONNECTS)
        let certificate = made > 0 ? handle.certificate.flatMap(Self.decode) : nil
        state.withLock {
            $0.isBusy = false
            guard made > 0 else { return }
            $0.connectionCount += made
            $0.certificate = certificate
        }
    }

    /// The bytes between the lines of PEM text, which are in Base64 (RFC 7468); nil if it is damaged.
    private static func decode(_ text: String) -> [UInt8]? {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for character in lines.joined().utf8 where character != UInt8(ascii: "=") && character != UInt8(ascii: "\r") {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes.isEmpty ? nil : bytes
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
