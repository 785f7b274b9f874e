import Testing

@testable import PDFText

@Suite("The syntax of PDF")
struct LexerTests {
    private func string(_ text: String) -> String? {
        var parser = ObjectParser(Array(text.utf8))
        return parser.object()?.string.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Strings may contain escapes, octal codes, nested parentheses and line ends",
        arguments: [
            ("(a)", "a"), ("()", ""), ("(refused \\(see letter\\))", "refused (see letter)"),
            ("(a (b (c)) d)", "a (b (c)) d"),
            ("(\\101\\1012\\53)", "AA2+"), ("(\\n\\r\\t\\b\\f\\\\\\x)", "\n\r\t\u{8}\u{C}\\x"), ("(a\\\nb)", "ab"),
            ("(a\\\r\nb)", "ab"), ("(a\r\nb\rc)", "a\nb\nc"), ("<48656C6c6F>", "Hello"), ("<4 8\n6>", "H`"), ("<>", ""),
        ])
    func strings(source: String, expected: String) {
        #expect(string(source) == expected)
    }

    @Test("A string without an end is not a string", arguments: ["(a", "(a (b)", "<48", "(\\", "<"])
    func openStrings(source: String) {
        #expect(string(source) == nil)
    }

    @Test(
        "Numbers have many forms",
        arguments: [
            ("1", 1.0), ("-17", -17), ("+3", 3), ("4.", 4), (".5", 0.5), ("-.002", -0.002), ("--5", -5), ("0012", 12),
            ("1.25", 1.25),
        ])
    func numbers(source: String, expected: Double) throws {
        var parser = ObjectParser(Array((source + " ").utf8))
        let number = try #require(parser.object()?.number)
        #expect(abs(number - expected) < 1e-9)
    }

    @Test(
        "Names may contain bytes as hexadecimal digits",
        arguments: [("/A#20B", "A B"), ("/", ""), ("/A#2", "A#2"), ("/a.b-c*", "a.b-c*")])
    func names(source: String, expected: String) {
        var parser = ObjectParser(Array((source + " ").utf8))
        #expect(parser.object()?.name == expected)
    }

    @Test("Dictionaries, arrays, references and comments are parsed")
    func containers() throws {
        let source = "<< /A [1 2 0 R (x)] % comment >>\n/B << /C true /D null >> /E/F>>"
        var parser = ObjectParser(Array(source.utf8))
        let dictionary = try #require(parser.object()?.dictionary)
        let array = try #require(dictionary["A"]?.array)
        #expect(array.count == 3)
        #expect(array[1].reference == 2)
        #expect(dictionary["B"]?.dictionary?.count == 2)
        #expect(dictionary["E"]?.name == "F")
    }

    @Test("An object that is cut off anywhere asks for more bytes", arguments: 1..<60)
    func windows(length: Int) throws {
        let object = Array("12 0 obj\n<< /Length 5 /A (x\\)) >>\r\nstream\r\nabcde\r\nendstream".utf8)
        var reader = ObjectReader(source: PDFBytes(Array(object.prefix(length))), limit: 1 << 20)
        let data = try #require(object.firstIndex(of: "abcde", from: 0))
        switch try reader.read(at: 0, isFinal: false) {
        case .incomplete(let count):
            #expect(count == length)
            #expect(length <= data + 1)
        case .object(let found):
            #expect(found.end == data)
            #expect(found.isStream)
        case .none: Issue.record("There is no object")
        }
    }
}
