#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Processes {
    /// What a program wrote, and how it ended.
    public struct Collected: Sendable {
        /// How it ended; `nil` if it was stopped.
        public let ending: Child.Ending?
        /// What it wrote to its standard output.
        public let output: [UInt8]

        /// The exit status, or 128 and the number of the signal that ended it; `nil` if it was stopped.
        package var status: Int32? { ending?.status }
    }

    /// What a program reads from its standard input.
    public enum Input: Sendable {
        /// The terminal of this process, but never what was piped into it.
        case terminal
        /// Whatever this process reads.
        case same
        /// These bytes, which must fit into a pipe: 4,096 at most.
        case bytes([UInt8])
    }

    /// Runs a program and collects its output. It can ask the person at a terminal.
    ///
    /// - Parameters:
    ///   - showingErrors: Whether it shares this process's standard error; otherwise its errors are dropped.
    ///   - limit: The most bytes of output. A program that writes more is stopped.
    ///   - timeout: A program that takes longer is stopped.
    public static func collect(
        _ program: Program, input: Input = .terminal, showingErrors: Bool, limit: Int, timeout: Duration
    ) throws(SystemError) -> Collected {
        let ends = try Pipe.ends()
        let output = Descriptor(owning: ends.reader)
        let child = try start(
            program, reading: input, writingTo: Descriptor(owning: ends.writer), showingErrors: showingErrors)
        let deadline = Deadline(after: timeout)
        let (bytes, isWhole) = read(output, limit: limit, until: deadline)
        // It may go on after it has closed its output.
        let ending = isWhole ? child.ending(within: deadline.rest) : nil
        if ending == nil { child.stop() }
        return Collected(ending: ending, output: bytes)
    }

    private static func start(
        _ program: Program, reading input: Input, writingTo output: consuming Descriptor, showingErrors: Bool
    ) throws(SystemError) -> Child {
        let nowhere = try Descriptor(opening: "/dev/null", O_RDWR)
        var spawn = try Spawn(resetting: .pipeAndKeyboard)
        let errors = showingErrors ? nil : nowhere.number
        switch input {
        case .terminal where !StandardStream.input.isTerminal:
            try spawn.connect(input: nowhere.number, output: output.number, errors: errors)
        case .terminal, .same:
            try spawn.connect(input: StandardStream.input.rawValue, output: output.number, errors: errors)
        case .bytes(let bytes):
            let ends = try Pipe.ends()
            let reader = Descriptor(owning: ends.reader)
            try Descriptor(owning: ends.writer).write(bytes[...])
            try spawn.connect(input: reader.number, output: output.number, errors: errors)
            return Child(try spawn.start(program))
        }
        return Child(try spawn.start(program))
    }

    /// What comes out until the end; false if that takes too long or is too much.
    static func read(
        _ output: borrowing Descriptor, limit: Int, until deadline: Deadline
    ) -> (bytes: [UInt8], hasEnded: Bool) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit, !deadline.hasPassed {
            var end = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
            guard poll(&end, 1, deadline.pollMilliseconds) != 0 else { break }
            guard end.revents != 0 else { continue }
            let count = chunk.withUnsafeMutableBytes { (try? output.read(into: $0)) ?? -1 }
            guard count > 0 else { return (bytes, count == 0) }
            bytes += chunk[..<count]
        }
        return (bytes, false)
    }
}

extension Processes {
    /// Collects the children that have ended, without waiting.
    ///
    /// - Returns: Their exit statuses, by process id; for a child that a signal ended, 128 and its number.
    package static func collectEnded() -> [Int32: Int32] {
        var ended: [Int32: Int32] = [:]
        while true {
            var status: Int32 = 0
            let process = waitpid(-1, &status, WNOHANG)
            guard process > 0 else { return ended }
            ended[process] = Child.Ending(status).status
        }
    }
}
