import AppGroup
import ArgumentParser
import PDFText
import ToolProgram
import ToolSupport

struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show the beginning of a file.",
        discussion: """
            A PDF or a text file shows its first lines. Of any other file, and with --picture, the path of a small \
            picture is printed, which the desktop's file managers share ($XDG_CACHE_HOME/thumbnails). It is made with \
            pdftoppm, ffmpegthumbnailer or rsvg-convert if they are installed.
            """
    )

    /// How many lines are shown, and how much of a file is read for them.
    private static let (lines, limit) = (30, 64 << 10)

    @Argument(help: "The file, as FUND/FILE.")
    var file: String

    @Flag(help: "Print the path of a small picture instead.")
    var picture = false

    func run() throws {
        let file = try Store().file(file)
        var output = Output()
        if !picture, let text = try text(of: file) {
            let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.prefix(Self.lines)
            try output.print(PlainPage.text(lines.joined(separator: "\n")))
        } else {
            try output.print("\(Thumbnail(of: file.place, in: .current).made())\n")
        }
        try output.flush()
    }

    private func text(of file: FundFile) throws -> String? {
        do {
            return try FileText.of(file.place, limit: Self.limit)
        } catch let error as PDFError {
            throw ToolError.unreadable("\(file.selector): \(error)")
        } catch let error as Errno {
            throw ToolError.inputOutput("\(file.selector) can't be read: \(error).")
        }
    }
}
