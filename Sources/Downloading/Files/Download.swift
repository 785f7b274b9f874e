import AppGroupPlatform

/// A file that is fetched into a cache, from where the last attempt left off.
///
/// What has arrived stays when a download is cut off. The next one asks for the rest, if the server still has the same
/// file (`Range` with `If-Range`, RFC 9110, 13.1.5), and for nothing where a complete copy is still good
/// (`If-None-Match`, `If-Modified-Since`). One process at a time may use a folder.
public struct Download {
    private let address: WebAddress
    private let client: WebClient
    private let limit: Int
    private let complete: CachedFile
    private let partial: CachedFile

    /// How a download ended.
    public enum Outcome: Sendable {
        /// The complete copy that was there before is still good.
        case unchanged
        /// A new file has arrived, and is whole; or nothing but the file itself can tell, since the server gave no
        /// length.
        case arrived(isWhole: Bool)
    }

    /// The most bytes that a file may have, where nothing else is said: 512 MB.
    public static let standardLimit = 512 << 20

    /// How often the rest is asked for again in one go where a server broke off, each time after some of it has come.
    private static let attempts = 3

    /// Prepares a download into a folder, which must be there.
    public init(_ address: WebAddress, in folder: String, client: WebClient, limit: Int = Self.standardLimit) {
        (self.address, self.client, self.limit) = (address, client, limit)
        let name = "\(folder)/\(Self.name(of: address))"
        complete = CachedFile(path: "\(name).pdf")
        partial = CachedFile(path: "\(name).part")
    }

    /// The complete copy, if there is one.
    public var completePath: String { complete.path }

    /// What arrives, until it is accepted.
    public var partialPath: String { partial.path }

    /// Fetches the file.
    /// - Parameters:
    ///   - began: is called each time when the file at ``partialPath`` begins anew; some of it may be there already.
    ///   - grew: is called with how many bytes are there, and how many it should be.
    /// - Throws: ``DownloadError``, and what the functions throw. What has arrived is kept for the next time, unless there
    ///   is more than the limit allows, or more than was announced.
    public func run(began: () throws -> Void, grew: (Int, Int?) throws -> Void) throws -> Outcome {
        do {
            return try withoutActuallyEscaping(began) { began in
                try withoutActuallyEscaping(grew) { grew in
                    try attempt(began, grew)
                }
            }
        } catch let error as DownloadError where error.code == .tooLarge {
            reject()
            throw error
        }
    }

    private func attempt(
        _ began: @escaping () throws -> Void, _ grew: @escaping (Int, Int?) throws -> Void
    ) throws -> Outcome {
        let end = ContinuousClock.now + .seconds(client.patience.total)
        var hasBegun = false
        let begin: (Int) throws -> Void = { count in
            if count == 0 || !hasBegun { try began() }
            hasBegun = true
        }
        var isResumable = true
        var remaining = Self.attempts
        while true {
            let kept = isResumable ? partial.known(from: address) : nil
            let known = complete.known(from: address)
            var fields = ["Accept: application/pdf, */*;q=0.5"] + (known?.validators.conditions ?? [])
            let validator = kept?.validators.strong
            let start = validator == nil ? 0 : kept?.count ?? 0
            if let validator, start > 0 { fields += ["Range: bytes=\(start)-", "If-Range: \(validator)"] }
            let sink = FileSink(address, partial, resumingAt: start, limit: limit, began: begin, grew: grew)
            do {
                let head = try client.get(address, fields, to: sink)
                switch head.status {
                case _ where sink.isAccepted:
                    try sink.finish()
                    switch sink.extent {
                    case .all: return .arrived(isWhole: true)
                    case .unknown: return .arrived(isWhole: false)
                    case .part:
                        // A server may send less than it was asked for (RFC 9110, 15.3.7).
                        guard sink.received > 0, ContinuousClock.now < end else {
                            throw DownloadError(.unreachable, "\(address.host) stopped before the end of the file.")
                        }
                        isResumable = true
                    }
                case 304 where known != nil: return .unchanged
                case 206, 416:
                    // Another part than was asked for, or none: all of it, then.
                    guard start > 0, remaining > 0 else { throw refusal(head) }
                    remaining -= 1
                    isResumable = false
                default: throw refusal(head)
                }
            } catch let error as DownloadError where error.code == .unreachable {
                guard remaining > 0, sink.received > 0, partial.known(from: address)?.validators.strong != nil else {
                    throw error
                }
                remaining -= 1
                isResumable = true
            }
        }
    }

    private func refusal(_ head: ResponseHead) -> DownloadError {
        let reason =
            switch head.status {
            case 401, 403: "that this may not be read"
            case 404, 410: "that there is no such file"
            case 429, 503: "that it has no time: try again later"
            default: "with status \(head.status)"
            }
        return DownloadError(.refused, "\(address.host) answers \(reason).")
    }

    /// Makes what has arrived the complete copy.
    /// - Parameter isSound: false where something seems to be wrong with it. It is fetched anew the next time then, even
    ///   where the server would call it unchanged: not every way to a server tells that an answer is cut short.
    public func accept(isSound: Bool = true) throws(DownloadError) {
        do throws(SystemError) {
            if !isSound { try partial.note(Validators(), from: address) }
            try complete.replace(with: partial)
        } catch {
            throw DownloadError(error, writing: complete.path)
        }
    }

    /// Throws away what has arrived: it is not what was wanted.
    public func reject() { partial.remove() }

    /// Deletes all that is kept of this file.
    public func forget() {
        partial.remove()
        complete.remove()
    }

    /// FNV-1a of 64 bits (RFC draft-eastlake-fnv) over the address. Should two share a name, the notes tell them apart.
    private static func name(of address: WebAddress) -> String {
        let hash: UInt64 = address.description.utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}
