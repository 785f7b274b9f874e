import AppGroupPlatform

extension Registry {
    /// Which apps of a group a list contains.
    public enum Selection: Sendable {
        /// The apps that are installed and not hidden.
        case shown
        /// Every app; one that is not installed says why.
        case all
    }

    /// The apps of the group.
    ///
    /// - Parameters:
    ///   - order: `nil` for ``AppOrder/smart`` once that has ranked the opened apps of this group higher than
    ///     ``AppOrder/frecency`` has, and frecency until then. Either every app has a likelihood or none has.
    ///   - selection: Which apps.
    ///   - excludingCurrent: Leaves out the app that was opened last, which the model then does not expect next.
    /// - Throws: ``AppGroupError`` if the registry cannot be read. A registry that does not exist has no apps.
    public func apps(
        order: AppOrder? = nil, including selection: Selection = .shown, excludingCurrent: Bool = false
    ) throws(AppGroupError) -> [AppEntry] {
        try listing(order: order, including: selection, excludingCurrent: excludingCurrent).apps
    }

    /// The apps of the group, for a list of one or several groups.
    ///
    /// - Parameters:
    ///   - explaining: Adds to each app the evidence behind its likelihood.
    ///   - isCompared: Also reads when apps were opened, to compare the group with others.
    func listing(
        order: AppOrder?, including selection: Selection, excludingCurrent: Bool = false, explaining: Bool = false,
        isCompared: Bool = false
    ) throws(AppGroupError) -> GroupListing {
        // Sorting, too: the first use of a type takes locks inside Swift's runtime.
        try ForkGate.pass { () throws(AppGroupError) in
            let (all, openings) = try read { reader in
                (
                    try entries(
                        order: order, excludingCurrent: excludingCurrent, explaining: explaining, reader: reader),
                    isCompared ? try lastMoments(reader) : []
                )
            }
            let apps = (order ?? .preferred(for: all)).sorted(selection == .all ? all : all.filter(\.isShown))
            return GroupListing(apps, of: all, openings: openings)
        }
    }

    /// All apps, in no order.
    private func entries(
        order: AppOrder?, excludingCurrent: Bool, explaining: Bool, reader: any RegistryReader
    ) throws -> [AppEntry] {
        let last = try reader.lastOpening()
        var records = try reader.apps()
        let current = excludingCurrent ? records.current : nil
        if let current { records.removeAll { $0.id == current } }
        let now = now()
        let prediction = try model(for: order, reader: reader)?.predictor.prediction(
            at: now.seconds, utcOffset: SystemClock.utcOffset(at: now), excluding: current.map(Predictor.Item.init),
            unbadged: records.unbadged)
        let resolver = resolver
        var search = resolver.search
        var entries: [AppEntry] = []
        entries.reserveCapacity(records.count)
        // Each record is moved out of its list, which is cheaper than a copy.
        while let record = records.popLast() {
            let availability = resolver.availability(of: record, &search)
            let item = prediction == nil ? nil : Predictor.Item(record.id)
            entries.append(
                AppEntry(
                    record, of: group, availability: availability, lastOpeningOfGroup: last,
                    likelihood: item.flatMap { prediction?.likelihood(of: $0) },
                    contributions: explaining ? item.flatMap { prediction?.contributions(of: $0) } ?? [] : []))
        }
        return entries
    }

    /// The times of the most recent openings, the newest first. An opening in the future, under a clock that was ahead, counts as
    /// made when the next one was, and the last one as made now.
    private func lastMoments(_ reader: any RegistryReader) throws -> [Timestamp] {
        let now = now()
        var next = now
        let last = try reader.lastOpening()
        return try reader.openings(after: last.advanced(by: -GroupShares.openings)).reversed().map { opening in
            if opening.moment <= now { next = opening.moment }
            return next
        }
    }

    /// The evidence behind the likelihood of one app in the order ``AppOrder/smart``; empty if the model does not know it.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    package func evidence(for id: AppID) throws(AppGroupError) -> [Predictor.Prediction.Contribution] {
        try read { reader in
            let now = now()
            return try model(for: .smart, reader: reader)?.predictor
                .prediction(
                    at: now.seconds, utcOffset: SystemClock.utcOffset(at: now), unbadged: reader.apps().unbadged
                )
                .contributions(of: Predictor.Item(id)) ?? []
        }
    }

    /// The model that an order needs.
    private func model(for order: AppOrder?, reader: any RegistryReader) throws -> GroupModel? {
        switch order {
        case .smart: return try GroupModel(current: reader)
        case nil:
            let model = try GroupModel(soonCurrent: reader)
            return model?.predictor.leadsFrecency == true ? model : nil
        default: return nil
        }
    }

    /// One app of the group, even if it is hidden or missing; `nil` if none has this identifier.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func app(_ id: AppID) throws(AppGroupError) -> AppEntry? { try read { try appEntry(id, reader: $0) } }

    /// The app that owns a URL scheme, even if it is hidden or missing; `nil` if none does.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func app(holding scheme: URLScheme) throws(AppGroupError) -> AppEntry? {
        try read { reader in try reader.owner(of: scheme).flatMap { try appEntry($0, reader: reader) } }
    }

    func appEntry(_ id: AppID, reader: any RegistryReader) throws -> AppEntry? {
        guard let record = try reader.app(id) else { return nil }
        return AppEntry(
            record, of: group, availability: resolver.availability(of: record),
            lastOpeningOfGroup: try reader.lastOpening())
    }

    /// One app's record, for calls that need it to exist.
    func existing(_ id: AppID, in reader: any RegistryReader) throws -> AppRecord {
        guard let app = try reader.app(id) else { throw noSuchApp(id) }
        return app
    }

    package func noSuchApp(_ id: AppID) -> AppGroupError {
        AppGroupError(
            .noSuchApp,
            "There is no app \(id) in the group \(group); register it first, or look at: "
                + group.command("list --all"))
    }

    /// The image that an app registered; `nil` for a themed icon or none.
    ///
    /// - Throws: ``AppGroupError`` if it cannot be read.
    public func image(of app: AppRecord) throws(AppGroupError) -> [UInt8]? {
        guard let icon = app.icon else { return nil }
        return try read { try $0.image(icon) }
    }

    /// The file of the image that an app registered; `nil` for a themed icon, for none, and in a storage of your own.
    public func imagePath(of app: AppRecord) -> String? {
        guard let container, let name = app.icon?.fileName else { return nil }
        return "\(container.images)/\(name)"
    }
}

extension [AppRecord] {
    /// The apps whose badge is 0. Older code and other programs clear badges without a note.
    fileprivate var unbadged: Set<Predictor.Item> { Set(lazy.filter { $0.badge == .zero }.map { .init($0.id) }) }

    /// The app that was opened last; `nil` if none was ever opened.
    fileprivate var current: AppID? {
        self.max { $0.usage.lastOpening < $1.usage.lastOpening }.flatMap { $0.usage.lastOpening > 0 ? $0.id : nil }
    }
}
