import Foundation
import NIOCore
import ServerTestSupport
import TestSupport
import Testing

@testable import Serving

@Suite("The parser of multipart/form-data")
struct MultipartParserTests {
    struct Part: Hashable, Codable, CustomStringConvertible {
        let name: String
        let fileName: String?
        let content: Data

        var description: String { "\(name) \(fileName ?? "-") \(content.base64EncodedString())" }
    }

    /// Parses a form that arrives in these pieces.
    static func parts(_ pieces: [ByteBuffer], boundary: String) throws -> [Part] {
        var parser = MultipartParser(boundary: try #require(MultipartBoundary(boundary)))
        var parts: [Part] = []
        var open: (header: MultipartHeader, content: Data)?
        for event in try pieces.flatMap({ try parser.feed($0) }) {
            switch event {
            case .part(let header):
                #expect(open == nil)
                open = (header, Data())
            case .content(let bytes): open?.content += Data(bytes.readableBytesView)
            case .endOfPart:
                let part = try #require(open)
                parts.append(Part(name: part.header.name, fileName: part.header.fileName, content: part.content))
                open = nil
            }
        }
        try parser.finish()
        #expect(open == nil)
        return parts
    }

    private static func parts(_ text: String, boundary: String = "b") throws -> [Part] {
        try parts([ByteBuffer(string: text)], boundary: boundary)
    }

    private static let field = "--b\r\nContent-Disposition: form-data; name=\"notes\"\r\n\r\nfixed\r\n--b--\r\n"

    @Test(
        "Forms are read in the way browsers write them",
        arguments: [
            (field, [Part(name: "notes", fileName: nil, content: Data("fixed".utf8))]),
            ("before\r\n" + field + "after", [Part(name: "notes", fileName: nil, content: Data("fixed".utf8))]),
            ("--b \t\r\n" + field.dropFirst(4), [Part(name: "notes", fileName: nil, content: Data("fixed".utf8))]),
            (
                "--b\r\ncontent-type: text/plain\r\nCONTENT-DISPOSITION:form-data;filename=\"\";name=file\r\n\r\n\r\n--b--",
                [Part(name: "file", fileName: "", content: Data())]
            ),
            ("--b--\r\n", []),
            (
                "--b\r\nContent-Disposition: form-data; name=\"a;\\\"b\\\\\"; filename=\"c:\\x %22.ipa\"\r\n\r\n--b\r\n--b--",
                [Part(name: "a;\"b\\", fileName: "c:\\x %22.ipa", content: Data("--b".utf8))]
            ),
        ] as [(String, [Part])])
    func isRead(text: String, parts: [Part]) throws { #expect(try Self.parts(text) == parts) }

    @Test(
        "A form that no browser would write is refused",
        arguments: [
            "", "--b", "--c\r\n\r\n\r\n--c--", "--b\r\n", field.replacing("--b--", with: ""),
            field.replacing("form-data", with: "attachment"), field.replacing("; name=\"notes\"", with: ""),
            field.replacing("Content-Disposition", with: "Content Disposition"),
            field.replacing(": form-data", with: " form-data"), field.replacing("--b\r\n", with: "--bx\r\n"),
            field.replacing("\"notes\"\r\n", with: "\"notes\"\r\nContent-Disposition: form-data; name=\"file\"\r\n"),
            "--b\r\n" + String(repeating: "X-Long: header\r\n", count: 1000), String(repeating: "x", count: 20_000),
            String(repeating: "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n", count: 40) + "--b--",
        ])
    func isRefused(text: String) { #expect(throws: MultipartError.self) { try Self.parts(text) } }

    @Test(
        "The boundary of a form is read from its content type",
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"),
            ("Multipart/Form-Data;charset=utf-8; BOUNDARY=\"a b\"", "a b"),
            ("multipart/form-data", nil), ("multipart/mixed; boundary=abc", nil),
            ("multipart/form-data; boundary=", nil),
            ("multipart/form-data; boundary=\"a \"", nil), ("multipart/form-data; boundary=a\u{0}b", nil),
            ("multipart/form-data; boundary=" + String(repeating: "a", count: 71), nil),
            ("multipart/form-data; boundary=\"a", nil),
        ] as [(String, String?)])
    func namesBoundary(type: String, boundary: String?) {
        #expect(MultipartBoundary(contentType: type)?.description == boundary)
    }

    private struct Form: Encodable {
        let type: String
        let body: Data
    }

    @Test("Random forms in random pieces are read as Python's email package reads them")
    func agreesWithPythonAtRandom() async throws {
        var random = RandomSource(seed: 6)
        var forms: [(body: [UInt8], parts: [Part], boundary: String)] = []
        for _ in 0..<200 {
            let boundary = "----WebKitFormBoundary\(random.below(1000))"
            var parts: [Part] = []
            var body: [UInt8] = []
            for index in 0..<1 + random.below(4) {
                let fileName = random.below(2) == 0 ? nil : "Rooms \(random.below(9)).ipa"
                let content = Self.content(near: boundary, using: &random)
                parts.append(Part(name: "field\(index)", fileName: fileName, content: Data(content)))
                let file = fileName.map { "; filename=\"\($0)\"\r\nContent-Type: application/octet-stream" } ?? ""
                body += Array(
                    "--\(boundary)\r\nContent-Disposition: form-data; name=\"field\(index)\"\(file)\r\n\r\n".utf8)
                body += content + Array("\r\n".utf8)
            }
            body += Array("--\(boundary)--\r\n".utf8)
            forms.append((body, parts, boundary))
        }
        let judged: [[Part]] = try await Python.run(
            """
            import email.parser, email.policy
            answer = []
            for form in given:
                head = f"Content-Type: {form['type']}\\r\\n\\r\\n".encode()
                message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + base64.b64decode(form["body"]))
                parts = []
                for part in message.iter_parts():
                    content = part.get_payload(decode=True)
                    parts.append({
                        "name": part.get_param("name", header="content-disposition"), "fileName": part.get_filename(),
                        "content": base64.b64encode(content).decode()})
                answer.append(parts)
            """, given: forms.map { Form(type: "multipart/form-data; boundary=\($0.boundary)", body: Data($0.body)) })
        for (form, parts) in zip(forms, judged) {
            #expect(parts == form.parts)
            for longest in [1, 7, 100, 100_000] {
                let pieces = form.body.pieces(using: &random, atMost: longest)
                #expect(try Self.parts(pieces, boundary: form.boundary) == parts)
            }
        }
    }

    /// Contents with long pieces of the delimiter in them, but never all of it.
    private static func content(near boundary: String, using random: inout RandomSource) -> [UInt8] {
        (0..<random.below(8)).reduce(into: []) { content, _ in
            switch random.below(5) {
            case 0: content += Array("\r\n--".utf8)
            case 1: content += Array("\r\n--\(boundary)".utf8.dropLast(1 + random.below(boundary.utf8.count)))
            case 2: content += Array("\r".utf8)
            case 3: content += random.bytes(random.below(300))
            default: content += Array("--\(boundary)x\r\n".utf8.dropFirst())
            }
        }
    }

    @Test("A broken form gives the same result whole and in pieces")
    func survivesAtRandom() throws {
        var random = RandomSource(seed: 7)
        let words = [
            "--b", "\r\n", "\r", "\n", "--", "Content-Disposition: form-data; name=\"a\"", "\"", ";", "x", "\u{FF}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<random.below(14)).map { _ in words[random.below(words.count)] }.joined()
            let pieces = Array(text.utf8).pieces(using: &random, atMost: 9)
            let whole = Result { try Self.parts(text) }
            let inPieces = Result { try Self.parts(pieces, boundary: "b") }
            #expect((try? whole.get()) == (try? inPieces.get()), "\(text.debugDescription)")
        }
    }
}
