#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Processes {
    /// What a program wrote, and how it ended.
    package struct Collected {
        /// The exit status, or 128 and the number of the signal that ended it; `nil` if it was stopped.
        package let status: Int32?
        /// What it wrote to its standard output.
        package let output: [UInt8]
    }

    /// Runs a program and collects its output. It can ask the person at a terminal, but never gets what was piped into this process.
    ///
    /// - Parameters:
    ///   - showingErrors: Whether it shares this process's standard error; otherwise its errors are dropped.
    ///   - limit: The most bytes of output. A program that writes more is stopped.
    ///   - timeout: In nanoseconds. A program that takes longer is stopped.
    package static func collect(
        _ program: Program, showingErrors: Bool, limit: Int, timeout: Int64
    ) throws(SystemError) -> Collected {
        let ends = try Pipe.ends()
        let output = Descriptor(owning: ends.reader)
        let process = try start(program, writingTo: Descriptor(owning: ends.writer), showingErrors: showingErrors)
        let (bytes, hasEnded) = read(output, limit: limit, until: SystemClock.monotonicNanoseconds() + timeout)
        if !hasEnded { kill(process, SIGKILL) }
        let status = try exitStatus(of: process, options: 0)
        return Collected(status: hasEnded ? status : nil, output: bytes)
    }

    private static func start(
        _ program: Program, writingTo output: consuming Descriptor, showingErrors: Bool
    ) throws(SystemError) -> Int32 {
        let nowhere = try Descriptor(opening: "/dev/null", O_RDWR)
        var spawn = try Spawn(resetting: .pipeAndKeyboard)
        try spawn.connect(
            input: StandardStream.input.isTerminal ? 0 : nowhere.number, output: output.number,
            errors: showingErrors ? nil : nowhere.number)
        return try spawn.start(program)
    }

    /// What comes out until the end; false if that takes too long or is too much.
    static func read(
        _ output: borrowing Descriptor, limit: Int, until deadline: Int64
    ) -> (bytes: [UInt8], hasEnded: Bool) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            let rest = deadline - SystemClock.monotonicNanoseconds()
            guard rest > 0 else { break }
            var end = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
            guard poll(&end, 1, Int32(clamping: rest / 1_000_000 + 1)) != 0 else { break }
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
            ended[process] = exitStatus(from: status)
        }
    }
}
