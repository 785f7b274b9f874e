import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import PDFText

@Suite("Encryption")
struct EncryptionTests {
    /// The vectors that were published with the cipher, and the first 40-bit vector of RFC 6229.
    @Test(
        "RC4 encrypts the published test vectors",
        arguments: [
            ("Key", "Plaintext", [0xBB, 0xF3, 0x16, 0xE8, 0xD9, 0x40, 0xAF, 0x0A, 0xD3]),
            ("Wiki", "pedia", [0x10, 0x21, 0xBF, 0x04, 0x20]),
            (
                "Secret", "Attack at dawn",
                [0x45, 0xA0, 0x1F, 0x64, 0x5F, 0xC3, 0x5B, 0x38, 0x35, 0x52, 0x54, 0x4B, 0x9B, 0xF5]
            ),
            ("\u{1}\u{2}\u{3}\u{4}\u{5}", "\0\0\0\0\0\0\0\0", [0xB2, 0x39, 0x63, 0x05, 0xF0, 0x3D, 0xC0, 0x27]),
        ] as [(String, String, [UInt8])])
    func rc4(key: String, plain: String, expected: [UInt8]) {
        var cipher = RC4(key: Array(key.utf8))
        #expect(cipher.apply(Array(plain.utf8)) == expected)
    }

    @Test(
        "Streams and strings that are too short decrypt to nothing, and all others in whole blocks",
        arguments: [0, 15, 16, 31, 47, 100])
    func shortStreams(count: Int) throws {
        let key = [UInt8](repeating: 7, count: 16)
        let plain = try AESCBC.decryptPadded([UInt8](repeating: 1, count: count), key: key)
        #expect(plain.count <= max(0, count - 16))
    }

    /// A file as qpdf encrypts it with an empty user password.
    private func encrypted(_ bytes: [UInt8], _ options: [String]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let plain = try folder.write("plain.pdf", bytes)
        let result = folder.url.appending(path: "encrypted.pdf")
        let qpdf = Program(executable: URL(filePath: "/usr/bin/qpdf"))
        let arguments = ["--allow-weak-crypto"] + options + [plain, result.path]
        let finished = try qpdf.run(arguments)
        try #require(finished.status == 0, "\(finished.errors)")
        return Array(try Data(contentsOf: result))
    }

    @Test(
        "A damaged file is recovered if its object streams are encrypted",
        arguments: [["40"], ["128", "--use-aes=n"], ["128", "--use-aes=y"], ["256"]])
    func damaged(cipher: [String]) throws {
        var writer = PDFWriter()
        writer.page("BT /F 10 Tf 50 700 Td (2100) Tj ET")
        let options = ["--object-streams=generate", "--encrypt", "", "owner"] + cipher + ["--"]
        let bytes = try encrypted(writer.finish(), options)
        let end = try #require(bytes.firstIndex(of: "startxref", from: 0))
        let reading = try Reading(bytes[..<end] + Array("startxref\n7\n%%EOF\n".utf8))
        #expect(reading == Reading(rows: [PDFRow(["2100"])], notes: [.damagedFile]))
    }

    @Test(
        "Texts and names of collections in the dictionaries of an encrypted file are decrypted",
        arguments: [
            ["--encrypt", "", "owner", "40", "--"], ["--encrypt", "", "owner", "128", "--use-aes=n", "--"],
            ["--encrypt", "", "owner", "128", "--use-aes=y", "--"], ["--encrypt", "", "owner", "256", "--"],
            ["--encrypt", "", "owner", "256", "--force-R5", "--"],
            ["--object-streams=generate", "--encrypt", "", "owner", "128", "--use-aes=y", "--"],
            ["--object-streams=generate", "--encrypt", "", "owner", "256", "--"],
        ])
    func strings(options: [String]) throws {
        func marked(_ name: String, _ y: Int) -> String {
            "BT /F 10 Tf 50 \(y) Td /Span /\(name) BDC <0022> Tj EMC ET\n"
        }
        var writer = PDFWriter()
        writer.page(
            "BT /F 10 Tf 50 700 Td <0022> Tj ET\n" + marked("T", 680) + marked("D", 660) + "/X Do",
            resources: "/XObject << /X 7 0 R >> /Properties << /T 6 0 R /D << /ActualText <FEFF00E90074> >> >>",
            font: "<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [8 0 R] >>")
        writer.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] >>")
        writer.object(6, "<< /ActualText (Refused) >>")
        let properties = "/Properties << /T << /ActualText (Approved) >> >>"
        writer.stream(
            7,
            "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F 5 0 R >> \(properties) >>",
            Array(marked("T", 640).utf8))
        writer.object(
            8,
            """
            << /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /DW 1000
            /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 0 >> >>
            """)
        let plain = writer.finish()
        let expected = Reading(rows: [PDFRow(["A"]), PDFRow(["Refused"]), PDFRow(["ét"]), PDFRow(["Approved"])])
        #expect(try Reading(plain) == expected)
        #expect(try Reading(encrypted(plain, options)) == expected)
    }

    @Test("Thousands of encrypted strings that a page needs count as work, even if they are empty")
    func manyStrings() throws {
        var writer = PDFWriter()
        writer.page(
            "BT /F 10 Tf 50 700 Td (before) Tj /Span /T BDC EMC (after) Tj ET", resources: "/Properties << /T 6 0 R >>")
        writer.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] >>")
        writer.object(6, "<< /ActualText (x) /Rest [\(String(repeating: "() ", count: 5000))] >>")
        let plain = writer.finish()
        var limits = PDFLimits.standard
        (limits.decodedTotal, limits.decodedRatio) = (1 << 20, 0)
        #expect(try Reading(plain, limits: limits) == Reading(rows: [PDFRow(["beforeafter"])]))
        let bytes = try encrypted(plain, ["--encrypt", "", "owner", "40", "--"])
        let cut = Reading(rows: [PDFRow(["before"])], notes: [.tooLarge])
        #expect(try Reading(bytes, limits: limits) == cut)
    }
}
