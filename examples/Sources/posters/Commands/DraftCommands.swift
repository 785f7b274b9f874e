import AppGroupCommands
import ArgumentParser
import ToolProgram
import ToolSupport

struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "File a report, now or when there is a network again.",
        discussion: """
            It needs a photo, a place, a phone number, the company and, if the city has districts, the district. The place \
            may come from the photo. A report without the place, the company or the district stays a draft. The photos are \
            copied, so the camera's card may be erased.

            The exit status is 65 if something is refused or missing, and 69 if the server cannot be reached: then the draft \
            is kept, and posters sync sends it.
            """
    )

    @OptionGroup
    var options: ReportOptions

    @Flag(help: "Only keep the draft: the next sync sends it.")
    var later = false

    func run() throws {
        let store = try Store()
        _ = try store.neededAccount()
        let checked = try options.checked(store)
        guard !options.photo.isEmpty else {
            throw ToolError.unreadable("A report needs a photo: 1 to 10. Add --photo FILE")
        }
        guard !options.phone.isEmpty else {
            throw ToolError.unreadable("A report needs a phone number: 1 to 5. Add --phone NUMBER")
        }
        var report = ReportDraft()
        report.apply(ReportChange(checked))
        let draft = try store.keepingPhotos {
            report.add(try options.takePhotos(store))
            return try store.add(.report(report), at: .now)
        }
        try Membership.announce(store)
        if later, draft.isReady { return StandardOutput.print("\(draft.name) is kept. To send it: posters sync") }
        try draft.send(store)
    }
}

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a draft, or a report that you filed.",
        discussion: """
            Only the values that you give change; --phone replaces all numbers, and --photo adds photos to a draft. If a \
            supervisor has decided about the report meanwhile, the change becomes a comment. If another of your devices has \
            changed the same meanwhile, the change is refused, and stays a draft. A draft that the server refused is tried \
            again.
            """
    )

    @Argument(help: "The number of the report or of the draft.")
    var id: String

    @OptionGroup
    var options: ReportOptions

    func run() throws {
        let store = try Store()
        _ = try store.neededAccount()
        let checked = try options.checked(store)
        switch try ReportName(parsing: id) {
        case .report(let number):
            guard options.photo.isEmpty else { throw Self.fixedPhotos }
            var change = ReportChange(checked)
            guard !change.isEmpty else { throw ToolError.usage("There is nothing to change. See posters edit --help") }
            change.version = try store.knownVersion(number)
            try store.add(.edit(report: number, change), at: .now).send(store)
        case .draft(let id):
            try store.keepingPhotos { try change(store.draft(id), to: checked, store) }
            try store.draft(id).send(store)
        }
    }

    private func change(_ draft: Draft, to checked: ReportOptions.Checked, _ store: Store) throws {
        switch draft.kind {
        case .report(var report):
            report.apply(ReportChange(checked))
            report.add(try options.takePhotos(store))
            guard report.photos.count <= ReportDraft.photoLimit else {
                throw ToolError.unreadable("\(draft.name) would have more than \(ReportDraft.photoLimit) photos.")
            }
            try store.change(draft.id, to: .report(report))
        case .edit(let number, var change):
            guard options.photo.isEmpty else { throw Self.fixedPhotos }
            change = change.replaced(by: ReportChange(checked))
            // The person was told to look at the report, and has decided about it as it is now.
            if draft.problem != nil { change.version = try store.knownVersion(number) }
            try store.change(draft.id, to: .edit(report: number, change))
        case .cancel: try store.change(draft.id, to: draft.kind)
        }
    }
}

extension EditCommand {
    private static let fixedPhotos = ToolError.usage("The photos of a filed report can't be changed.")
}

struct CancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Withdraw a report that you filed, or discard a draft.",
        discussion: "A withdrawn report leaves the map at once. A supervisor deletes it."
    )

    @Argument(help: "The number of the report or of the draft.")
    var id: String

    @Flag(help: "Don't ask.")
    var yes = false

    func run() throws {
        let store = try Store()
        _ = try store.neededAccount()
        let name = try ReportName(parsing: id)
        let question =
            switch name {
            case .report(let number): "Withdraw report \(number)?"
            case .draft(let id): "Discard d\(id) with its photos?"
            }
        guard yes || console.confirm(question) else {
            throw ToolError.usage(console.refusal("Nothing was changed."))
        }
        switch name {
        case .report(let number): try store.add(.cancel(report: number), at: .now).send(store)
        case .draft(let id):
            try store.discard(id)
            try Membership.announce(store)
            StandardOutput.print("d\(id) is discarded.")
        }
    }
}

extension Draft {
    /// Sends this draft, and whatever else waits.
    ///
    /// - Throws: An error with status 65 if it lacks something or was refused, or if the draft of a lost report has it now and
    ///   lacks something, 66 if it changes a report that doesn't exist or is somebody else's, and 69 if the server is away. The
    ///   draft is kept, except the withdrawal of such a report.
    fileprivate func send(_ store: Store) throws {
        guard lacks.isEmpty else {
            throw ToolError.unreadable(
                "\(name) is kept, but not sent: it lacks \(lacksPhrase). To complete it: posters edit \(name)"
            )
        }
        let outcome: Synchronizer.Outcome
        do {
            outcome = try Synchronizer(store: store, report: { StandardOutput.print($0) }).run(with: self)
        } catch let error as ToolError {
            guard try store.has(self) else { throw error }
            throw ToolError(error.kind, "\(error) \(name) is kept. To send it: posters sync")
        }
        guard let refusal = outcome.refused.first(where: { $0.draft.id == id }) else {
            guard !outcome.sent.contains(where: { $0.draft.id == id }) else { return }
            // Another process may have done this, and told only its own user.
            if let number = try store.reportNumber(ofDraft: self) {
                StandardOutput.print("\(name) is report \(number).")
            } else if let lost = try store.draftOfLostReport(changedBy: self), !lost.lacks.isEmpty {
                throw ToolError.unreadable(
                    "Your change is in \(lost.name), the draft of the lost report, and is not sent: the draft lacks "
                        + "\(lost.lacksPhrase). To complete it: posters edit \(lost.name)")
            }
            return
        }
        guard try store.has(self) else { throw refusal.error }
        // It changes a report that doesn't exist, or somebody else's: no edit of the change can help.
        if refusal.error.kind == .notFound, photos.isEmpty {
            throw ToolError.notFound("\(name) is kept. To discard it: posters cancel \(name)")
        }
        throw ToolError.unreadable("\(name) is kept. To change it: posters edit \(name)")
    }
}

extension ReportDraft {
    /// Adds photos. The place is that of the first photo that has one, unless it is known.
    fileprivate mutating func add(_ taken: [PhotoIntake.Taken]) {
        for photo in taken where !photos.contains(photo.sha256) { photos.append(photo.sha256) }
        place = place ?? taken.lazy.compactMap(\.place).first
    }
}

extension ReportChange {
    fileprivate init(_ checked: ReportOptions.Checked) {
        self.init(
            place: checked.place, phones: checked.phones.isEmpty ? nil : checked.phones, company: checked.company,
            city: checked.district?.city, district: checked.district?.code, type: checked.type?.code,
            comment: checked.comment)
    }
}
