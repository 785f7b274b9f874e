import AppGroupPlatform

extension Registry {
    /// An opening that was counted, with what is needed to undo that.
    struct RecordedOpening: Sendable {
        let app: AppID
        let number: AppOpening.Number
        fileprivate let usageBefore: AppUsage

        /// The value that the opened tool finds in its environment: see ``Registry/openingVariable``.
        var token: String { "\(app):\(number)" }
    }

    /// The environment variable that tells a tool that its opening was counted already: `<app>:<number>`.
    static let openingVariable = "APP_GROUP_OPENING"

    /// The openings that are kept, the oldest first.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func openings() throws(AppGroupError) -> [AppOpening] { try read { try $0.openings() } }

    /// What happened to badges between the openings that are kept, in the order of ``BadgeRise/opening``.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func badgeRises() throws(AppGroupError) -> [BadgeRise] { try read { try $0.badgeRises(since: .none) } }

    /// Forgets how often and how recently an app was opened.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    public func resetHistory(of id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError) {
        try write(patience: patience, forgetting: { $0 == id }) { writer in
            _ = try existing(id, in: writer)
            try writer.setUsage(AppUsage(), of: id)
            try writer.removeOpenings(of: id)
        }
    }

    /// Forgets how often and how recently every app was opened.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be written.
    public func resetHistory(patience: Duration = .seconds(10)) throws(AppGroupError) {
        // In a group without a registry there is nothing to forget, and none is made.
        guard try read({ try !$0.apps().isEmpty || $0.lastOpening() > 0 }) else { return }
        try write(patience: patience, forgetting: { _ in true }) { writer in
            for app in try writer.apps() { try writer.setUsage(AppUsage(), of: app.id) }
            try writer.removeOpenings(of: nil)
        }
    }

    /// Counts an opening; `nil` if recording is off.
    func recordOpening(
        of id: AppID, isClaimed: Bool, patience: Duration
    ) throws(AppGroupError) -> RecordedOpening? {
        try write(patience: patience) { try recordOpening(of: id, isClaimed: isClaimed, writer: $0) }
    }

    private func recordOpening(of id: AppID, isClaimed: Bool, writer: any RegistryWriter) throws -> RecordedOpening? {
        try recordOpening(of: existing(id, in: writer), isClaimed: isClaimed, writer: writer)
    }

    private func recordOpening(
        of app: AppRecord, isClaimed: Bool, writer: any RegistryWriter
    ) throws -> RecordedOpening? {
        guard try recordsUse(of: app, reader: writer) else { return nil }
        // Without the opening itself, which is taken back if the start fails.
        try GroupModel.keepIfItLags(writer)
        let moment = now()
        let number = try writer.appendOpening(
            of: app.id, at: moment, utcOffset: SystemClock.utcOffset(at: moment), isClaimed: isClaimed)
        try writer.setUsage(app.usage.opened(at: moment, opening: number), of: app.id)
        return RecordedOpening(app: app.id, number: number, usageBefore: app.usage)
    }

    func recordsUse(of app: AppRecord, reader: any RegistryReader) throws -> Bool {
        try app.preferences.recordsUse && reader.recordsUse()
    }

    /// Takes a counted opening back, because the start failed.
    func takeBack(_ opening: RecordedOpening, patience: Duration) throws(AppGroupError) {
        try write(patience: patience) { writer in
            guard let app = try writer.app(opening.app), try writer.opening(opening.number) != nil else { return }
            try writer.removeOpening(opening.number)
            let before = opening.usageBefore
            // If an earlier opening was taken back since, what was remembered still contains that one.
            let isExact = app.usage.lastOpening != opening.number || app.usage.count == before.count + 1
            try writer.setUsage(
                isExact
                    ? app.usage.takingBack(opening: opening.number, before: before) : recounted(app, reader: writer),
                of: opening.app)
        }
    }

    /// An app's usage with one opening less, counted again from the openings that are kept.
    private func recounted(_ app: AppRecord, reader: any RegistryReader) throws -> AppUsage {
        var usage = try reader.openings().filter { $0.app == app.id }.usages[app.id] ?? AppUsage()
        usage.count = max(0, app.usage.count - 1)
        return usage
    }

    /// What a tool does when its user has opened it.
    enum OwnOpening: Equatable {
        /// Claims the opening that the launcher or another tool has counted already.
        case claimed(AppOpening.Number)
        /// Counts an opening.
        case recorded
        /// Nothing, because recording is off.
        case unrecorded
    }

    /// If the tool's environment names an opening of this tool that is not claimed yet, that opening is claimed. Otherwise, the
    /// tool's last opening is claimed if it is unclaimed and at most 10 seconds old: D-Bus activation passes no environment, and
    /// a terminal with several windows passes that of the first one to all of them.
    func ownOpening(of app: AppRecord, reader: any RegistryReader) throws -> OwnOpening {
        func unclaimed(_ number: AppOpening.Number) throws -> AppOpening? {
            guard number != .none, let opening = try reader.opening(number) else { return nil }
            return opening.app == app.id && !opening.isClaimed ? opening : nil
        }
        let named = environment[Self.openingVariable].flatMap { Self.number(in: $0, of: app.id) }
        if let named, try unclaimed(named) != nil { return .claimed(named) }
        if let last = try unclaimed(app.usage.lastOpening),
            (last.moment...last.moment.adding(seconds: 10)).contains(now())
        {
            return .claimed(last.number)
        }
        return try recordsUse(of: app, reader: reader) ? .recorded : .unrecorded
    }

    /// Counts that a tool was opened, unless the launcher or the tool that opened it has counted that already.
    package func recordOwnOpening(of id: AppID, patience: Duration) throws(AppGroupError) {
        var changes = AppChanges()
        changes.recordOpening()
        try change(id, by: changes, patience: patience)
    }

    /// The part of ``recordOwnOpening(of:patience:)`` that writes.
    func recordOwnOpening(of app: AppRecord, writer: any RegistryWriter) throws {
        switch try ownOpening(of: app, reader: writer) {
        case .claimed(let number): try writer.claimOpening(number)
        case .recorded: _ = try recordOpening(of: app, isClaimed: true, writer: writer)
        case .unrecorded: break
        }
    }

    private static func number(in token: String, of id: AppID) -> AppOpening.Number? {
        guard let colon = token.utf8.lastIndex(of: UInt8(ascii: ":")), (try? AppID(String(token[..<colon]))) == id
        else {
            return nil
        }
        return Int64(token[token.utf8.index(after: colon)...]).flatMap(AppOpening.Number.init)
    }
}
