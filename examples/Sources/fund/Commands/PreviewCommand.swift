import AppGroup
import AppGroupPlatform
import ArgumentParser
import PDFText
import ToolProgram
import ToolSupport

struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show the beginning of a file.",
        discussion: """
            For a PDF or a text file in UTF-8, fund prints the first lines. For any other file, or with --picture, it prints \
            the path of a thumbnail, which it shares with the desktop's file managers ($XDG_CACHE_HOME/thumbnails). The \
            thumbnail is made with pdftoppm, rsvg-convert, ffmpegthumbnailer or ImageMagick, and LibreOffice, if they are \
            installed.

            For a remote file, at most 8 MiB is fetched, into $XDG_CACHE_HOME/fund/previews.
            """
    )

    /// How many lines are shown, and how much of a file is read for them.
    private static let (lines, limit) = (30, 64 << 10)

    @Argument(help: "The file, as FUND/FILE or NAME:/PATH.")
    var file: String

    @Flag(help: "Print the path of a thumbnail instead.")
    var picture = false

    func run() throws {
        let (selector, place, isWhole) = try found()
        var output = Output()
        let thumbnail = Thumbnail(of: place, called: selector, in: .current)
        if !picture, let text = try text(of: place, selector, isWhole: isWhole, isDrawn: thumbnail.isKnown) {
            let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.prefix(Self.lines)
            try output.print(PlainPage.text(lines.joined(separator: "\n")))
        } else {
            guard isWhole else {
                throw ToolError.unreadable(
                    "\(selector) has more than \(RemotePreview.limit >> 20) MiB, which is too large for a preview: "
                        + "fund get \(selector.quotedForShell) --to FUND")
            }
            try output.print("\(thumbnail.made())\n")
        }
        try output.flush()
    }

    /// The file, or what was fetched of it.
    private func found() throws -> (selector: String, place: String, isWhole: Bool) {
        let store = try Store(forReading: true)
        guard let spot = try store.spot(ifRemote: file) else {
            let file = try store.file(file)
            return (file.selector, file.place, true)
        }
        let copy = try ToolError.translating {
            try RemotePreview().fetch(spot, from: Drives().drive(spot.remote))
        }
        return (spot.selector, copy.path, copy.isWhole)
    }

    /// - Parameter isDrawn: Whether a picture says more than the text, if that is not what people read.
    private func text(of place: String, _ selector: String, isWhole: Bool, isDrawn: Bool) throws -> String? {
        do {
            let text = try FileText.of(place, limit: Self.limit)
            return try text ?? (isDrawn ? nil : FileText.beginning(of: place, limit: Self.limit))
        } catch let error where error is PDFError || error is FileText.Damage {
            // The end of a PDF says where everything is.
            if !isWhole { return nil }
            throw ToolError.unreadable("\(selector): \(error)")
        } catch let error as SystemError {
            throw ToolError.inputOutput("\(selector) can't be read: \(error).")
        }
    }
}
