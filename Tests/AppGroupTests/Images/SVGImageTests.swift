@testable import AppGroup
import TestSupport
import Testing

@Suite("SVG images")
struct SVGImageTests {
    @Test(
        "XML with the root element svg is an SVG image",
        arguments: [
            "<svg/>", "<svg></svg>", "<svg\n/>", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<s:svg xmlns:s='x'/>",
            "\u{FEFF}<svg/>", "  \n\t<svg/>", "<?xml version='1.0'?>\n<svg/>",
            "<?xml version='1.0'?><!-- <html> --><svg/>",
            "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/x.dtd'><svg/>",
            "<!DOCTYPE svg [ <!ELEMENT a ANY> ]>\n<svg/>", "<!-- a --><!-- b -->\n<?x y?><svg>é 漢</svg>",
        ])
    func accepts(text: String) {
        #expect(SVGImage.fault(in: Array(text.utf8)) == nil)
    }

    @Test(
        "XML with another root element is refused",
        arguments: [
            ("", "empty"), ("\u{FEFF}", "empty"), ("plain text", "begin with an element"), ("<html/>", "root element"),
            ("<html><svg/></html>", "root element"), ("<svgx/>", "root element"), ("<svg:x/>", "root element"),
            ("<SVG/>", "root element"),
            ("<", "root element"), ("<?xml", "declaration does not end"), ("<!-- <svg/>", "comment"),
            ("<!--><svg/>", "comment"),
            ("<!DOCTYPE svg [", "document type"), ("<svg>\0</svg>", "UTF-8"), ("   ", "begin with an element"),
            ("<!DOCTYPE svg [ <!ENTITY a '<x>'> ]>\n<svg/>", "entities"),
        ])
    func refuses(text: String, reason: String) {
        #expect(SVGImage.fault(in: Array(text.utf8))?.contains(reason) == true)
    }

    @Test(
        "An SVG image that is not UTF-8 is refused",
        arguments: [[0x3C, 0xFF], [0xFE, 0xFF, 0x00, 0x3C], ExampleImage.png] as [[UInt8]])
    func refusesOtherEncodings(bytes: [UInt8]) {
        #expect(SVGImage.fault(in: bytes)?.contains("UTF-8") == true)
    }

    @Test("An SVG image of the largest size is checked, too")
    func judgesTheLargest() {
        let unclosed = Array("<!DOCTYPE svg [".utf8) + [UInt8](repeating: UInt8(ascii: "["), count: AppIcon.maximumSize)
        #expect(SVGImage.fault(in: unclosed) != nil)
        let comment = Array("<!--".utf8) + [UInt8](repeating: UInt8(ascii: "-"), count: AppIcon.maximumSize)
        #expect(SVGImage.fault(in: comment) != nil)
    }

    @Test(
        "An image that could keep a viewer busy is not simple, however that is written",
        arguments: [
            "<filter id='f'/>", "<path stroke-dasharray='.01'/>", "<path style='Stroke-DashArray:.01'/>",
            "<path style='stroke-d\\61sharray:.01'/>", "<path style='stroke-&#100;asharray:.01'/>",
            "<style>path{stroke-da<!-- -->sharray:.01}</style>", "<s:style>@import url('data:,')</s:style>",
            "<?xml-stylesheet href='data:text/css;base64,cGF0aHt9'?>", "<use href='#a'/>",
            "<desc>\(String(repeating: "x", count: 9000))</desc>",
        ])
    func isNotSimple(content: String) {
        #expect(!SVGImage.isSimple(Array("<svg>\(content)</svg>".utf8)))
    }

    @Test("Shapes, colors and text are simple")
    func isSimple() {
        let shapes = "<rect width='9' rx='2' fill='#2766b8'/><path d='M0 0 9 9' style='fill:none'/><text>Tea</text>"
        #expect(SVGImage.isSimple(Array("<svg>\(shapes)</svg>".utf8)))
    }
}
