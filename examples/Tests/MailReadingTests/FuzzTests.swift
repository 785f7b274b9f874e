import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import MailReading
@testable import inbox

@Suite("Random and extreme input", .timeLimit(.minutes(20)))
struct FuzzTests {
    private static let seeds = [
        "From: \"A, \\\"B\\\"\" <a@b> (c (d)), G: e@f;\nSubject: =?utf-8?Q?=C3=BC?= =?koi8-r*ru?B?98XSwQ==?=\n x\n\nbody\n",
        "From ada\nSUBJECT : =?iso-2022-jp?B?GyRCJCobKEI=?=\r\n\tfold\r\nFrom: =?gb18030?B?wO7EyA==?= <a@[::1]>\r\n\r\n",
        """
        Content-Type: multipart/mixed; boundary="b"

        --b
        Content-Type: multipart/alternative; boundary=c

        --c
        Content-Type: text/plain; charset=utf-16
        Content-Transfer-Encoding: base64

        SGVsbG8=
        --c--
        --b
        Content-Transfer-Encoding: quoted-printable

        a=3D=
        b=
        --b--
        """,
        "inbox://message?id=%3Ca%40b%3E#z",
    ]

    /// Changes a few bytes. Inserted bytes are mostly special characters of the grammars.
    private func mutate(_ bytes: [UInt8], _ random: inout RandomSource) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let start = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...6, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &random))
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
            default: bytes.insert(random.pick("=?\"\\()<>:;,@[]%-\r\n\t BbQq".utf8), at: start)
            }
        }
        return bytes
    }

    /// All results of reading these bytes in every possible way.
    private func reading(_ bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        let message = Message(parsing: bytes[...])
        let link = Result { try InboxLink(parsing: text) }
        return [
            text.decodingEncodedWords, message.header.subject, message.header.date, message.header.messageID,
            message.header.sender?.description, Sender(parsing: text)?.description, message.plainText,
            message.mediaType, ContentType(parsing: text)?.boundary.map { String(decoding: $0, as: UTF8.self) },
            "\(link)",
        ].map { $0 ?? "nil" }
    }

    @Test("Mutated input is read the same way twice, and shown without control characters", arguments: 0..<4, 0..<2)
    func mutations(seed: Int, run: Int) {
        for number in Fuzz.seeds(from: UInt64(seed * 100 + run)) {
            var random = RandomSource(seed: number)
            for _ in 0..<300 {
                let bytes = mutate(Array(Self.seeds[seed].utf8), &random)
                let result = reading(bytes)
                #expect(result == reading(bytes), "\(bytes)")
                let shown = result.map(\.harmless).joined().unicodeScalars
                #expect(shown.allSatisfy { $0.properties.generalCategory != .control }, "\(bytes)")
            }
        }
    }

    @Test(
        "Long repetitive input is read in linear time",
        arguments: [
            "=?", "=?utf-8?q?", "=?utf-8?q?x?=", "=?x?b?a?= ", "=?gb18030?B?wO7EyA==?= =?koi8-r?B?98XSwQ==?= ", "(",
            "((\\", "\"",
            "<", "a:", ",", "\\", " ", "\t", "=", "= ", "=\r", "\r", ";=\"", "--b\n", "--b\n\n", "%4", "x",
        ])
    func longInputs(pattern: String) {
        let start = Fuzz.processorTime
        // One of them at the limit shows that it can be reached.
        let size = pattern == "=?" ? Maildir.headerLimit : Maildir.headerLimit / 4
        let text = String(repeating: pattern, count: size / pattern.utf8.count)
        let header = "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: quoted-printable\nFrom: "
        let result = reading(Array((header + text + "\n\n" + text).utf8))
        #expect(result.count == 10)
        for encoding in ["quoted-printable", "base64", "8bit"] {
            let body = Array("Content-Transfer-Encoding: \(encoding)\n\n\(text)".utf8)
            #expect(Message(parsing: body[...]).plainText != nil)
        }
        // It takes a fraction of a second, and minutes in quadratic time.
        #expect(Fuzz.processorTime - start < 20)
    }
}
