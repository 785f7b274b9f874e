import Feeds
import Testing

@Suite("Encodings of feeds")
struct EncodingTests {
    private static let russian: [UInt8] = [0xD4, 0xEE, 0xED, 0xE4]  // Фонд in windows-1251

    private func title(
        _ declaration: String, _ title: [UInt8], mark: [UInt8] = [], contentType: String? = nil
    ) throws -> String {
        let bytes =
            mark + Array("\(declaration)<rss version='2.0'><channel><title>".utf8) + title
            + Array("</title></channel></rss>".utf8)
        return try FeedDocument.read(bytes, contentType: contentType).title
    }

    @Test("The encoding of the answer counts if the document declares none")
    func sent() throws {
        #expect(try title("", Self.russian, contentType: "text/xml; charset=windows-1251") == "Фонд")
        #expect(try title("<?xml version='1.0'?>", Self.russian, contentType: "text/xml;charset=\"CP1251\"") == "Фонд")
    }

    @Test("Blanks, quotation marks and uppercase letters in a claim don't hide the encoding")
    func blanks() throws {
        let sent = "text/xml; q=1 ; CharSet = \" windows-1251 \""
        #expect(try title("", Self.russian, contentType: sent) == "Фонд")
        #expect(try title("<?xml version='1.0' encoding = \" windows-1251 \" ?>", Self.russian) == "Фонд")
    }

    @Test("A claim with many blanks and no encoding is none")
    func onlyBlanks() throws {
        let blanks = String(repeating: " ", count: 200_000)
        for sent in ["text/xml; charset=\(blanks)\"", "text/xml;\(blanks)charset\(blanks)=\(blanks)"] {
            #expect(try title("<?xml encoding='windows-1251'?>", Self.russian, contentType: sent) == "Фонд")
        }
    }

    @Test("The declared encoding counts if the answer says none, or what servers say without thinking")
    func declared() throws {
        let declaration = "<?xml version='1.0' encoding='windows-1251'?>"
        #expect(try title(declaration, Self.russian) == "Фонд")
        #expect(try title(declaration, Self.russian, contentType: "text/xml") == "Фонд")
        #expect(try title(declaration, Self.russian, contentType: "text/xml; charset=ISO-8859-1") == "Фонд")
        #expect(try title(declaration, Self.russian, contentType: "text/xml; charset=utf-8") == "Фонд")
    }

    @Test("A byte order mark counts more than every claim")
    func mark() throws {
        let declaration = "<?xml version='1.0' encoding='windows-1251'?>"
        #expect(
            try title(
                declaration, Array("Фонд".utf8), mark: [0xEF, 0xBB, 0xBF], contentType: "text/xml; charset=koi8-r")
                == "Фонд")
    }

    @Test("UTF-8 with a false claim of another encoding is UTF-8")
    func lie() throws {
        #expect(
            try title(
                "<?xml version='1.0' encoding='utf-8'?>", Array("Фонд 基金".utf8),
                contentType: "text/xml; charset=iso-8859-1")
                == "Фонд 基金")
    }

    @Test("Text without any claim that is not UTF-8 is windows-1252, and the feed says so")
    func guess() throws {
        let bytes =
            Array("<rss version='2.0'><channel><title>Caf".utf8) + [0xE9, 0x20, 0x80]
            + Array("</title></channel></rss>".utf8)
        let feed = try FeedDocument.read(bytes)
        #expect(feed.title == "Café €")
        #expect(feed.isDamaged)
    }

    @Test("UTF-16 and UTF-32 are read with and without a byte order mark", arguments: [true, false])
    func wide(hasMark: Bool) throws {
        let text =
            (hasMark ? "\u{FEFF}" : "") + "<?xml version='1.0' encoding='UTF-16'?><rss version='2.0'><channel><title>基金"
            + "</title></channel></rss>"
        let little = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let large = text.unicodeScalars.flatMap { [UInt8(0), 0, UInt8($0.value >> 8 & 255), UInt8($0.value & 255)] }
        for bytes in [little, big, large] { #expect(try FeedDocument.read(bytes).title == "基金") }
    }

    @Test("An unknown encoding is named in the damage, and the feed is read")
    func unknown() throws {
        let feed = try FeedDocument.read(
            Array(
                "<?xml version='1.0' encoding='x-none'?><rss version='2.0'><channel><title>A</title></channel></rss>"
                    .utf8))
        #expect(feed.title == "A")
        #expect(feed.damage == "The encoding “x-none” is unknown.")
    }
}
