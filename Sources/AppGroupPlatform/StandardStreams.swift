#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The three streams that a command-line program begins with.
package enum StandardStream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// How many columns the terminal has; `nil` if this is none, or one that does not say.
    package var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// How many lines the terminal has; `nil` if this is none, or one that does not say.
    package var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

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

    /// Writes all the bytes.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Outcome {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                rest = try rest.dropFirst(SystemError.retrying { rest.withUnsafeBytes { writeOnce($0) } })
            } catch .brokenPipe {
                return .closed
            } catch {
                return .failed(error.message)
            }
        }
        return .written
    }

    private func writeOnce(_ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(rawValue, buffer.baseAddress, buffer.count)
        #else
        Glibc.write(rawValue, buffer.baseAddress, buffer.count)
        #endif
    }
}
