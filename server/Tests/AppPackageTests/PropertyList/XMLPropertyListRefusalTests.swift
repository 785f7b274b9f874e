import Testing

@testable import AppPackage

@Suite("An XML property list is refused")
struct XMLPropertyListRefusalTests {
    static let documents: [HostilePropertyList] = [
        .init("nothing", "", "it is empty"),
        .init("white space", " \n ", "neither XML nor binary"),
        .init("old text", "{ CFBundleName = Rooms; }", "`plutil -convert xml1`"),
        .init("old text with a comment", "// !$*UTF8*$!\n{ a = b; }", "`plutil -convert xml1`"),
        .init("JSON", #"{"CFBundleName": "Rooms"}"#, "`plutil -convert xml1`"),
        .init("a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "neither XML nor binary"),
        .init("a web page", "<!DOCTYPE html><html></html>", "line 1: its document type is not “plist”"),
        .init("another web page", "<html></html>", "the outermost element is “html”"),
        .init("an element without plist", "<dict/>", "the outermost element is “dict”"),
        .init("a name that goes on", "<!DOCTYPE plists><plist/>", "document type is not “plist”"),
        .init(
            "entities", "<!DOCTYPE plist [<!ENTITY a 'b'>]>\n<plist><string>&a;</string></plist>",
            "line 1: its document type declares entities"),
        .init("an empty internal subset", "<!DOCTYPE plist []><plist><true/></plist>", "declares entities"),
        .init("an endless document type", "<!DOCTYPE plist PUBLIC \"", "a quotation does not end"),
        .init("a cut document type", "<!DOCTYPE plist PUBLIC", "words that run together"),
        .init("a document type without a word", "<!DOCTYPE plist SYSTEM a><plist/>", "a quotation mark is missing"),
        .init("a document type with a tag", "<!DOCTYPE plist <plist>", "document type does not end"),
        .init("two document types", "<!DOCTYPE plist><!DOCTYPE plist><plist><true/></plist>", "begins no tag"),
        .init("no value", "<plist></plist>", "the end of “plist” stands where a value should begin"),
        .init("an empty element", "<plist/>", "not a “plist” with a value"),
        .init("an unknown attribute", "<plist xmlns='a'><true/></plist>", "unknown attribute “xmlns”"),
        .init("a tag in an attribute", "<plist version='<'><true/></plist>", "or holds “<” or “&”"),
        .init("two attributes", "<plist version='1' version='2'><true/></plist>", "has attributes"),
        .init("a second value", "<plist><true/>\n<true/></plist>", "line 2: after the first value stands “true”"),
        .init("another end", "<plist><true/></dict>", "after the first value stands “dict”"),
        .init("what follows", "<plist><true/></plist>\n\n<plist/>", "line 3: something follows"),
        .init("text that follows", "<plist><true/></plist>x", "something follows"),
        .init("a zero that follows", "<plist><true/></plist>\0", "U+0, which XML forbids"),
        .init("no end", "<plist><array><true/>", "line 1: it ends in the middle"),
        .init("no end of a text", "<plist><string>abc", "ends in the middle of a text"),
        .init("no end of a comment", "<plist><!-- <true/></plist>", "a comment does not end"),
        .init("another version", "<?xml version='1.1'?><plist><true/></plist>", "XML version is not 1.0"),
        .init("another encoding", "<?xml version='1.0' encoding='ISO-8859-1'?><plist/>", "said to be “ISO-8859-1”"),
        .init("a wrong encoding", "<?xml version='1.0' encoding='UTF-16'?><plist/>", "said to be “UTF-16”"),
        .init("a long encoding", "<?xml encoding='\(String(repeating: "u", count: 65))'?>", "a value that is too long"),
        .init("an unknown word", "<?xml version='1.0' x='y'?><plist/>", "unknown word “x”"),
        .init("no end of the declaration", "<?xml version='1.0'><plist/>", "does not end with “?>”"),
        .init("a late declaration", "\n<?xml version='1.0'?><plist><true/></plist>", "line 2: a “<” begins no tag"),
        .init("a processing instruction", "<plist><?php x?><true/></plist>", "a “<” begins no tag"),
        .init("Latin-1", Array("<plist><string>".utf8) + [0xE9] + Array("</string></plist>".utf8), "from byte 15 on"),
        .init("an overlong character", Array("<plist>".utf8) + [0xC0, 0x80], "not in UTF-8 from byte 7 on"),
        .init("a surrogate", Array("<plist>".utf8) + [0xED, 0xA0, 0x80], "not in UTF-8 from byte 7 on"),
        .init("UTF-16 of odd length", [0xFE, 0xFF, 0], "begins as UTF-16"),
        .init("half a surrogate pair", [0xFE, 0xFF, 0xD8, 0], "begins as UTF-16"),
        .init("UTF-16 without a mark", Array("<plist/>".utf8).flatMap { [$0, 0] }, "U+0, which XML forbids"),
        .init("UTF-32", [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0], "U+0, which XML forbids"),
        .init("no character", "<plist>\n<string>\u{FFFE}</string></plist>", "line 2 holds U+FFFE"),
        .init("a control", "<plist>\r\n<string>\u{1B}</string></plist>", "line 2 holds U+1B"),
        .init(value: "<dict><key>a</key><true/><key>a</key><true/></dict>", "line 2: the dictionary that"),
        .init(value: "<dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict>", "twice"),
        .init(value: "<dict><key>a</key></dict>", "the key “a” has no value"),
        .init(value: "<dict><key>a</key><key>b</key></dict>", "a key stands where a value should"),
        .init(value: "<dict><true/></dict>", "a value has no key"),
        .init(value: "<dict>a</dict>", "text where only elements may stand"),
        .init(value: "<dict><![CDATA[ ]]></dict>", "begins no tag"),
        .init(value: "<array>&#32;</array>", "text where only elements may stand"),
        .init(value: "<array><key>a</key></array>", "a key stands where a value should"),
        .init(value: "<array></dict>", "“array” ends with the tag of “dict”"),
        .init(value: "<string></key>", "“string” ends with the tag of “key”"),
        .init(value: "<string><b>a</b></string>", "“string” holds the element “b”"),
        .init(value: "<string>&nbsp;</string>", "“&nbsp;” stands for no character"),
        .init(value: "<string>&a\u{1B}</string>", "U+1B, which XML forbids"),
        .init(value: "<string>a & b</string>", "a “&” begins no reference"),
        .init(value: "<string>a &\n;</string>", "“&\\u{A};” stands for no character"),
        .init(value: "<string>&#0;</string>", "“&#0;” stands for no character"),
        .init(value: "<string>&#x1b;</string>", "stands for no character"),
        .init(value: "<string>&#xD800;</string>", "stands for no character"),
        .init(value: "<string>&#x110000;</string>", "stands for no character"),
        .init(value: "<string>&#99999999999;</string>", "begins no reference"),
        .init(value: "<string>&#4294967361;</string>", "stands for no character"),
        .init(value: "<string>&#+65;</string>", "stands for no character"),
        .init(value: "<string>&#-65;</string>", "stands for no character"),
        .init(value: "<string>&#;</string>", "stands for no character"),
        .init(value: "<string>]]></string>", "“]]>” ends no CDATA section"),
        .init(value: "<string><![CDATA[a]]</string>", "a CDATA section does not end"),
        .init(value: "<string><!-- a -- b --></string>", "a comment holds “--”"),
        .init(value: "<string><!-- a ---></string>", "a comment holds “--”"),
        .init(value: "<string a='b'></string>", "the tag “string” has attributes"),
        .init(value: "<string", "the tag “string” has attributes or does not end"),
        .init(value: "<é/>", "begins no tag that is known"),
        .init(value: "<set/>", "the element “set” is unknown"),
        .init(value: "<String>a</String>", "the element “String” is unknown"),
        .init(value: "<plist><true/></plist>", "the element “plist” is unknown"),
        .init(value: "<true>yes</true>", "“true” holds a text"),
        .init(value: "<integer/>", "“” is not an integer"),
        .init(value: "<integer>1.0</integer>", "“1.0” is not an integer"),
        .init(value: "<integer>9223372036854775808</integer>", "is not an integer of 64 bits"),
        .init(value: "<integer>0x8000000000000000</integer>", "is not an integer of 64 bits"),
        .init(value: "<integer>0x</integer>", "“0x” is not an integer"),
        .init(value: "<integer>0x-1</integer>", "“0x-1” is not an integer"),
        .init(value: "<integer>1_000</integer>", "is not an integer"),
        .init(value: "<integer>\u{661}</integer>", "is not an integer"),
        .init(value: "<real>0x1p3</real>", "“0x1p3” is not a number"),
        .init(value: "<real>1,5</real>", "is not a number"),
        .init(value: "<real>1e</real>", "is not a number"),
        .init(value: "<real></real>", "is not a number"),
        .init(value: "<real>nan(1)</real>", "is not a number"),
        .init(value: "<date>2026-03-04</date>", "is not a date"),
        .init(value: "<date>2026-02-29T00:00:00Z</date>", "is not a date"),
        .init(value: "<date>2026-03-04T24:00:00Z</date>", "is not a date"),
        .init(value: "<date>2026-03-04T23:59:60Z</date>", "is not a date"),
        .init(value: "<date>2026-03-04t05:06:07z</date>", "is not a date"),
        .init(value: "<date>2026-03-04T05:06:07+00:00</date>", "is not a date"),
        .init(value: "<data>QUI</data>", "the data are not base64"),
        .init(value: "<data>Q===</data>", "the data are not base64"),
        .init(value: "<data>Q=Q=</data>", "the data are not base64"),
        .init(value: "<data>QQ==QQ==</data>", "the data are not base64"),
        .init(value: "<data>QU*D</data>", "the data are not base64"),
        .init(value: "<data>=</data>", "the data are not base64"),
        .init(
            value: "<string>e\(String(repeating: "\u{301}", count: 31))</string>",
            "more than 30 combining marks in a row"),
        .init(
            value: "<dict><key>\(String(repeating: "\u{F73}", count: 31))</key><true/></dict>",
            "combining marks in a row"),
        .init(
            value: String(repeating: "<array>", count: 33) + String(repeating: "</array>", count: 33),
            "nested more than 32 deep"),
        .init(value: String(repeating: "<dict><key>a</key>", count: 33), "nested more than 32 deep"),
        .init(value: String(repeating: "<array>", count: 100_000), "nested more than 32 deep"),
        .init("many values", "<plist><array>" + String(repeating: "<true/>", count: 50_000), "more than 50000 values"),
        .init("many bytes", String(repeating: " ", count: 1 << 20 + 1), "1048577 bytes, and at most 1048576"),
    ]

    @Test("with a sentence that names the fault and the line", arguments: documents)
    func refuses(document: HostilePropertyList) throws {
        let error = try #require(throws: PackageError.self) { try PropertyList(bytes: document.bytes) }
        #expect(error.code == .refused)
        #expect(error.description.contains(document.words), "\(error)")
    }

    @Test("only beyond the limits")
    func atTheLimits() throws {
        let nested = String(repeating: "<array>", count: 32) + String(repeating: "</array>", count: 32)
        let many = "<array>" + String(repeating: "<true/>", count: 49_999) + "</array>"
        let marked = "<string>e\(String(repeating: "\u{301}", count: 30))</string>"
        for value in [nested, many, marked] {
            #expect(throws: Never.self) { try PropertyList(bytes: Array("<plist>\(value)</plist>".utf8)) }
        }
        let limits = PropertyListLimits(content: 5)
        let document = Array(
            "<plist><dict><key>ab</key><string>c</string><key>d</key><data>QQ==</data></dict></plist>".utf8)
        #expect(throws: PackageError.self) { try PropertyList(bytes: document, limits: limits) }
        #expect(throws: Never.self) { try PropertyList(bytes: document, limits: PropertyListLimits(content: 8)) }
    }
}
