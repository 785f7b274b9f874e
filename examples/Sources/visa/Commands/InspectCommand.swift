import ArgumentParser
import PDFText

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what is read in a PDF.",
        discussion: """
            Rows are given in the order of the pages, in the PDF's own words; a header that a page repeats is left out. \
            What cannot be read is said on standard error.

            As JSON: {"version":1,"rows":[["cell",…]…]}, or with --text {"version":1,"text":["line",…]}.
            """
    )

    private enum Content: EnumerableFlag {
        case rows, text

        static func help(for content: Content) -> ArgumentHelp? {
            switch content {
            case .rows: "Rows and their cells."
            case .text: "Lines of text, repeated headers included."
            }
        }
    }

    @Argument(help: "The PDF.", completion: .file(extensions: ["pdf"]))
    var file: String

    @Flag(exclusivity: .exclusive)
    private var content: Content = .rows

    @Option(help: "table or json.")
    var format = InspectFormat.table

    func run() throws {
        do {
            try inspect()
        } catch let error as PDFError {
            throw VisaError(error, file: file)
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
        for note in summary.notes { Output.say("\(file): \(note)") }
        guard summary.rows > 0 else {
            throw VisaError.unreadable("\(file): There is no text that can be read.")
        }
    }
}
