import Downloading
import Synchronization

/// Takes a server's answer to the request for a release, or for the rest of one, and adds it to the part that is there.
final class ReleaseReceiver: Receiver, Sendable {
    private let file: PartialFile
    private let release: TrustedRelease
    private let name: String
    private let server: ServerAddress
    private let line: ProgressLine
    /// The answer if it is not the file: only its beginning is read.
    private let refused = Mutex<ServerAnswer?>(nil)
    /// How far an answer that may be something else is known to repeat the part; `nil` for others, and once it adds to the part.
    private let repeated = Mutex<UInt64?>(nil)

    init(
        _ file: PartialFile, _ release: TrustedRelease, of name: String, from server: ServerAddress, line: ProgressLine
    ) {
        (self.file, self.release, self.name) = (file, release, name)
        (self.server, self.line) = (server, line)
    }

    /// The answer if the server sent something other than the file.
    var refusal: ServerAnswer? { refused.withLock { $0 } }

    func begin(_ head: ResponseHead) throws(ClientError) -> Bool {
        switch head.status {
        case 206:
            let expected = "bytes \(file.size)-\(release.size - 1)/\(release.size)"
            guard file.size > 0, head["content-range"] == expected else {
                // If it goes on so, the next attempt must not ask for a part.
                try file.restart()
                throw broken("a part of \(name) that was not requested")
            }
        case 200:
            let length = head["content-length"].map { UInt64($0) }
            guard length == nil || length == release.size else {
                throw broken("\(name) in a different length than its catalog says")
            }
            if length == nil, file.size > 0, !isTagged(head) {
                // It may be a page of a proxy, for which nothing that has arrived is given up.
                repeated.withLock { $0 = 0 }
            } else {
                try file.restart()
            }
            line.begin(at: 0)
        default:
            refused.withLock { $0 = ServerAnswer(head: head, body: []) }
        }
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        if let refusal {
            // A refusal longer than that has no words for a person.
            guard refusal.body.count + bytes.count <= ServerAnswer.refusalLimit else {
                refused.withLock { $0 = ServerAnswer(head: refusal.head, body: []) }
                throw TransportFailure.tooLarge(limit: ServerAnswer.refusalLimit)
            }
            refused.withLock { $0 = ServerAnswer(head: refusal.head, body: refusal.body + bytes) }
            return
        }
        let added = try withoutRepetition(bytes)
        guard file.size + UInt64(added.count) <= release.size else {
            try file.restart()
            throw broken("more of \(name) than its catalog says")
        }
        try file.append(added)
        line.advance(to: repeated.withLock { $0 } ?? file.size)
    }

    /// What bytes add to the part. They may repeat it first, but not differ from it.
    private func withoutRepetition(_ bytes: [UInt8]) throws(ClientError) -> [UInt8] {
        guard let position = repeated.withLock({ $0 }) else { return bytes }
        let count = Int(min(UInt64(bytes.count), file.size - position))
        guard try file.has(bytes[..<count], at: position) else {
            throw ClientError(
                .brokenProtocol,
                "\(server) sent something that may not be \(name), as it differs from what has arrived in \(file.path); nothing "
                    + "was installed. Try again later; if that does not help, delete that file.")
        }
        let end = position + UInt64(count)
        repeated.withLock { $0 = end < file.size ? end : nil }
        return Array(bytes[count...])
    }

    /// Whether an answer says which file it is, even if a proxy has packed it (`W/`).
    private func isTagged(_ head: ResponseHead) -> Bool { head["etag"]?.hasSuffix("\"\(release.digest)\"") ?? false }

    private func broken(_ what: String) -> ClientError {
        ClientError(.brokenProtocol, "\(server) sent \(what); nothing was installed. Try again later.")
    }
}
