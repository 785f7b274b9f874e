/// A session with a mailbox on a POP3 server (RFC 1939), over one connection that is always encrypted.
///
/// The numbers of messages are valid in one session, so a connection that was lost is never made a second time: every later command
/// fails. Deletions take effect only with ``quit()``; if the session ends otherwise, the server deletes nothing. One thread at a time
/// may use it.
public final class MailboxConnection {
    /// Where the mailbox is.
    public let address: MailboxAddress

    private let user: String
    private let password: String
    private let patience: Patience
    private let authorities: Authorities
    private var state = State.new

    private enum State {
        case new
        case open(MailboxStream)
        case ended
    }

    /// How many commands may wait for their answers: one, unless the server takes several (RFC 2449, 6.8).
    private var window = 1

    /// The messages that were asked for and have not arrived yet, and those to ask for after them.
    private var requested: ArraySlice<Int> = []
    private var planned: ArraySlice<Int> = []

    /// The most commands that wait for their answers. They are short, so they fit into what the system buffers.
    private static let largestWindow = 32

    /// A message in the mailbox.
    public struct Entry: Hashable, Sendable {
        /// Its number in this session, from 1.
        public let number: Int
        /// Its identifier in all sessions (RFC 1939, 7: `UIDL`): 1 to 70 printable characters.
        public let identifier: String
        /// Whether no other message has the same identifier. RFC 1939 demands that, but not every server keeps to it.
        public let isUnique: Bool
    }

    /// The most bytes of a list. A mailbox with a million messages needs less.
    private static let listLimit = 96 << 20

    /// Prepares a session. It begins with the first command.
    /// - Throws: ``MailboxError`` if the user or the password contains a control character.
    public init(
        _ address: MailboxAddress, user: String, password: String, patience: Patience = Patience(),
        authorities: Authorities = .environment
    ) throws(MailboxError) {
        guard (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw MailboxError(.refusedLogin, "The user or the password contains a control character.")
        }
        (self.address, self.user, self.password) = (address, user, password)
        (self.patience, self.authorities) = (patience, authorities)
    }

    /// All messages that the server has, in its order.
    public func entries() throws(MailboxError) -> [Entry] {
        var pairs: [(number: Int, identifier: String)] = []
        for line in try list("UIDL") {
            let words = line.split(separator: " ", maxSplits: 1)
            // Unlike its numbers, an identifier may be odd: every character counts.
            guard words.count == 2, let number = Int(words[0]), number > 0, words[1].utf8.count <= 512 else {
                throw MailboxError(.nonsense, "\(address) lists its messages in a way that makes no sense.")
            }
            pairs.append((number, String(words[1])))
        }
        let counts = Dictionary(pairs.map { ($0.identifier, 1) }, uniquingKeysWith: +)
        return pairs.map { Entry(number: $0.number, identifier: $0.identifier, isUnique: counts[$0.identifier] == 1) }
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

    /// Says which messages ``retrieve(_:to:)`` will be called for next, all of them and in this order. If the server takes several
    /// commands at once, it gets some of them in advance, so that no message waits for a round trip.
    public func plan(_ numbers: [Int]) { planned = numbers[...] }

    /// Gets a message.
    /// - Parameter receive: Gets its bytes as they arrive, with lines that end in CR and LF. An error that it throws ends the session.
    public func retrieve(_ number: Int, to receive: (UnsafeRawBufferPointer) throws -> Void) throws {
        if requested.isEmpty, planned.first != number { planned = [number] }
        let stream = try open()
        try ending {
            if requested.count <= window / 2, !planned.isEmpty {
                let next = planned.prefix(window - requested.count)
                try stream.send(next.map { "RETR \($0)\r\n" }.joined())
                requested += next
                planned = planned.dropFirst(next.count)
            }
            precondition(requested.first == number, "messages have to be retrieved in the order that was planned")
            requested.removeFirst()
            try confirm(stream)
            try stream.lines(receive)
        }
    }

    /// Marks messages as deleted. The server deletes them at ``quit()``.
    /// - Returns: Those that the server will not delete, each with the reason.
    public func delete(_ numbers: [Int]) throws(MailboxError) -> [(number: Int, reason: MailboxError)] {
        var refusals: [(number: Int, reason: MailboxError)] = []
        var rest = numbers[...]
        while !rest.isEmpty {
            let stream = try open()
            let next = rest.prefix(window)
            rest = rest.dropFirst(next.count)
            try ending { () throws(MailboxError) in
                try stream.send(next.map { "DELE \($0)\r\n" }.joined())
                for number in next {
                    do throws(MailboxError) { try confirm(stream) } catch {
                        guard error.code == .refused else { throw error }
                        refusals.append((number, error))
                    }
                }
            }
        }
        return refusals
    }

    /// Ends the session.
    /// - Throws: ``MailboxError`` if the server does not confirm that it has deleted the marked messages.
    public func quit() throws(MailboxError) {
        if case .new = state { return }
        let stream = try open()
        defer { state = .ended }
        try stream.send("QUIT\r\n")
        try confirm(stream)
    }

    /// The connection, which the first command makes.
    private func open() throws(MailboxError) -> MailboxStream {
        switch state {
        case .open(let stream): return stream
        case .ended: throw MailboxError(.unreachable, "The session with \(address) has ended.")
        case .new: break
        }
        guard let handle = CurlHandle() else {
            throw MailboxError(.unreachable, DownloadError(.unavailable, with: "\(address)").description)
        }
        state = .ended
        try MailboxLogin.perform(
            at: address, user: user, password: password, patience: patience, authorities: authorities, by: handle)
        let stream = MailboxStream(handle, at: address, patience)
        state = .open(stream)
        do {
            if try list("CAPA").contains(where: { $0.uppercased() == "PIPELINING" }) { window = Self.largestWindow }
        } catch {
            // An old server doesn't know the command.
            guard error.code == .refused else { throw error }
        }
        return stream
    }

    /// Ends the session if something throws, unless it is only that the server refuses what it was asked for.
    private func ending<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        do { try body() } catch {
            if (error as? MailboxError)?.code != .refused { state = .ended }
            throw error
        }
    }

    /// Reads the first line of an answer.
    private func confirm(_ stream: MailboxStream) throws(MailboxError) {
        let line = try stream.line()
        if line.starts(with: "+OK".utf8) { return }
        guard let refusal = MailboxReply.refusal(line) else {
            throw MailboxError(.nonsense, "\(address) does not answer as a POP3 server.")
        }
        throw MailboxError(refusal: refusal, at: address)
    }

    /// The lines of a list.
    private func list(_ word: String) throws(MailboxError) -> [Substring] {
        let stream = try open()
        precondition(requested.isEmpty, "a list while messages are retrieved")
        var bytes: [UInt8] = []
        do {
            try ending {
                try stream.send("\(word)\r\n")
                try confirm(stream)
                try stream.lines { piece in
                    guard bytes.count + piece.count <= Self.listLimit else {
                        throw MailboxError(.tooLarge, "\(address) lists more messages than any mailbox has.")
                    }
                    bytes += piece
                }
            }
        } catch let error as MailboxError {
            throw error
        } catch {
            throw MailboxError(.unreachable, "\(address): \(error)")
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    }
}
