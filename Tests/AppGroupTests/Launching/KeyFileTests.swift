import TestSupport
import Testing

@testable import AppGroup

@Suite("Key files")
struct KeyFileTests {
    private func parse(_ text: String) throws(KeyFile.Problem) -> [String: String]? {
        try KeyFile(Array(text.utf8), keeping: ["A"])["A"]
    }

    @Test(
        "Comments, blank lines, spaces around “=”, CRLF and other groups are accepted",
        arguments: [
            ("[A]\nk=v", ["k": "v"]), ("# c\n\n[A]\n k = v \r\n#x=y\n[B]\nk=w\n", ["k": "v"]),
            ("[A]\nk==v=\n", ["k": "=v="]),
            ("[A]\nk=\n", ["k": ""]), ("[A]\nk=1\nk=2\n", ["k": "2"]),
            ("[A]\nk=1\n[B]\nl=1\n[A]\nm=1\n", ["k": "1", "m": "1"]),
            ("[A]\n", [:]),
        ])
    func readsValues(text: String, values: [String: String]) throws {
        #expect(try parse(text) == values)
    }

    @Test(
        "A text that is not a key file is refused with the number of the line",
        arguments: [
            ("k=v\n[A]", "line 1 comes before the first group"),
            ("[A]\nk\n", "line 2 is neither a group nor KEY=VALUE"),
            ("[A]\n=v\n", "line 2 is neither a group nor KEY=VALUE"),
            ("[A\n", "line 1 begins with “[” and names no group"),
            ("[]\n", "line 1 begins with “[” and names no group"), ("[A]\nk=a\0b\n", "line 2 is not text in UTF-8"),
        ])
    func refusesOthers(text: String, problem: String) {
        #expect(throws: KeyFile.Problem(description: problem)) { try parse(text) }
    }

    @Test("Bytes that are not UTF-8 are refused")
    func refusesLatin1() {
        #expect(throws: KeyFile.Problem(description: "line 2 is not text in UTF-8")) {
            try KeyFile(Array("[A]\nk=".utf8) + [0xE9], keeping: ["A"])
        }
    }

    @Test(
        "Escapes in a string are replaced",
        arguments: [
            (#"a\sb\tc\nd\re\\f"#, "a b\tc\nd\re\\f"), (#"\q\;"#, #"\q\;"#), (#"end\"#, #"end\"#), ("", ""),
            (#"\\n"#, #"\n"#),
        ])
    func unescapes(raw: String, text: String) {
        #expect(KeyFile.string(raw) == text)
    }

    @Test(
        "Semicolons end or separate the items of a list, unless they are escaped",
        arguments: [
            ("a;b;", ["a", "b"]), ("a;b", ["a", "b"]), (#"a\;b;c\\;d"#, ["a;b", #"c\"#, "d"]), (";;", []), ("", []),
        ])
    func splitsLists(raw: String, items: [String]) {
        #expect(KeyFile.list(raw) == items)
    }

    @Test("A file that is written by the rules is read back, and damage only gives an error")
    func roundTripAndDamage() throws {
        var random = RandomSource(seed: 1)
        let alphabet = Array("ab =#[];\\\n\t\r\"'%é漢\u{202E}")
        for _ in 0..<500 {
            var values: [String: String] = [:]
            for index in 0..<Int.random(in: 0...6, using: &random) {
                values["Key\(index)"] = String(
                    (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
            }
            var lines = ["# comment", "", "[Other]", "Key0=no", "[A]"]
            lines += values.map { "\($0) = \(Self.escaped($1))" }.shuffled(using: &random)
            var bytes = Array(lines.joined(separator: "\n").utf8)
            let read = try #require(try KeyFile(bytes, keeping: ["A"])["A"])
            #expect(read.mapValues { KeyFile.string($0) } == values)

            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if let damaged = try? KeyFile(bytes, keeping: ["A"]) {
                #expect((damaged["A"] ?? [:]).count <= lines.count)
            }
        }
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": #"\\"#
            case "\n": #"\n"#
            case "\t": #"\t"#
            case "\r": #"\r"#
            case " ": #"\s"#
            default: String(scalar)
            }
        }.joined()
    }
}
