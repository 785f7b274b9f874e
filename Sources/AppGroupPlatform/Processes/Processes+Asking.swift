#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Processes {
    /// What a program answered.
    package struct Answer {
        /// Its exit status, or 128 and the number of the signal that ended it.
        package let status: Int32
        /// What it wrote to its standard output.
        package let output: [UInt8]
        /// Whether it wrote to its standard error; false if that was not watched.
        package let hasComplained: Bool
    }

    /// Gives a program its input, and waits for what it answers. It may talk to the person through the terminal.
    ///
    /// - Parameters:
    ///   - watchingErrors: Its errors are passed on as they come, and the answer says whether there were any. Else it has the
    ///     standard error of this process for its own, as a program needs that draws there.
    ///   - limit: The most bytes of an answer that are kept; what comes after them is dropped.
    package static func ask(
        _ program: Program, input: [UInt8], watchingErrors: Bool, limit: Int
    ) throws(SystemError) -> Answer {
        fflush(nil)
        var talk = try Conversation(saying: input, limit: limit)
        var spawn = try Spawn(resetting: .pipeAndKeyboard)
        try talk.connect(&spawn, watchingErrors: watchingErrors)
        let pipeHandler = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, pipeHandler) }
        let keyboard = KeyboardSignals()
        defer { keyboard.restore() }
        let child = Child(try spawn.start(program))
        talk.begin()
        while talk.goesOn() {}
        let ending = child.ending()
        // Processes that the program leaves behind may keep its standard error open forever, so this does not wait for its end.
        while talk.passErrors() {}
        return Answer(status: ending.status, output: talk.output, hasComplained: talk.hasComplained)
    }
}

/// What goes to a program and comes from it, in whatever order it reads and writes.
private struct Conversation: ~Copyable {
    private var toChild: Channel
    private var fromChild: Channel
    private var errors: Channel
    private var rest: ArraySlice<UInt8>
    private let limit: Int
    private(set) var output: [UInt8] = []
    private(set) var hasComplained = false

    init(saying input: [UInt8], limit: Int) throws(SystemError) {
        let toChild = try Channel()
        let fromChild = try Channel()
        let errors = try Channel()
        self.toChild = toChild
        self.fromChild = fromChild
        self.errors = errors
        rest = input[...]
        self.limit = limit
    }

    func connect(_ spawn: inout Spawn, watchingErrors: Bool) throws(SystemError) {
        try spawn.connect(
            input: toChild.reader, output: fromChild.writer, errors: watchingErrors ? errors.writer : nil)
    }

    /// The program has its ends.
    mutating func begin() {
        toChild.closeReader()
        fromChild.closeWriter()
        errors.closeWriter()
        for end in [toChild.writer, errors.reader] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    /// Waits for something to happen, and takes its part in it.
    ///
    /// - Returns: Whether the answer goes on.
    mutating func goesOn() -> Bool {
        if rest.isEmpty { toChild.closeWriter() }
        var ends = [
            pollfd(fd: toChild.writer, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: errors.reader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: fromChild.reader, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&ends, nfds_t(ends.count), -1) >= 0 else { return errno == EINTR }
        if ends[0].revents != 0 { say() }
        if ends[1].revents != 0, !passErrors() { errors.closeReader() }
        guard ends[2].revents != 0 else { return true }
        guard let bytes = fromChild.read(), !bytes.isEmpty else { return false }
        output += bytes.prefix(limit - output.count)
        return true
    }

    /// Writes as much as the pipe takes, and stops if nobody reads it.
    private mutating func say() {
        let count = rest.withUnsafeBytes { write(toChild.writer, $0.baseAddress, $0.count) }
        if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR, errno != EAGAIN { rest = [] }
    }

    /// Passes on the errors that are there.
    ///
    /// - Returns: Whether there were any.
    mutating func passErrors() -> Bool {
        guard let bytes = errors.read(), !bytes.isEmpty else { return false }
        hasComplained = true
        StandardStream.error.write(bytes)
        return true
    }
}

/// A pipe with ends that are closed one by one. Children inherit only what ``Spawn`` connects.
private struct Channel: ~Copyable {
    /// -1 once it is closed.
    private(set) var reader: Int32
    /// -1 once it is closed.
    private(set) var writer: Int32

    init() throws(SystemError) {
        (reader, writer) = try Pipe.ends()
    }

    deinit { for end in [reader, writer] where end >= 0 { close(end) } }

    mutating func closeReader() { Self.end(&reader) }

    mutating func closeWriter() { Self.end(&writer) }

    private static func end(_ number: inout Int32) {
        if number >= 0 { close(number) }
        number = -1
    }

    /// What is there to be read; none at the end, and `nil` if nothing is there yet.
    func read() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let number = reader
        let count = try? SystemError.retrying {
            #if canImport(Darwin)
            Darwin.read(number, &chunk, chunk.count)
            #else
            Glibc.read(number, &chunk, chunk.count)
            #endif
        }
        return count.map { Array(chunk.prefix($0)) }
    }
}
