import Downloading
import PDFText
import ToolProgram

/// Fetches a PDF and reads it while it arrives.
struct SourceReader {
    let address: WebAddress
    let download: Download
    let progress: Progress
    let servers: SilentServers

    /// What to do if something else than a table arrives.
    private static let advice = " Has the file moved? visa track NUMBER --source URL"

    typealias Wanted = [(number: ApplicationNumber, form: TableForm)]

    /// Searches the PDF for numbers. If it can't be read, all numbers get the same failure.
    ///
    /// - Throws: A ``ToolError`` if this machine is at fault.
    func look(for wanted: Wanted) throws -> [ApplicationNumber: Finding] {
        defer { progress.clear() }
        let failure: Finding
        do {
            return try servers.ask(address) { try read(wanted) }
        } catch let error as DownloadError {
            guard error.code != .inputOutput else { throw ToolError.inputOutput(error.description) }
            // A server that is away keeps back all of its files; any other failure is about this one.
            failure = .unreachable(
                error.code == .unreachable
                    ? error.description : "\(address): \(error)" + (Self.suggestsMove(error) ? Self.advice : ""))
        } catch let error as PDFError {
            guard error.code != .inputOutput else { throw ToolError.inputOutput(error.description) }
            // The file is useless, so don't fetch the rest of it next time.
            download.reject()
            failure = .unreadable("\(address): \(error)" + (error.code == .notPDF ? Self.advice : ""))
        }
        return Dictionary(wanted.map { ($0.number, failure) }) { first, _ in first }
    }

    /// Whether the table may have moved: a server that is busy, for example, may still have it.
    private static func suggestsMove(_ error: DownloadError) -> Bool {
        error.head.map { [404, 410].contains($0.status) } ?? true
    }

    private func read(_ wanted: Wanted) throws -> [ApplicationNumber: Finding] {
        var reader: PDFReader?
        var columns = TableColumns(wanted)
        var hasBegun = false
        let outcome = try download.run {
            reader = try PDFReader(PDFFile(path: download.partialPath))
        } grew: { count, whole in
            progress.show(count, of: whole)
            try reader?.readOn { report($0, wanted, &columns, &hasBegun) }
        }
        var matcher = RowMatcher(wanted)
        let summary: PDFSummary
        switch outcome {
        case .unchanged:
            let copy = try? PDFDocument(PDFFile(path: download.completePath)).readPages { matcher.read($0) }
            // The server is asked for changes only of a copy that was whole. If it no longer is, fetch the file again.
            guard let copy, !copy.isDamaged else {
                download.forget()
                return try read(wanted)
            }
            summary = copy
        case .arrived(let isWhole):
            guard let reader else { return [:] }
            summary = try reader.finish { matcher.read($0) }
            if !isWhole, summary.isDamaged {
                let reason = "\(address): the server stopped before the end of the PDF."
                return Dictionary(wanted.map { ($0.number, .unreachable(reason)) }) { first, _ in first }
            }
            try download.accept(isSound: !summary.isDamaged)
        }
        for note in summary.notes { progress.note("\(address): \(note)") }
        return findings(wanted, matcher.finish(), summary)
    }

    /// How much of a text that is not a date is quoted.
    private static let strayLimit = 40

    /// A number counts as not listed, and its rows as complete, only if everything could be read.
    private func findings(
        _ wanted: Wanted, _ found: [ApplicationNumber: RowMatcher.Rows], _ summary: PDFSummary
    ) -> [ApplicationNumber: Finding] {
        let doubt = summary.notes.first.map { "\(address): some of it can't be read. \($0)" }
        var findings: [ApplicationNumber: Finding] = [:]
        for (number, _) in wanted {
            if let rows = found[number] {
                let decisions = rows.decisions
                if decisions.isEmpty {
                    findings[number] = .unreadable("\(address): \(number) is listed, but its status can't be read.")
                } else if let stray = rows.stray {
                    let words = String(stray.prefix(Self.strayLimit))
                    findings[number] = .incomplete(
                        decisions, reason: "\(address): \(number) is listed, but its date “\(words)” is not a date.")
                } else if rows.isRecognized {
                    let reason = "\(address): \(number) was recognized in a picture, so its row may be wrong."
                    findings[number] = .incomplete(decisions, reason: reason)
                } else {
                    findings[number] = .found(decisions, doubt: doubt)
                }
            } else if let doubt {
                findings[number] = .unreadable(doubt)
            } else if summary.rows == 0 {
                findings[number] = .unreadable("\(address): there is no text that can be read.")
            } else {
                findings[number] = .notFound
            }
        }
        return findings
    }

    /// Reports what a page says. A later part of the file may still replace the page.
    private func report(
        _ page: PDFPage, _ wanted: Wanted, _ columns: inout TableColumns, _ hasBegun: inout Bool
    ) {
        var matcher = RowMatcher(wanted, columns: columns, isContinued: hasBegun)
        matcher.read(page)
        (columns, hasBegun) = (matcher.columns, matcher.hasBegun)
        let found = matcher.finish()
        for (number, _) in wanted {
            for decision in found[number]?.decisions ?? [] { progress.report(number, decision) }
        }
    }
}

extension PDFSummary {
    /// Whether the end of the file or its cross-reference is missing or wrong.
    fileprivate var isDamaged: Bool { notes.contains { $0.kind == .damagedFile } }
}
