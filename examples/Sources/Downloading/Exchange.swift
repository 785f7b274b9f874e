import CExamplesCurl

/// One request and its answer, as libcurl reports it piece by piece.
final class Exchange {
    private let receiver: any Receiver
    private let host: String
    private var head: ResponseHead?
    private var headBytes = 0
    private var hasBegun = false

    /// What the receiver threw, or why the exchange was ended.
    private(set) var failure: (any Error)?

    /// Whether the receiver wanted no more, or there is nothing to give it.
    private(set) var isEnough = false

    /// More than any honest server says before its answer, in bytes.
    private static let longestHead = 128 << 10

    init(_ receiver: any Receiver, host: String) {
        self.receiver = receiver
        self.host = host
    }

    /// The head of the answer that the receiver was told of.
    var answer: ResponseHead? { hasBegun ? head : nil }

    /// Where the answer sends the client, if it does (RFC 9110, 15.4).
    var isRedirect: Bool {
        guard let head else { return false }
        return [301, 302, 303, 307, 308].contains(head.status) && head["location"] != nil
    }

    /// Tells the receiver that the answer begins, if it was not told yet.
    /// - Returns: whether it wants the bytes.
    func begin() -> Bool {
        guard !hasBegun, !isRedirect, let head else { return hasBegun && !isEnough }
        hasBegun = true
        do {
            isEnough = try !receiver.begin(head)
        } catch {
            (failure, isEnough) = (error, true)
        }
        return !isEnough
    }

    /// Takes a line of the head; false where it is too much.
    private func takeHead(_ bytes: [UInt8]) -> Bool {
        headBytes += bytes.count
        guard headBytes <= Self.longestHead else {
            let limit = Self.longestHead >> 10
            failure = DownloadError(.refused, "\(host) says more than \(limit) KB before what it was asked for.")
            return false
        }
        let line = String(decoding: bytes.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
        // Heads of what is only on the way, such as 100 Continue and a proxy's 200, are followed by another.
        if let next = ResponseHead(statusLine: line) { head = next } else { head?.add(line) }
        return true
    }

    private func take(_ bytes: [UInt8]) -> Bool {
        guard begin() else {
            isEnough = true
            return false
        }
        do {
            try receiver.receive(bytes)
            return true
        } catch {
            (failure, isEnough) = (error, true)
            return false
        }
    }

    /// Has libcurl report to this exchange, which must outlive the request.
    func listen(to handle: UnsafeMutableRawPointer, _ curl: Curl) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        examples_curl_set_pointer(curl, handle, CURLOPT_HEADERDATA, context)
        examples_curl_set_receiver(curl, handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Exchange.given(bytes, count, context) { $0.takeHead($1) }
        }
        examples_curl_set_pointer(curl, handle, CURLOPT_WRITEDATA, context)
        examples_curl_set_receiver(curl, handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Exchange.given(bytes, count, context) { $0.take($1) }
        }
    }

    /// What a function of libcurl's is given, as values.
    /// - Returns: how many bytes were taken; any other number than `count` ends the transfer.
    private static func given(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ take: (Exchange, [UInt8]) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        let isTaken = take(exchange, Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        return isTaken ? count : count + 1
    }
}
