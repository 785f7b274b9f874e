import ArgumentParser
import PDFText
import ToolProgram

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what visa reads in a PDF.",
        discussion: """
            Rows are printed in the order of the pages and in the PDF's own words. Repeated table headers are left out. \
            Messages on standard error say what can't be read.

            JSON has the form {"version":1,"rows":[["cell",…]…]} or, with --text, {"version":1,"text":["line",…]}.
            """
    )

    private enum Content: EnumerableFlag {
        case rows, text

        static func help(for content: Content) -> ArgumentHelp? {
            switch content {
            case .rows: "Print rows of cells."
            case .text: "Print lines of text, including repeated headers."
            }
        }
    }

    @Argument(help: "The PDF.", completion: .file(extensions: ["pdf"]))
    var file: String

    @Flag(exclusivity: .exclusive)
    private var content: Content = .rows

    @Option(help: "The format of the output.")
    var format = InspectFormat.table

    func run() throws {
        do {
            try inspect()
        } catch let error as PDFError {
            throw ToolError(error, file: file)
        }
    }

    private func inspect() throws {
        let document = try PDFDocument(PDFFile(path: file))
        var writer = RowWriter(format: format, isText: content == .text)
        var headers = RepeatedHeaders()
        try writer.begin()
        let summary = try document.readPages { page in
            try writer.write(content == .text ? page.rows : headers.removing(from: page.rows))
        }
        try writer.end()
        for note in summary.notes { console.say("\(file): \(note)") }
        guard summary.rows > 0 else {
            throw ToolError.unreadable("\(file): there is no text that can be read.")
        }
    }
}
