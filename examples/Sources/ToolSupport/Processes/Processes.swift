public import AppGroupPlatform

extension Processes {
    /// Runs a program found through `PATH`, and keeps what it writes to standard output. Its messages and questions go to
    /// this process's standard error and terminal.
    ///
    /// - Parameters:
    ///   - input: What the program reads from standard input; nil to let it read this process's. It must fit into a pipe:
    ///      4,096 bytes.
    ///   - limit: The most bytes of output; a program that writes more is killed.
    ///   - timeout: A program that takes longer is killed.
    /// - Returns: nil if there is no such program.
    public static func capture(
        _ command: [String], input: [UInt8]? = nil, limit: Int = 65_536, killedAfter timeout: Duration
    ) throws(SystemError) -> Collected? {
        guard let program = Program(command) else { return nil }
        return try collect(
            program, input: input.map { .bytes($0) } ?? .same, showingErrors: true, limit: limit, timeout: timeout)
    }

    /// Runs a program found through `PATH` with this process's terminal, input and output, and waits for it.
    ///
    /// Control-C is left to the program.
    ///
    /// - Returns: Its exit status; nil if there is no such program, or if a signal ended it.
    public static func runInForeground(_ command: [String]) -> Int32? {
        // A signal counts as a status above 128.
        Program(command).flatMap { try? runInForeground($0) }.flatMap { $0 > 128 ? nil : $0 }
    }

    /// Runs a program found through `PATH`, without input or output, and kills it if it takes too long.
    ///
    /// - Returns: Its exit status; nil if there is no such program, or if it was killed.
    public static func run(_ command: [String], killedAfter timeout: Duration) -> Int32? {
        run(command, killedAfter: timeout) {}
    }

    /// Runs a program as ``run(_:killedAfter:)`` does.
    ///
    /// - Parameter check: Called several times a second. If it throws, the program is killed.
    public static func run(
        _ command: [String], killedAfter timeout: Duration, check: () throws -> Void
    ) rethrows -> Int32? {
        guard let child = start(command) else { return nil }
        return try exitStatus(of: child, killedAfter: timeout, check: check)
    }

    /// Runs a program without output, and kills it if it takes too long. Its messages go to this process's standard error. If
    /// this process ignores the terminal's closing, so does the program.
    ///
    /// - Parameters:
    ///   - input: What the program reads from standard input. It must fit into a pipe: 4,096 bytes.
    ///   - check: Called several times a second. If it throws, the program is killed.
    /// - Returns: Its exit status; nil if it was killed.
    /// - Throws: What `check` throws, and a `SystemError` if the program can't be started.
    public static func run(
        _ program: Program, input: [UInt8], killedAfter timeout: Duration, check: () throws -> Void
    ) throws -> Int32? {
        let ends = try Pipe.ends()
        let reader = Descriptor(owning: ends.reader)
        try Descriptor(owning: ends.writer).write(input[...])
        let child = try start(
            program, input: reader.number, errors: StandardStream.error.rawValue, resetting: .pipeAndKeyboard)
        return try exitStatus(of: child, killedAfter: timeout, check: check)
    }

    private static func exitStatus(
        of child: Child, killedAfter timeout: Duration, check: () throws -> Void
    ) rethrows -> Int32? {
        let deadline = ContinuousClock.now + timeout
        repeat {
            if let ending = child.ending(within: .milliseconds(100)) { return ending.exitStatus }
            do { try check() } catch {
                child.stop()
                throw error
            }
        } while ContinuousClock.now < deadline
        child.stop()
        return nil
    }

    /// Starts a program of the desktop that is found through `PATH`, without input or output. It may outlive this
    /// process.
    ///
    /// - Parameter time: How long to wait for it to fail at once.
    /// - Returns: Its exit status; 0 if it still runs after that time; nil if there is no such program, or if a signal
    ///   ended it.
    public static func start(_ command: [String], watchingFor time: Duration) -> Int32? {
        guard let child = start(command) else { return nil }
        return child.ending(within: time).map(\.exitStatus) ?? 0
    }

    private static func start(_ command: [String]) -> Child? {
        Program(command).flatMap { try? start($0) }
    }
}
