import AppGroupPlatform
import CAppGroupCurl

/// One request and its answer, as libcurl reports it piece by piece.
final class Exchange {
    private let request: WebRequest
    private let receiver: any Receiver
    private let patience: Patience
    private let handle: CurlHandle
    /// Whether libcurl may send the body once more, on a new connection, if the old one turns out to be closed.
    private let mayRepeat: Bool
    private let isCanceled: () -> Bool
    private var headBytes = 0
    private var hasBegun = false
    /// How many bytes of the body libcurl has taken.
    private var sent = 0
    /// When a byte last went either way, in nanoseconds.
    private var lastActivity = SystemClock.monotonicNanoseconds()
    private var isWaitingForAnswer = false

    /// The head of the answer, as far as it has come.
    private(set) var head: ResponseHead?

    /// The error of the receiver or of the body, or the reason that the exchange was ended.
    private(set) var failure: (any Error)?

    /// Whether the receiver wants no more.
    private(set) var isEnough = false

    /// The longest head of an answer, in bytes: far more than honest servers send.
    private static let longestHead = 128 << 10

    init(
        _ request: WebRequest, to receiver: any Receiver, by handle: CurlHandle, patience: Patience,
        mayRepeat: Bool, isCanceled: @escaping () -> Bool
    ) {
        (self.request, self.receiver, self.handle) = (request, receiver, handle)
        (self.patience, self.mayRepeat, self.isCanceled) = (patience, mayRepeat, isCanceled)
    }

    private var host: String { request.address.host }

    /// The head that the receiver got.
    var answer: ResponseHead? { hasBegun ? head : nil }

    /// Gives the receiver the head of the answer, unless it has it.
    /// - Returns: Whether it wants the bytes.
    func begin() -> Bool {
        guard !hasBegun, let head else { return hasBegun && !isEnough }
        hasBegun = true
        do {
            isEnough = try !receiver.begin(head)
        } catch {
            (failure, isEnough) = (error, true)
        }
        return !isEnough
    }

    // MARK: - Events

    /// Takes a line of the head; returns false if the head is too long.
    private func takeHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        headBytes += bytes.count
        guard headBytes <= Self.longestHead else {
            let limit = Self.longestHead >> 10
            failure = DownloadError(
                .refused, "\(host) sends more than \(limit) KiB of header fields.", .nonsense)
            return false
        }
        let line = String(decoding: bytes.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
        // An interim answer, such as 100 Continue, is followed by another head.
        if let next = ResponseHead(statusLine: line) { head = next } else { head?.add(line) }
        return true
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // The time that the receiver takes is not the server's silence.
        defer { noteActivity() }
        guard begin() else {
            isEnough = true
            return false
        }
        do {
            try receiver.receive(borrowed: bytes)
            return true
        } catch {
            (failure, isEnough) = (error, true)
            return false
        }
    }

    /// Gives libcurl more of the body.
    private func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        noteActivity()
        guard let body = request.body, sent < body.count else { return 0 }
        do {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(body.count - sent))
            let count = try body.read(at: sent, into: rest)
            // A server that refuses the body answers before it has all of it, and may then close the connection. If there is an
            // answer, it is read before more is sent, since sending may fail.
            if handle.hasInput {
                isWaitingForAnswer = true
                return appgroup_curl_read_pause
            }
            sent += count
            return count
        } catch {
            failure = error
            return appgroup_curl_read_abort
        }
    }

    /// Goes back in the body, as libcurl does if it has to make the connection again.
    private func seek(to offset: Int) -> Bool {
        guard mayRepeat || sent == 0, 0...(request.body?.count ?? 0) ~= offset else { return false }
        sent = offset
        return true
    }

    /// Called repeatedly, at least once a second. Returns whether the transfer continues.
    private func goesOn() -> Bool {
        if isWaitingForAnswer, !handle.hasInput {
            isWaitingForAnswer = false
            appgroup_curl_go_on(handle.curl, handle.pointer)
        }
        if isCanceled() {
            failure = CancellationError()
            return false
        }
        let isSending = sent > 0 && sent < request.body?.count ?? 0
        let limit = isSending ? min(patience.sending, patience.silence) : patience.silence
        if SystemClock.monotonicNanoseconds() - lastActivity > Int64(limit) * 1_000_000_000 {
            failure = DownloadError(.silent, with: host, after: head)
            return false
        }
        return true
    }

    private func noteActivity() { lastActivity = SystemClock.monotonicNanoseconds() }

    // MARK: - Callbacks

    /// Makes libcurl report to this exchange, which must outlive the transfer.
    func listen() {
        let (curl, pointer) = (handle.curl, handle.pointer)
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [
            CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_XFERINFODATA,
        ] {
            appgroup_curl_set_pointer(curl, pointer, option, context)
        }
        // Any return value but the number of bytes given ends the transfer.
        appgroup_curl_set_mover(curl, pointer, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Exchange.at(context).takeHead(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count + 1
        }
        appgroup_curl_set_mover(curl, pointer, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Exchange.at(context).take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count + 1
        }
        appgroup_curl_set_mover(curl, pointer, CURLOPT_READFUNCTION) { bytes, size, count, context in
            Exchange.at(context).give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        appgroup_curl_set_seeker(curl, pointer) { context, offset, origin in
            origin == SEEK_SET && Exchange.at(context).seek(to: offset) ? 0 : 1
        }
        handle.set(CURLOPT_NOPROGRESS, 0)
        appgroup_curl_set_watcher(curl, pointer) { context, _, _, _, _ in
            Exchange.at(context).goesOn() ? 0 : 1
        }
    }

    /// The exchange that libcurl reports to.
    private static func at(_ context: UnsafeMutableRawPointer?) -> Exchange {
        Unmanaged<Exchange>.fromOpaque(context!).takeUnretainedValue()
    }
}
