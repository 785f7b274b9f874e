import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// `Tests/Exchange/ntlm_acceptor.py` in its own process: pyspnego's side of logins.
final class Acceptor {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let folder: TemporaryFolder

    /// - Parameter certificate: What logins must be bound to, and by which hash.
    init(user: String, certificate: (path: String, hash: String)? = nil) throws {
        folder = try TemporaryFolder("users")
        let users = try folder.write("users", "\(user)\n".utf8)
        process = Program(executable: Exchange.interpreter).process(
            [Exchange.path(of: "ntlm_acceptor.py"), users] + (certificate.map { [$0.path, $0.hash] } ?? []))
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Gives it a message, and returns its line.
    func step(_ message: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("\(message)\n".utf8))
        var line = Data()
        while line.last != 10 {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the acceptor has ended")
            line += more
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }
}

func bytes(hexadecimal text: String) -> [UInt8] {
    stride(from: 0, to: text.count, by: 2).map { place in
        UInt8(text.dropFirst(place).prefix(2), radix: 16) ?? 0
    }
}
