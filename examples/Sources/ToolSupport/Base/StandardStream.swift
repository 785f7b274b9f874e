public import AppGroupPlatform
import CToolSupport

/// Standard output or standard error, unbuffered.
public struct StandardStream: Sendable {
    private let descriptor: CInt

    /// Where data goes.
    public static let output = StandardStream(descriptor: STDOUT_FILENO)

    /// Where messages go.
    public static let error = StandardStream(descriptor: STDERR_FILENO)

    init(descriptor: CInt) { self.descriptor = descriptor }

    /// Whether the stream is a terminal.
    public var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The width of the terminal in columns; nil if the stream isn't a terminal, or the terminal doesn't know its width.
    public var columns: Int? {
        let columns = toolsupport_columns(descriptor)
        return columns > 0 ? Int(columns) : nil
    }

    /// The height of the terminal in lines; nil if the stream isn't a terminal, or the terminal doesn't know its height.
    public var rows: Int? {
        let rows = toolsupport_rows(descriptor)
        return rows > 0 ? Int(rows) : nil
    }

    /// Writes all bytes.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try SystemError.retrying {
                rest.withUnsafeBytes { CToolSupport.write(descriptor, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}

extension StandardStream {
    /// Whether standard input is a terminal.
    public static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// All of standard input.
    ///
    /// - Throws: ``SystemError/tooLarge`` if it has more than `limit` bytes.
    public static func readInput(limit: Int) throws(SystemError) -> [UInt8] {
        var contents: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = try SystemError.retrying { read(STDIN_FILENO, &block, block.count) }
            if count == 0 { return contents }
            contents += block[..<count]
            guard contents.count <= limit else { throw .tooLarge }
        }
    }
}
