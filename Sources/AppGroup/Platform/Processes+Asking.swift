#if canImport(Darwin)
import Darwin
#else
import CAppGroupSQLite
import Glibc
#endif

extension Processes {
    /// What a program answered.
    package struct Answer {
        /// Its exit status, or 128 and the number of the signal that ended it.
        package let status: Int32
        /// What it wrote to its standard output.
        package let output: [UInt8]
    }

    /// Gives a program its input, and waits for what it answers. Its errors go where those of this process go, and it may
    /// talk to the person through the terminal.
    ///
    /// The input is given whole before the answer is read, as suits a program that lets a person choose from it.
    ///
    /// - Parameter limit: The most bytes of an answer that are kept; what comes after them is dropped.
    package static func ask(_ program: Program, input: [UInt8], limit: Int) throws(SystemError) -> Answer {
        fflush(nil)
        var toChild = try Channel()
        var fromChild = try Channel()
        var spawn = try Spawn(resetting: .pipeAndKeyboard)
        try spawn.connect(input: toChild.reader, output: fromChild.writer)
        let pipeHandler = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, pipeHandler) }
        let keyboard = KeyboardSignals()
        defer { keyboard.restore() }
        let process = try spawn.start(program)
        toChild.closeReader()
        fromChild.closeWriter()
        toChild.write(input)
        toChild.closeWriter()
        let output = fromChild.read(limit: limit)
        return Answer(status: try exitStatus(of: process, options: 0) ?? 0, output: output)
    }
}

/// A pipe whose ends are closed one by one. Children inherit none but what ``Spawn`` connects.
private struct Channel: ~Copyable {
    private(set) var reader: Int32
    private(set) var writer: Int32

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        try SystemError.retrying { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #else
        try SystemError.retrying { pipe2(&ends, O_CLOEXEC) }
        #endif
        (reader, writer) = (ends[0], ends[1])
    }

    deinit { for end in [reader, writer] where end >= 0 { close(end) } }

    mutating func closeReader() {
        close(reader)
        reader = -1
    }

    mutating func closeWriter() {
        close(writer)
        writer = -1
    }

    /// Writes as long as somebody reads.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try? SystemError.retrying {
                rest.withUnsafeBytes {
                    #if canImport(Darwin)
                    Darwin.write(writer, $0.baseAddress, $0.count)
                    #else
                    Glibc.write(writer, $0.baseAddress, $0.count)
                    #endif
                }
            }
            guard let count else { return }
            rest = rest.dropFirst(count)
        }
    }

    func read(limit: Int) -> [UInt8] {
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try? SystemError.retrying {
                #if canImport(Darwin)
                Darwin.read(reader, &chunk, chunk.count)
                #else
                Glibc.read(reader, &chunk, chunk.count)
                #endif
            }
            guard let count, count > 0 else { return result }
            result += chunk[..<min(count, limit - result.count)]
        }
    }
}
