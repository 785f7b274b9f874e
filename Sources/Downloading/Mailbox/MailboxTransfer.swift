import AppGroupPlatform
import CAppGroupCurl

/// One command to a POP3 server and its answer, as libcurl reports it piece by piece.
final class MailboxTransfer {
    private let silence: Int
    private let receive: (UnsafeRawBufferPointer) throws -> Void
    private var lastActivity = SystemClock.monotonicNanoseconds()

    /// What the receiver threw.
    private(set) var failure: (any Error)?

    /// Whether the server has been silent for too long.
    private(set) var isSilent = false

    /// What the server said when it refused something.
    private(set) var refusal: String?

    /// Whether the first line is one that no POP3 server sends.
    private(set) var isForeign = false
    private var hasReply = false

    /// - Parameter silence: For how many seconds the server may send nothing.
    init(silence: Int, receive: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        (self.silence, self.receive) = (silence, receive)
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        do { try receive(bytes) } catch {
            failure = error
            return false
        }
        return true
    }

    private func takeReply(_ line: UnsafeRawBufferPointer) {
        noteActivity()
        if !hasReply { isForeign = line.first != UInt8(ascii: "+") && line.first != UInt8(ascii: "-") }
        hasReply = true
        guard line.starts(with: "-ERR".utf8) else { return }
        // RFC 2449, 4: a reply has at most 512 bytes.
        let words = line.dropFirst(4).prefix(512).drop { $0 == 0x20 }.prefix { $0 != 0x0D && $0 != 0x0A }
        refusal = String(decoding: words, as: UTF8.self)
    }

    private func noteActivity() { lastActivity = SystemClock.monotonicNanoseconds() }

    /// Called again and again, at least once a second. Returns whether the transfer goes on.
    private func goesOn() -> Bool {
        isSilent = SystemClock.monotonicNanoseconds() - lastActivity > Int64(silence) * 1_000_000_000
        return !isSilent
    }

    /// Makes libcurl report to this transfer, which must outlive the command.
    func listen(to handle: CurlHandle) {
        let (curl, pointer) = (handle.curl, handle.pointer)
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA] {
            appgroup_curl_set_pointer(curl, pointer, option, context)
        }
        appgroup_curl_set_mover(curl, pointer, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            MailboxTransfer.at(context).takeReply(UnsafeRawBufferPointer(start: bytes, count: count))
            return count
        }
        appgroup_curl_set_mover(curl, pointer, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            // Any number but that of the bytes ends the transfer.
            MailboxTransfer.at(context).take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count + 1
        }
        handle.set(CURLOPT_NOPROGRESS, 0)
        appgroup_curl_set_watcher(curl, pointer) { context, _, _, _, _ in
            MailboxTransfer.at(context).goesOn() ? 0 : 1
        }
    }

    /// The transfer that libcurl reports to.
    private static func at(_ context: UnsafeMutableRawPointer?) -> MailboxTransfer {
        Unmanaged<MailboxTransfer>.fromOpaque(context!).takeUnretainedValue()
    }
}
