import AppGroupPlatform
import CAppGroupCurl

/// The connection of a session after the login: commands out, and lines and messages in.
final class MailboxStream {
    private let handle: CurlHandle
    private let address: MailboxAddress
    private let patience: Patience

    /// The bytes that have arrived and were not taken yet.
    private var buffer = [UInt8](repeating: 0, count: blockSize)
    private var rest = 0..<0

    /// How many bytes are read at a time.
    static let blockSize = 64 << 10

    /// The longest reply that is read. RFC 2449 allows 512 bytes.
    private static let lineLimit = 4096

    /// - Parameters:
    ///   - handle: Has an open connection.
    ///   - patience: How long the server may send nothing, and how long one answer may take.
    init(_ handle: CurlHandle, at address: MailboxAddress, _ patience: Patience) {
        (self.handle, self.address, self.patience) = (handle, address, patience)
    }

    /// Sends a command, or several.
    func send(_ commands: String) throws(MailboxError) {
        let bytes = Array(commands.utf8)
        var sent = 0
        let deadline = Deadline(after: .seconds(patience.silence))
        while sent < bytes.count {
            var count = 0
            let code = bytes.withUnsafeBytes { bytes in
                ThisProcess.withoutBrokenPipeSignal {
                    handle.curl.easy_send(handle.pointer, bytes.baseAddress! + sent, bytes.count - sent, &count)
                }
            }
            sent += count
            if code == CURLE_AGAIN {
                try wait(toWrite: true, until: deadline)
            } else if code != CURLE_OK {
                throw failure(.cut)
            }
        }
    }

    /// The next line, without its end.
    func line() throws(MailboxError) -> [UInt8] {
        var line: [UInt8] = []
        while true {
            if rest.isEmpty { try fill() }
            guard let end = buffer[rest].firstIndex(of: 0x0A) else {
                line += buffer[rest]
                rest = rest.upperBound..<rest.upperBound
                guard line.count <= Self.lineLimit else { throw nonsense }
                continue
            }
            line += buffer[rest.lowerBound..<end]
            rest = (end + 1)..<rest.upperBound
            if line.last == 0x0D { line.removeLast() }
            guard line.count <= Self.lineLimit else { throw nonsense }
            return line
        }
    }

    /// The lines after the first one of an answer, with their ends and without what marks the end of all (RFC 1939, 3): a line with
    /// nothing but a period. A line that begins with a period has one more on the wire.
    func lines(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
        var isAtLineStart = true
        // The last byte that was received, in case a line end is cut in two.
        var last: UInt8 = 0
        let end = patience.end
        while true {
            if rest.isEmpty {
                guard !end.hasPassed else { throw failure(.silent) }
                try fill()
            }
            if isAtLineStart, buffer[rest.lowerBound] == UInt8(ascii: ".") {
                while rest.count < 3 { try fill() }
                if buffer[rest.lowerBound + 1] == 0x0D, buffer[rest.lowerBound + 2] == 0x0A {
                    rest = (rest.lowerBound + 3)..<rest.upperBound
                    return
                }
                rest = (rest.lowerBound + 1)..<rest.upperBound
            }
            let next = run(after: last)
            last = buffer[next.end - 1]
            isAtLineStart = next.isLine
            let taken = rest.lowerBound..<next.end
            rest = next.end..<rest.upperBound
            try buffer.withUnsafeBytes { try receive(UnsafeRawBufferPointer(rebasing: $0[taken])) }
        }
    }

    /// The bytes that need no change: up to the next line that begins with a period, or else all of them.
    ///
    /// - Parameter last: The byte before.
    /// - Returns: Where it ends, and whether a line begins there.
    private func run(after last: UInt8) -> (end: Int, isLine: Bool) {
        buffer.withUnsafeBufferPointer { bytes in
            var before = last
            var index = rest.lowerBound
            while index < rest.upperBound {
                let byte = bytes[index]
                index += 1
                if byte == 0x0A, before == 0x0D {
                    if index == rest.upperBound { return (index, true) }
                    if bytes[index] == UInt8(ascii: ".") { return (index, true) }
                }
                before = byte
            }
            return (index, false)
        }
    }

    /// Waits for more bytes, after those that are there.
    private func fill() throws(MailboxError) {
        if rest.lowerBound > 0 {
            buffer.withUnsafeMutableBytes { bytes in
                bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[rest]))
            }
            rest = 0..<rest.count
        }
        let deadline = Deadline(after: .seconds(patience.silence))
        while true {
            var count = 0
            let code = buffer.withUnsafeMutableBytes { bytes in
                ThisProcess.withoutBrokenPipeSignal {
                    handle.curl.easy_recv(
                        handle.pointer, bytes.baseAddress! + rest.count, bytes.count - rest.count, &count)
                }
            }
            if code == CURLE_AGAIN {
                try wait(toWrite: false, until: deadline)
            } else if code == CURLE_OK, count > 0 {
                rest = 0..<(rest.count + count)
                return
            } else {
                throw failure(.cut)
            }
        }
    }

    private func wait(toWrite isToWrite: Bool, until deadline: Deadline) throws(MailboxError) {
        guard handle.wait(toWrite: isToWrite, until: deadline) else { throw failure(.silent) }
    }

    private func failure(_ failure: TransferFailure) -> MailboxError {
        MailboxError(.unreachable, DownloadError(failure, with: "\(address)").description)
    }

    private var nonsense: MailboxError { MailboxError(.nonsense, "\(address) does not answer as a POP3 server.") }
}
