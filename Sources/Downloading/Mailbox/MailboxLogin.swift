import AppGroupPlatform
import CAppGroupCurl

/// A login at a POP3 server, which libcurl does: the connection, its encryption, and one of the ways to send a password (RFC 1734).
final class MailboxLogin {
    private let silence: Int
    private var lastActivity = SystemClock.monotonicNanoseconds()
    private var isSilent = false
    private var hasReply = false
    private var isForeign = false
    private var refusal: String?

    private init(silence: Int) { self.silence = silence }

    /// Logs in. Afterwards, the handle has the connection.
    static func perform(
        at address: MailboxAddress, user: String, password: String, patience: Patience, authorities: Authorities,
        by handle: CurlHandle
    ) throws(MailboxError) {
        let login = MailboxLogin(silence: patience.silence)
        handle.reset()
        handle.set(CURLOPT_URL, address.url)
        handle.set(CURLOPT_PROTOCOLS_STR, "pop3,pop3s")
        handle.set(CURLOPT_USE_SSL, appgroup_curl_always_encrypted)
        handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        handle.set(CURLOPT_USERNAME, user)
        handle.set(CURLOPT_PASSWORD, password)
        handle.set(CURLOPT_CONNECT_ONLY, 1)
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_BUFFERSIZE, MailboxStream.blockSize)
        handle.set(CURLOPT_CONNECTTIMEOUT, min(patience.connecting, patience.silence))
        authorities.configure(handle)
        login.listen(to: handle)
        let result = withExtendedLifetime(login) {
            ThisProcess.withoutBrokenPipeSignal { handle.curl.easy_perform(handle.pointer) }
        }
        login.stopListening(to: handle)
        guard result != CURLE_OK else { return }
        if login.isSilent {
            throw MailboxError(.unreachable, DownloadError(.silent, with: "\(address)").description)
        }
        if login.isForeign { throw MailboxError(.nonsense, "\(address) does not answer as a POP3 server.") }
        throw MailboxError(result, login.refusal, at: address, by: handle)
    }

    // MARK: - Events

    private func take(_ line: UnsafeRawBufferPointer) {
        lastActivity = SystemClock.monotonicNanoseconds()
        if !hasReply { isForeign = line.first != UInt8(ascii: "+") && line.first != UInt8(ascii: "-") }
        hasReply = true
        refusal = MailboxReply.refusal(line) ?? refusal
    }

    /// Called repeatedly, at least once a second. Returns whether the login continues.
    private func goesOn() -> Bool {
        isSilent = SystemClock.monotonicNanoseconds() - lastActivity > Int64(silence) * 1_000_000_000
        return !isSilent
    }

    /// Makes libcurl report to this login, which must outlive it.
    private func listen(to handle: CurlHandle) {
        let (curl, pointer) = (handle.curl, handle.pointer)
        let context = Unmanaged.passUnretained(self).toOpaque()
        appgroup_curl_set_pointer(curl, pointer, CURLOPT_HEADERDATA, context)
        appgroup_curl_set_pointer(curl, pointer, CURLOPT_XFERINFODATA, context)
        appgroup_curl_set_mover(curl, pointer, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            MailboxLogin.at(context).take(UnsafeRawBufferPointer(start: bytes, count: count))
            return count
        }
        handle.set(CURLOPT_NOPROGRESS, 0)
        appgroup_curl_set_watcher(curl, pointer) { context, _, _, _, _ in MailboxLogin.at(context).goesOn() ? 0 : 1 }
    }

    private func stopListening(to handle: CurlHandle) {
        handle.set(CURLOPT_NOPROGRESS, 1)
        appgroup_curl_set_mover(handle.curl, handle.pointer, CURLOPT_HEADERFUNCTION) { _, _, count, _ in count }
    }

    /// The login that libcurl reports to.
    private static func at(_ context: UnsafeMutableRawPointer?) -> MailboxLogin {
        Unmanaged<MailboxLogin>.fromOpaque(context!).takeUnretainedValue()
    }
}

/// The first line of an answer (RFC 1939, 3).
enum MailboxReply {
    /// The reason that the server gives if it refuses something; nil if it does it.
    static func refusal(_ line: some Collection<UInt8>) -> String? {
        guard line.starts(with: "-ERR".utf8) else { return nil }
        // RFC 2449, 4: a reply has at most 512 bytes.
        let words = line.dropFirst(4).prefix(512).drop { $0 == 0x20 }.prefix { $0 != 0x0D && $0 != 0x0A }
        return String(decoding: words, as: UTF8.self)
    }
}
