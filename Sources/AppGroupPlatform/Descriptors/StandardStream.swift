#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The three streams that a command-line program begins with.
public enum StandardStream: Int32, Sendable {
    /// Where data comes from.
    case input = 0
    /// Where data goes.
    case output = 1
    /// Where messages go.
    case error = 2

    /// Whether the stream is a terminal.
    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Whether this is the terminal that controls this process. It is not if the process only inherited it, as from a
    /// desktop that was started in a console.
    public var controlsThisProcess: Bool { isTerminal && tcgetsid(rawValue) == getsid(0) }

    /// How many columns the terminal has; `nil` if this is none, or one that does not say.
    public var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// How many lines the terminal has; `nil` if this is none, or one that does not say.
    public var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    /// The size of a cell in pixels; `nil` if this is no terminal, or one that does not say.
    package var cell: (width: Int, height: Int)? {
        guard let size, size.ws_col > 0, size.ws_row > 0, size.ws_xpixel >= size.ws_col, size.ws_ypixel >= size.ws_row
        else { return nil }
        return (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
    }

    private var size: winsize? {
        var size = winsize()
        return ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// How writing ended.
    package enum Outcome {
        case written
        /// The reader has closed the pipe.
        case closed
        /// The system's own words for what went wrong.
        case failed(String)
    }

    /// Writes all the bytes, as ``writeAll(_:)`` does.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Outcome {
        do throws(SystemError) {
            try writeAll(bytes)
        } catch .brokenPipe {
            return .closed
        } catch {
            return .failed(error.message)
        }
        return .written
    }

    /// Writes all the bytes. Waits for room, even if another program has made the pipe or terminal non-blocking for all that share
    /// it.
    public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                rest = try rest.dropFirst(SystemError.retrying { rest.withUnsafeBytes { writeOnce($0) } })
            } catch .wouldBlock {
                var room = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, -1)
            }
        }
    }

    private func writeOnce(_ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(rawValue, buffer.baseAddress, buffer.count)
        #else
        Glibc.write(rawValue, buffer.baseAddress, buffer.count)
        #endif
    }
}
