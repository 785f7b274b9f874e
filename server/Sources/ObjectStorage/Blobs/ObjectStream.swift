import Downloading
import Foundation
import NIOCore
import Serving
import Synchronization

/// A range of an object while it arrives. A bounded part of it waits in memory for its reader.
///
/// libcurl's thread waits while that part is full. If the reader takes nothing for a while, the transfer is ended, so that slow
/// readers keep neither threads nor connections, and little memory; the rest is requested again.
///
/// libcurl's thread and the reader share it. Hence `@unchecked`: everything that changes is used under `condition`.
final class ObjectStream: Receiver, @unchecked Sendable {
    /// How the arrival ended.
    enum Ending {
        /// Nothing more comes, because the range is complete.
        case complete
        /// Nothing more comes, because the reader was too slow.
        case tooSlow
        case failed(any Error)
    }

    /// How many bytes wait at most, beyond the last piece that arrives.
    static let capacity = 512 << 10
    /// How many bytes are left of a stream whose reader was too slow.
    private static let rest = 64 << 10
    /// What a thread takes in memory: an estimate, in bytes.
    private static let threadCost = 64 << 10
    /// How long a full stream waits for its reader.
    private static let patience: TimeInterval = 5

    /// Guards everything below.
    private let condition = NSCondition()
    private var waiting = ByteBuffer()
    private var wanted = 0
    private var ending: Ending?
    private var isAbandoned = false
    private var reader: CheckedContinuation<Void, Never>?
    private var task: Task<Void, Never>?
    /// How many bytes the tally has for this stream.
    private var counted: Int

    private struct TooSlow: Error {}

    /// The position of the first byte in the object.
    private let start: UInt64
    private let tally: ConnectionTally?

    /// - Parameters:
    ///   - count: The size of the range.
    ///   - tally: Counts the memory that this takes. All of it counts at once: other streams may begin before the first bytes
    ///     arrive.
    init(at start: UInt64, count: UInt64, tally: ConnectionTally?) {
        (self.start, self.tally) = (start, tally)
        let most = Int(min(count, UInt64(Self.capacity)))
        // libcurl has a buffer, too, of half the size.
        counted = most + most / 2 + Self.threadCost
        tally?.wait(counted)
    }

    deinit { tally?.wait(-counted) }

    /// Begins to receive.
    ///
    /// - Parameter send: Sends the request and gives the answer to a receiver.
    func start(_ send: @escaping @Sendable (ObjectStream) async throws -> Void) {
        let task = Task {
            do {
                try await send(self)
                self.end(.complete)
            } catch is TooSlow {
                self.end(.tooSlow)
            } catch {
                self.end(.failed(error))
            }
        }
        condition.withLock { self.task = task }
    }

    /// Ends the transfer, because nothing reads it any longer.
    func abandon() {
        let task = condition.withLock {
            isAbandoned = true
            condition.broadcast()
            return self.task
        }
        task?.cancel()
    }

    // MARK: - Libcurl's thread

    func begin(_ head: ResponseHead) throws -> Bool {
        // rclone answers with status 200, but names the part. A server that does not know parts sends the entire object.
        guard start == 0 || head["content-range"]?.hasPrefix("bytes \(start)-") ?? false else {
            throw ObjectError(.refused, "The S3 server does not send parts of objects, so a part can't be read.")
        }
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        try condition.withLock {
            let deadline = Date(timeIntervalSinceNow: Self.patience)
            while waiting.readableBytes >= max(Self.capacity, wanted), !isAbandoned {
                guard condition.wait(until: deadline) else { throw TooSlow() }
            }
            guard !isAbandoned else { throw CancellationError() }
            waiting.writeBytes(bytes)
            if waiting.readableBytes >= wanted { wake() }
        }
    }

    private func end(_ ending: Ending) {
        condition.withLock {
            self.ending = ending
            if case .tooSlow = ending {
                var rest = ByteBuffer()
                rest.writeBytes(waiting.readableBytesView.prefix(Self.rest))
                waiting = rest
            }
            recount()
            wake()
        }
    }

    /// Only under the lock, once nothing more comes.
    private func recount() {
        tally?.wait(waiting.storageCapacity - counted)
        counted = waiting.storageCapacity
    }

    /// Only under the lock.
    private func wake() {
        reader?.resume()
        reader = nil
    }

    // MARK: - The reader

    /// Whether it ended because the reader took nothing for a while.
    var wasTooSlow: Bool {
        condition.withLock { if case .tooSlow = ending { true } else { false } }
    }

    /// The next bytes: as many as wanted, or fewer if no more arrive.
    ///
    /// - Throws: Why they don't, once everything that has arrived was read.
    func read(_ count: Int) async throws -> ByteBuffer {
        await arrival(of: count)
        return try condition.withLock {
            wanted = 0
            if waiting.readableBytes == 0, case .failed(let error) = ending { throw error }
            defer {
                if ending != nil { recount() }
                condition.broadcast()
            }
            if waiting.readableBytes <= count {
                defer { waiting = ByteBuffer() }
                return waiting
            }
            let piece = waiting.readSlice(length: count) ?? ByteBuffer()
            waiting.discardReadBytes()
            return piece
        }
    }

    private func arrival(of count: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                condition.withLock {
                    wanted = count
                    guard waiting.readableBytes < count, ending == nil, !isAbandoned, !Task.isCancelled else {
                        continuation.resume()
                        return
                    }
                    reader = continuation
                    condition.broadcast()
                }
            }
        } onCancel: {
            abandon()
            condition.withLock { wake() }
        }
    }
}
