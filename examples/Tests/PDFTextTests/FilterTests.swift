import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import PDFText

@Suite("Filters")
struct FilterTests {
    /// Bytes, and the same bytes encoded by another program.
    struct Sample: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        /// The stream's dictionary in PDF syntax.
        let dictionary: String
        let encoded: Data
        let plain: Data

        var testDescription: String { name }
    }

    /// Samples from zlib, base64, binascii, libpng and libtiff, called from Python.
    private static let samples: [Sample] = {
        guard let json = try? Python.run("pdf_filters.py") else { return [] }
        return (try? JSONDecoder().decode([Sample].self, from: Data(json.utf8))) ?? []
    }()

    private func decode(_ dictionary: String, _ bytes: [UInt8], limit: Int = 1 << 20) throws -> FilterChain.Decoded {
        var parser = ObjectParser(Array("<< \(dictionary) >>".utf8))
        let parsed = try #require(parser.object()?.dictionary)
        return try FilterChain(parsed) { $0 }.decode(bytes, limit: limit) { _ in }
    }

    @Test("Filters decode the output of other programs")
    func samples() throws {
        #expect(Self.samples.count >= 25)
        for sample in Self.samples {
            let decoded = try decode(sample.dictionary, Array(sample.encoded))
            #expect(decoded.isWhole, "\(sample.name)")
            #expect(decoded.bytes == Array(sample.plain), "\(sample.name)")
        }
    }

    @Test("Damaged data is decoded up to the damage and reported as incomplete")
    func damage() throws {
        for sample in Self.samples where sample.plain.count > 200 {
            let cut = try decode(sample.dictionary, Array(sample.encoded.prefix(sample.encoded.count / 2)))
            #expect(sample.plain.starts(with: cut.bytes.dropLast(4)), "\(sample.name)")
            if sample.name.hasPrefix("flate") { #expect(!cut.isWhole) }
        }
    }

    @Test(
        "Filters refuse to decode more than the limit", arguments: ["/FlateDecode", "/LZWDecode", "/RunLengthDecode"])
    func limits(filter: String) throws {
        for sample in Self.samples where sample.dictionary == "/Filter \(filter)" && sample.plain.count > 200 {
            #expect(throws: ReadFailure.self) {
                try decode(sample.dictionary, Array(sample.encoded), limit: sample.plain.count / 2)
            }
        }
    }

    /// The example of ISO 32000-1, 7.4.4.2.
    @Test("The LZW example of the standard is decoded")
    func lzwExample() throws {
        let decoded = try decode("/Filter /LZWDecode", [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01])
        #expect(decoded.bytes == [45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
        #expect(decoded.isWhole)
    }

    @Test("Image filters are unsupported", arguments: ["/DCTDecode", "/JPXDecode", "/CCITTFaxDecode", "/Nonsense"])
    func unknown(filter: String) {
        #expect(throws: ReadFailure.self) { try decode("/Filter \(filter)", [1, 2, 3]) }
    }
}
