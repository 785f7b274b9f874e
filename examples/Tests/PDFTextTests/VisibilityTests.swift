import ExamplesTestSupport
import PDFText
import Testing

@Suite("Visible text of a page")
struct VisibilityTests {
    private func text(_ x: Int, _ y: Int, _ text: String) -> String { "BT /F 10 Tf \(x) \(y) Td (\(text)) Tj ET\n" }

    /// A page of 600 × 800 points with the layers 8 and 9, which the configuration shows or hides.
    private func rows(
        _ content: String, page: String = "", configuration: String = "", _ more: (inout PDFWriter) -> Void = { _ in }
    ) throws -> [[String]] {
        var writer = PDFWriter()
        writer.object(
            1, "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [8 0 R 9 0 R] /D << \(configuration) >> >> >>")
        writer.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] >>")
        writer.object(
            3,
            """
            << /Type /Page /Parent 2 0 R /Contents 4 0 R \(page) /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >>
            /Properties << /L8 8 0 R /L9 9 0 R /Any 10 0 R /All 11 0 R /T << /ActualText <FEFF0041> >> >> >> >>
            """)
        writer.stream(4, Array(content.utf8))
        writer.object(5, PDFWriter.helvetica)
        for layer in [8, 9] { writer.object(layer, "<< /Type /OCG /Name (\(layer)) >>") }
        writer.object(10, "<< /Type /OCMD /OCGs [8 0 R 9 0 R] >>")
        writer.object(11, "<< /Type /OCMD /OCGs [8 0 R 9 0 R] /P /AllOn >>")
        more(&writer)
        let bytes = writer.finish()
        let reading = try Reading(bytes)
        #expect(reading.notes.isEmpty)
        for count in [1, 100] { #expect(try Arrival(bytes, by: count).final.flatMap(\.self) == reading.rows) }
        return reading.rows.map(\.cells)
    }

    @Test(
        "Only layers that are visible by default are read",
        arguments: [
            ("", ["8", "9", "any", "all", "-"]), ("/OFF [8 0 R]", ["9", "any", "-"]), ("/OFF [8 0 R 9 0 R]", ["-"]),
            ("/BaseState /OFF /ON [9 0 R]", ["9", "any", "-"]), ("/BaseState /OFF", ["-"]),
        ])
    func layers(configuration: String, expected: [String]) throws {
        var content = ""
        for (index, (name, shown)) in [("L8", "8"), ("L9", "9"), ("Any", "any"), ("All", "all")].enumerated() {
            content += "/OC /\(name) BDC /P BMC \(text(50, 700 - 20 * index, shown)) EMC EMC\n"
        }
        #expect(try rows(content + text(50, 500, "-"), configuration: configuration) == expected.map { [$0] })
    }

    @Test("A form on a hidden layer is left out")
    func hiddenForm() throws {
        let content = "/X Do " + text(50, 700, "shown")
        #expect(
            try rows(content, configuration: "/OFF [8 0 R]") { writer in
                writer.stream(6, "/Subtype /Form /OC 8 0 R", Array("BT /F 10 Tf 50 600 Td (hidden) Tj ET".utf8))
            } == [["shown"]])
    }

    @Test(
        "Text outside the visible box is left out",
        arguments: ["", "/CropBox [40 40 560 760]", "/CropBox [0 0 9999 9999]"])
    func boxes(page: String) throws {
        let content =
            text(50, -300, "below") + text(50, 900, "above") + text(-400, 700, "left") + text(700, 700, "right")
            + text(50, 700, "shown") + "q 0 1 -1 0 900 0 cm \(text(50, 100, "beside")) Q"
        #expect(try rows(content, page: page) == [["shown"]])
        let edge = text(50, 780, "edge") + text(50, 700, "shown")
        #expect(try rows(edge, page: page) == (page.contains("760") ? [["shown"]] : [["edge"], ["shown"]]))
    }

    @Test(
        "ActualText replaces the text of its glyphs",
        arguments: [
            ("(2100) Tj /Span << /ActualText (Approved) >> BDC 60 0 Td (XQZ#) Tj EMC", ["2100", "Approved"]),
            ("/Span << /ActualText <FEFF00E90074> >> BDC (x) Tj EMC (at) Tj", ["état"]),
            ("/Span << /ActualText (2100) >> BDC (a b) Tj 0 -100 Td (c) Tj EMC", ["2100"]),
            ("(21) Tj /Span /T BDC (zz) Tj EMC (00) Tj", ["21A00"]),
            ("(2100) Tj /Span << /ActualText () >> BDC (,,) Tj EMC", ["2100"]),
            ("/Span << /ActualText (a) /Lang (en) >> BDC (x) Tj /P << /MCID 1 >> BDC (y) Tj EMC EMC (b) Tj", ["ab"]),
        ])
    func actualText(shown: String, expected: [String]) throws {
        #expect(try rows("BT /F 10 Tf 50 700 Td \(shown) ET") == [expected])
    }

    @Test(
        "Annotations are read unless they are hidden",
        arguments: [("/F 4", true), ("", true), ("/F 2", false), ("/F 32", false), ("/OC 8 0 R", false)])
    func annotations(flags: String, isShown: Bool) throws {
        let found = try rows(text(50, 700, "first"), page: "/Annots [12 0 R]", configuration: "/OFF [8 0 R]") {
            writer in
            writer.object(
                12, "<< /Type /Annot /Subtype /FreeText /Rect [50 590 150 610] /AP << /N 13 0 R >> \(flags) >>")
            let resources = "/Resources << /Font << /F 5 0 R >> >>"
            writer.stream(
                13, "/Subtype /Form /BBox [0 0 200 40] \(resources)", Array("BT /F 20 Tf 0 10 Td (second) Tj ET".utf8))
        }
        #expect(found == (isShown ? [["first"], ["second"]] : [["first"]]))
    }
}
