import AppGroupPlatform

/// Fetches a file into a cache, and continues where the last attempt stopped.
///
/// If a download is cut off, the bytes that have arrived are kept. The next download asks only for the rest, if the server
/// still has the same file (`Range` with `If-Range`, RFC 9110, 13.1.5), and transfers nothing if a complete copy is still
/// good (`If-None-Match`, `If-Modified-Since`). Only one process at a time may use a folder.
public struct Download {
    private let address: WebAddress
    private let client: WebClient
    private let type: FileType
    private let limit: Int
    private let complete: CachedFile
    private let partial: CachedFile

    /// How a download ended.
    public enum Outcome: Sendable {
        /// The complete copy from before is still good.
        case unchanged
        /// A new file has arrived. If the server gave no length, only the file itself can show whether it is complete.
        case arrived(isWhole: Bool)
    }

    /// The most bytes that a file may have by default: 512 MiB.
    public static let standardLimit = 512 << 20

    /// How many times one download asks for the rest after a server broke off. Each attempt must have brought something.
    private static let attempts = 3

    /// The kind of file to download.
    public struct FileType: Sendable {
        /// The media type that a server should prefer, such as `application/pdf`.
        public let mediaType: String
        /// The ending of the complete copy's name, such as `pdf`.
        public let ending: String

        /// A PDF file, `application/pdf`.
        public static let pdf = FileType(mediaType: "application/pdf", ending: "pdf")

        /// Any kind of file, by the media type to accept and the ending of names without the period.
        public init(mediaType: String, ending: String) { (self.mediaType, self.ending) = (mediaType, ending) }
    }

    /// Prepares a download into an existing folder.
    public init(
        _ address: WebAddress, of type: FileType, in folder: String, client: WebClient,
        limit: Int = Self.standardLimit
    ) {
        (self.address, self.type, self.client, self.limit) = (address, type, client, limit)
        let name = "\(folder)/\(Self.name(of: address))"
        complete = CachedFile(path: "\(name).\(type.ending)")
        partial = CachedFile(path: "\(name).part")
    }

    /// The complete copy, if there is one.
    public var completePath: String { complete.path }

    /// The file that arrives, until it is accepted.
    public var partialPath: String { partial.path }

    /// Fetches the file.
    /// - Parameters:
    ///   - began: Called whenever the file at ``partialPath`` starts to grow, from its beginning or from what was kept of it.
    ///   - grew: Called with the number of bytes that have arrived, and with the expected number, if it is known.
    /// - Throws: ``DownloadError``, and what the functions throw. The bytes that have arrived are kept for the next time, unless
    ///   there are more than the limit allows, or more than were announced.
    public func run(
        began: @escaping () throws -> Void, grew: @escaping (Int, Int?) throws -> Void
    ) throws -> Outcome {
        do {
            return try fetch(began, grew)
        } catch let error as DownloadError where error.code == .tooLarge {
            reject()
            throw error
        }
    }

    private func fetch(
        _ began: @escaping () throws -> Void, _ grew: @escaping (Int, Int?) throws -> Void
    ) throws -> Outcome {
        let end = client.patience.end
        var hasBegun = false
        let begin: (Int) throws -> Void = { count in
            if count == 0 || !hasBegun { try began() }
            hasBegun = true
        }
        var (resumes, remaining) = (true, Self.attempts)
        while true {
            let attempt = attempt(resuming: resumes)
            let sink = FileSink(address, partial, resumingAt: attempt.start, limit: limit, began: begin, grew: grew)
            switch try send(attempt, to: sink, until: end) {
            case .ended(let outcome): return outcome
            case .rest: resumes = true
            case .retry(let resuming, let failure):
                guard remaining > 0 else { throw failure }
                (resumes, remaining) = (resuming, remaining - 1)
            }
        }
    }

    // MARK: - Attempts

    /// One request for the file.
    private struct Attempt {
        /// Whether there is a complete copy, which may still be good.
        let hasCopy: Bool
        /// The fields of the request.
        var fields: [String]
        /// The first byte that is asked for; 0 for the entire file.
        var start = 0
    }

    private func attempt(resuming: Bool) -> Attempt {
        let copy = complete.known(from: address)
        var attempt = Attempt(
            hasCopy: copy != nil,
            fields: ["Accept: \(type.mediaType), */*;q=0.5"] + (copy?.validators.conditions ?? []))
        if resuming, let kept = partial.known(from: address), let validator = kept.validators.strong, kept.count > 0 {
            attempt.fields += ["Range: bytes=\(kept.count)-", "If-Range: \(validator)"]
            attempt.start = kept.count
        }
        return attempt
    }

    /// What follows an attempt.
    private enum Next {
        case ended(Outcome)
        /// A request for the rest: the server sent a part of what it was asked for.
        case rest
        /// Another request, unless there were too many failures. It asks for the rest or for the entire file.
        case retry(resuming: Bool, DownloadError)
    }

    private func send(_ attempt: Attempt, to sink: FileSink, until end: Deadline) throws -> Next {
        do {
            let head = try client.get(address, attempt.fields, to: sink)
            if sink.isAccepted { return try next(after: sink, until: end) }
            switch head.status {
            case 304 where attempt.hasCopy: return .ended(.unchanged)
            case 206 where attempt.start > 0, 416 where attempt.start > 0:
                // The server sent another part than the one asked for, or none.
                return .retry(resuming: false, refusal(head))
            default: throw refusal(head)
            }
        } catch let error as DownloadError where error.code == .unreachable {
            guard sink.received > 0, partial.known(from: address)?.validators.strong != nil else { throw error }
            return .retry(resuming: true, error)
        }
    }

    private func next(after sink: FileSink, until end: Deadline) throws -> Next {
        try sink.finish()
        switch sink.extent {
        case .all: return .ended(.arrived(isWhole: true))
        case .unknown: return .ended(.arrived(isWhole: false))
        case .part:
            // A server may send less than it was asked for (RFC 9110, 15.3.7).
            guard sink.received > 0, !end.hasPassed else {
                throw DownloadError(.unreachable, "\(address.host) stopped before the end of the file.")
            }
            return .rest
        }
    }

    private func refusal(_ head: ResponseHead) -> DownloadError {
        let reason =
            switch head.status {
            case 401, 403: "that this may not be read"
            case 404, 410: "that there is no such file"
            case 429, 503: "that it is too busy: try again later"
            default: "with status \(head.status)"
            }
        return DownloadError(.refused, "\(address.host) answers \(reason).", after: head)
    }

    /// Makes the file that has arrived the complete copy.
    /// - Parameter isSound: False if something seems to be wrong with the file. It is then fetched again the next time, even if
    ///   the server would call it unchanged: some proxies hide that an answer was cut short.
    public func accept(isSound: Bool = true) throws(DownloadError) {
        do throws(SystemError) {
            if !isSound { try partial.note(Validators(), from: address) }
            try complete.replace(with: partial)
        } catch {
            throw DownloadError(error, writing: complete.path)
        }
    }

    /// Deletes the file that has arrived, because it is not the one that was wanted.
    public func reject() { partial.remove() }

    /// Deletes everything that is kept of this file.
    public func forget() {
        partial.remove()
        complete.remove()
    }

    /// If two addresses share a name, their notes distinguish them.
    private static func name(of address: WebAddress) -> String {
        String(FNV1a.hash(address.description.utf8), radix: 16)
    }
}
