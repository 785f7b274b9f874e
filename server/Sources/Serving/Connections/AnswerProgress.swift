public import NIOCore

/// What a connection does with an answer.
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
