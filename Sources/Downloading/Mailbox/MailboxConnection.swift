import AppGroupPlatform
import CAppGroupCurl

/// A session with a mailbox on a POP3 server (RFC 1939), over one connection that is always encrypted.
///
/// The numbers of messages are valid in one session, so a connection that was lost is never made a second time: every later command
/// fails. Deletions take effect when the session ends by ``quit()`` or when this value goes away; if the process is killed before,
/// the server deletes nothing. One thread at a time may use it.
public final class MailboxConnection {
    /// Where the mailbox is.
    public let address: MailboxAddress

    private let user: String
    private let password: String
    private let patience: Patience
    private let authorities: Authorities
    private var handle: CurlHandle?
    private var isLoggedIn = false

    /// A message in the mailbox.
    public struct Entry: Hashable, Sendable {
        /// Its number in this session, from 1.
        public let number: Int
        /// What identifies it in all sessions (RFC 1939, 7: `UIDL`): 1 to 70 printable characters.
        public let identifier: String
    }

    /// The most bytes of a list. A mailbox with a million messages needs less.
    private static let listLimit = 96 << 20

    /// Prepares a session. It begins with the first command.
    /// - Throws: ``MailboxError`` if libcurl cannot be used, or if the user or the password contains a control character.
    public init(
        _ address: MailboxAddress, user: String, password: String, patience: Patience = Patience(),
        authorities: Authorities = .environment
    ) throws(MailboxError) {
        guard (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw MailboxError(.refusedLogin, "The user or the password contains a control character.")
        }
        guard let handle = CurlHandle() else {
            throw MailboxError(.unreachable, DownloadError(.unavailable, with: "\(address)").description)
        }
        (self.address, self.user, self.password, self.handle) = (address, user, password, handle)
        (self.patience, self.authorities) = (patience, authorities)
    }

    deinit { close() }

    /// All messages that the server has, in its order.
    public func entries() throws(MailboxError) -> [Entry] {
        var entries: [Entry] = []
        for line in try list("UIDL") {
            let words = line.split(separator: " ", maxSplits: 1)
            // Unlike its numbers, an identifier may be odd: every character counts.
            guard words.count == 2, let number = Int(words[0]), number > 0, words[1].utf8.count <= 512 else {
                throw MailboxError(.nonsense, "\(address) lists its messages in a way that makes no sense.")
            }
            entries.append(Entry(number: number, identifier: String(words[1])))
        }
        return entries
    }

    /// The sizes of the messages in bytes, as the server announces them, by their numbers.
    public func sizes() throws(MailboxError) -> [Int: Int] {
        let pairs = try list("LIST").compactMap { line -> (Int, Int)? in
            let words = line.split(separator: " ")
            guard words.count >= 2, let number = Int(words[0]), let size = Int(words[1]) else { return nil }
            return (number, size)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Gets a message.
    /// - Parameter receive: Gets its bytes as they arrive, with lines that end in CR and LF. What it throws ends the session.
    public func retrieve(_ number: Int, to receive: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try command(nil, number, receive)
    }

    /// Marks a message as deleted. The server deletes it when the session ends.
    public func delete(_ number: Int) throws(MailboxError) { try answer("DELE", number) }

    /// Ends the session.
    /// - Throws: ``MailboxError`` if the server does not confirm that it has deleted what it was told to delete.
    public func quit() throws(MailboxError) {
        guard isLoggedIn else { return }
        defer { close() }
        try answer("QUIT", nil)
    }

    private func close() {
        guard handle != nil else { return }
        // libcurl takes its leave of the server.
        ThisProcess.withoutBrokenPipeSignal { handle = nil }
    }

    /// The lines of a list.
    private func list(_ word: String) throws(MailboxError) -> [Substring] {
        var bytes: [UInt8] = []
        do {
            try command(word, nil) { piece in
                guard bytes.count + piece.count <= Self.listLimit else {
                    throw MailboxError(.tooLarge, "\(self.address) lists more messages than any mailbox has.")
                }
                bytes += piece
            }
        } catch let error as MailboxError {
            throw error
        } catch {
            throw MailboxError(.unreachable, "\(address): \(error)")
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    }

    private func answer(_ word: String, _ number: Int?) throws(MailboxError) {
        do { try command(word, number, nil) } catch let error as MailboxError { throw error } catch {
            throw MailboxError(.unreachable, "\(address): \(error)")
        }
    }

    /// - Parameters:
    ///   - word: The command; nil for the one that gets a message.
    ///   - receive: Gets the lines of the answer; nil if it has only one.
    private func command(
        _ word: String?, _ number: Int?, _ receive: ((UnsafeRawBufferPointer) throws -> Void)?
    ) throws {
        guard let handle else { throw MailboxError(.unreachable, "The session with \(address) has ended.") }
        configure(handle, number)
        if let word { handle.set(CURLOPT_CUSTOMREQUEST, word) }
        if receive == nil { handle.set(CURLOPT_NOBODY, 1) }
        if isLoggedIn { handle.keepConnection() }
        let transfer = MailboxTransfer(silence: patience.silence, receive: receive ?? { _ in })
        transfer.listen(to: handle)
        let result = withExtendedLifetime(transfer) {
            ThisProcess.withoutBrokenPipeSignal { handle.curl.easy_perform(handle.pointer) }
        }
        if let failure = transfer.failure {
            close()
            throw failure
        }
        // Without the line that ends an answer, libcurl takes the end of the connection for it.
        let isCut = result == CURLE_OK && receive != nil && handle.hasEnded
        guard isCut || result != CURLE_OK else { return isLoggedIn = true }
        let error = isCut ? cut : error(after: result, of: transfer, by: handle)
        if error.code != .refused { close() }
        throw error
    }

    private var cut: MailboxError {
        MailboxError(.unreachable, DownloadError(.cut, with: "\(address)").description)
    }

    private func error(after result: CURLcode, of transfer: MailboxTransfer, by handle: CurlHandle) -> MailboxError {
        if transfer.isSilent {
            return MailboxError(.unreachable, DownloadError(.silent, with: "\(address)").description)
        }
        if !isLoggedIn, transfer.isForeign {
            return MailboxError(.nonsense, "\(address) does not answer as a POP3 server.")
        }
        // No second connection may be made.
        if isLoggedIn, result == CURLE_COULDNT_CONNECT {
            return cut
        }
        return MailboxError(result, transfer.refusal, at: address, by: handle)
    }

    private func configure(_ handle: CurlHandle, _ number: Int?) {
        handle.reset()
        handle.set(CURLOPT_URL, address.url(number))
        handle.set(CURLOPT_PROTOCOLS_STR, "pop3,pop3s")
        handle.set(CURLOPT_USE_SSL, appgroup_curl_always_encrypted)
        handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        handle.set(CURLOPT_USERNAME, user)
        handle.set(CURLOPT_PASSWORD, password)
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_MAXCONNECTS, 1)
        // The receiver may take its time, for instance on a slow disk; the server decides how long it waits.
        handle.set(CURLOPT_MAXAGE_CONN, 86_400)
        handle.set(CURLOPT_BUFFERSIZE, 256 << 10)
        handle.set(CURLOPT_CONNECTTIMEOUT, min(patience.connecting, patience.silence))
        handle.set(CURLOPT_TIMEOUT, patience.total)
        authorities.configure(handle)
    }
}
