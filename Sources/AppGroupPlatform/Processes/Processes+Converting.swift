#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Processes {
    /// Runs a helper that reads its standard input, and writes a result. Its errors are dropped.
    ///
    /// The input is a file without a name, so the helper can be killed at any time without a signal for this process.
    ///
    /// - Parameters:
    ///   - folder: A folder for that file, such as `/tmp`.
    ///   - limit: The most bytes that a result may have.
    ///   - timeout: How long to wait for it; then the helper is killed.
    /// - Returns: What it wrote; `nil` if it failed, took too long, or wrote too much.
    package static func output(
        of program: Program, input: [UInt8], in folder: String, limit: Int, timeout: Duration
    ) throws(SystemError) -> [UInt8]? {
        let path = "\(folder)/\(RandomName.make()).input"
        let file = try Descriptor.makingFile(at: path)
        try Files.remove(path)
        try file.write(input[...])
        lseek(file.number, 0, SEEK_SET)
        let ends = try Pipe.ends()
        let reader = Descriptor(owning: ends.reader)
        let child = try start(program, input: file, output: Descriptor(owning: ends.writer))
        let (bytes, hasEnded) = read(reader, limit: limit, until: Deadline(after: timeout))
        guard hasEnded else {
            child.stop()
            return nil
        }
        return child.ending() == .exit(0) ? bytes : nil
    }

    /// Starts the helper. After that, only the helper has the end of the pipe that it writes to.
    private static func start(
        _ program: Program, input: borrowing Descriptor, output: consuming Descriptor
    ) throws(SystemError) -> Child {
        var spawn = try Spawn(resetting: .all)
        try spawn.silence()
        try spawn.connect(input: input.number, output: output.number, errors: nil)
        try spawn.closeOthers()
        return Child(try spawn.start(program))
    }
}
