import Accounts
import AppCatalog
import Testing

@testable import CatalogServer

@Suite("Text in HTML pages")
struct HTMLTextTests {
    @Test(
        "Text in a page is escaped and never becomes markup",
        arguments: [
            ("<script>&'\"", "&lt;script&gt;&amp;&apos;&quot;"),
            // One character to a reader; to a browser, a quotation mark and a combining accent.
            ("\"\u{0301} onfocus=x", "&quot;\u{0301} onfocus=x"),
            ("<\u{200D}img>", "&lt;\u{200D}img&gt;"),
            ("a\u{0}b\u{1B}[1m", "a\u{FFFD}b\u{FFFD}[1m"),
            ("line\n\tline", "line\n\tline"),
            ("Räume 📅", "Räume 📅"),
            ("", ""),
        ])
    func escaping(text: String, escaped: String) {
        #expect(HTMLText().escapeText(text).unicodeScalars.elementsEqual(escaped.unicodeScalars))
    }

    @Test("Every page template escapes its text", arguments: PageTemplates.Name.allCases)
    func templates(name: PageTemplates.Name) throws {
        let hostile = "\"\u{0301}<b>'"
        let account = PageFrame.Account(name: hostile, role: .publisher)
        let frame = PageFrame(title: hostile, group: hostile, account: account)
        let templates = try PageTemplates()
        let page =
            switch name {
            case .catalog, .package: PagePieces(CatalogPage.sample(saying: hostile), from: templates).joined()
            case .login:
                templates.render(name, LoginPage(frame: frame, problem: hostile, user: hostile, next: hostile))
            case .publish:
                templates.render(
                    name,
                    PublishPage(
                        frame: frame, problem: hostile, published: [hostile], beta: true, notes: hostile))
            case .account:
                templates.render(
                    name,
                    AccountPage(
                        frame: frame, problem: hostile, notice: hostile, user: hostile,
                        sessions: [false, true].map { isCurrent in
                            AccountPage.Session(
                                SessionDescription(
                                    id: hostile, client: hostile, created: hostile, lastUsed: hostile, expires: hostile,
                                    current: isCurrent))
                        }))
            case .problem:
                templates.render(name, ProblemPage(frame: frame, heading: hostile, sentence: hostile))
            }
        #expect(page.unicodeScalars.starts(with: "<!DOCTYPE html>".unicodeScalars))
        #expect(page.hasSuffix("</html>\n"))
        let scalars = Array(page.unicodeScalars)
        let marks = scalars.indices.dropLast().filter { scalars[$0] == "\"" && scalars[$0 + 1] == "\u{0301}" }
        #expect(marks.isEmpty)
        #expect(!page.contains("<b>"))
        #expect(page.contains("&lt;b&gt;"))
        #expect(!page.contains("{{"))
    }
}
