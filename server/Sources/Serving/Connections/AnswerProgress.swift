public import NIOCore

/// How far an answer has come on its connection.
///
/// A write completes once ``ConnectionGate`` has passed it on, so only the bytes that the client has acknowledged show at what pace
/// it takes a long answer.
public enum AnswerProgress {
    /// Waits until the system has taken everything that was written to a connection.
    ///
    /// - Returns: How many bytes the client has acknowledged so far; `nil` if the system does not say.
    public static func taken(by channel: any Channel) async throws -> UInt64? {
        // The loop of a channel without a socket does not run by itself.
        guard channel is any SocketOptionProvider else { return nil }
        return try await channel.eventLoop.flatSubmit {
            let gate = try? channel.pipeline.syncOperations.handler(type: ConnectionGate.self)
            let taken = gate?.taken() ?? channel.eventLoop.makeSucceededVoidFuture()
            return taken.map { ConnectionTraffic.acknowledged(by: channel) }
        }.get()
    }
}
