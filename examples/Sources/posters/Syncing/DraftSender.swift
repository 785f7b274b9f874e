import AppGroupPlatform
import ToolProgram
import ToolSupport

/// The server has taken a draft, but its answer can't be kept here. The draft stays as it is, so that the next attempt gets the same
/// answer again.
struct UnkeptAnswer: Error {
    let cause: ToolError
}

/// Sends drafts to the server, each once.
struct DraftSender {
    let store: Store
    let server: PostersClient
    /// Gets a sentence for each thing that happened.
    let report: (String) -> Void

    /// Sends the photos of a draft. Those that the server has are announced as well: it deletes photos that no report names after a
    /// day, which may end before the draft is sent.
    func sendPhotos(of draft: Draft) throws {
        for sha256 in draft.photos {
            try server.putPhoto(sha256, of: draft, from: "\(store.photoFolder)/\(sha256)")
        }
    }

    /// Sends a draft. If an answer gets lost, the next attempt gets it again, because the draft keeps its key.
    ///
    /// - Returns: The number of the report; nil if there is none, because the draft was changed or discarded meanwhile, and therefore
    ///   not sent, or because an earlier attempt arrived, and its report is deleted.
    func send(_ draft: Draft) throws -> Int64? {
        guard try store.noteAttempt(draft) else { return nil }
        switch draft.kind {
        case .report(let document):
            guard let filed = try server.file(document, key: draft.key) else {
                try finish(draft, with: nil)
                report("\(draft.name) was filed before, and its report is deleted.")
                return nil
            }
            try finish(draft, with: filed.report)
            report("\(draft.name) is report \(filed.report.number).")
            for warning in filed.warnings { report("Report \(filed.report.number): \(warning)") }
            return filed.report.number
        case .edit(let number, let change):
            let edited = try server.edit(number, change, of: draft)
            try finish(draft, with: edited.report)
            if edited.applied {
                report("Report \(number) is changed.")
            } else {
                let notice = edited.notice ?? "It was decided meanwhile: your change is now a comment."
                report("Report \(number) is \(edited.report.status.rawValue). \(notice)")
                Notifier(program: "Posters").show("Report \(number): \(edited.report.status.rawValue)", notice)
            }
            return number
        case .cancel(let number, _):
            try withdraw(number, draft)
            return number
        }
    }

    /// Withdraws a report. If the report is gone, or somebody else's, no attempt can help, so the draft is dropped.
    private func withdraw(_ number: Int64, _ draft: Draft) throws {
        let withdrawn: Report?
        do { withdrawn = try server.cancel(number) } catch let error as ToolError where error.kind == .notFound {
            try finish(draft, with: nil)
            throw error
        }
        let wasMine = try store.report(number)?.mine == true
        try finish(draft, with: withdrawn)
        if withdrawn != nil {
            report("Report \(number) is withdrawn. A supervisor deletes it.")
        } else if wasMine {
            report("Report \(number) is deleted already.")
        } else {
            // The person may have mistyped the number.
            throw PostersClient.missing(number)
        }
    }

    private func finish(_ draft: Draft, with report: Report?) throws {
        do { try store.finish(draft, with: report) } catch let error as ToolError { throw UnkeptAnswer(cause: error) }
    }

    /// Deletes the photos that no draft names any longer. If another process copies photos for a draft, a later sync does it.
    func sweep() {
        guard let lock = try? ProcessTurn(tryAt: store.photoLock) else { return }
        defer { lock.end() }
        guard let names = try? Files.names(in: store.photoFolder), let drafts = try? store.drafts() else { return }
        let needed = Set(drafts.flatMap(\.photos))
        for name in names where !needed.contains(name) { try? Files.remove("\(store.photoFolder)/\(name)") }
    }
}
