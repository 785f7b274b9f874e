import AppGroupCrypto
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import MailReading
@testable import ToolSupport

@Suite("Parts of messages beside Python's email module")
struct PartsOracleTests {
    private struct Part: Codable, Equatable {
        let depth: Int
        let type: String
        let name: String?
        let hasParts: Bool
        let digest: String?
    }

    /// The messages of Python's own tests (Debian's libpython3.11-testsuite).
    private static let corpus = URL(filePath: "/usr/lib/python3.11/test/test_email/data")

    private func ours(_ file: String) throws -> [Part] {
        let tree = try MessageTree(MessageFileBytes(file))
        return try tree.parts.map { part in
            var digest: String?
            if !part.hasParts, part.mediaType != "message/delivery-status" {
                var bytes: [UInt8] = []
                try tree.decode(part) { bytes += $0 }
                while let last = bytes.last, last == 10 || last == 13 { bytes.removeLast() }
                digest = try HashFunction.sha256.digest(of: bytes).hexadecimal
            }
            return Part(
                depth: part.depth, type: part.mediaType, name: part.header.fileName(likely: nil),
                hasParts: part.hasParts, digest: digest)
        }
    }

    private func theirs(_ files: [String]) throws -> [[Part]] {
        let result = try Program(executable: Python.interpreter).run([Python.path(of: "mail_parts.py")] + files)
        try #require(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode([[Part]].self, from: Data(result.output.utf8))
    }

    /// Files of the corpus that are read in another way on purpose.
    private static let differences = [
        "msg_37.txt": "Two delimiters in a row have an empty part between them; Python sees one delimiter.",
        "msg_42.txt":
            "A body with nothing but its closing line has no parts; Python doesn't count the line as its text.",
    ]

    @Test("The messages of Python's own tests have the same parts, names of files and decoded bytes")
    func corpus() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
            .filter { $0.hasPrefix("msg_") }.sorted()
        try #require(files.count >= 45)
        let paths = files.map { Self.corpus.appending(path: $0).path }
        for (file, expected) in zip(files, try theirs(paths)) {
            let found = try ours(Self.corpus.appending(path: file).path)
            if let reason = Self.differences[file] {
                #expect(found != expected, "\(file) is now read in the same way: \(reason)")
            } else {
                #expect(found == expected, "\(file)")
            }
        }
    }

    @Test("Random nested messages have the same parts and decoded bytes", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) throws {
        let folder = try TemporaryFolder("parts")
        defer { withExtendedLifetime(folder) {} }
        var writer = MessageWriter(random: RandomSource(seed: seed))
        let paths = try (0..<150).map { number in
            try folder.write("\(number)", writer.message())
        }
        for (path, expected) in zip(paths, try theirs(paths)) {
            let found = try ours(path)
            let source = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            #expect(found == expected, "\(source)")
        }
    }
}
