extension Registry {
    /// Which apps of a family a list holds.
    public enum Selection: Sendable {
        /// Those that are installed and not hidden.
        case shown
        /// Every app, with the reason where one is not installed.
        case all
    }

    /// The family, in an order.
    ///
    /// - Parameters:
    ///   - order: `nil` for ``AppOrder/smart`` once that has put this family's apps nearer to the front than
    ///     ``AppOrder/frecency`` has, and frecency until then. Each app then has a likelihood or none has.
    ///   - selection: Which apps.
    ///   - excludingCurrent: Leaves out the app that was opened last, which is then none of those that can come next.
    /// - Throws: ``AppGroupError`` where the store cannot be read. A store that does not exist holds nobody.
    public func apps(
        order: AppOrder? = nil, including selection: Selection = .shown, excludingCurrent: Bool = false
    ) throws -> [FamilyApp] {
        try apps(order: order, including: selection, excludingCurrent: excludingCurrent, explaining: false)
    }

    /// - Parameter explaining: Says with each app what made its likelihood what it is.
    package func apps(
        order: AppOrder?, including selection: Selection, excludingCurrent: Bool, explaining: Bool
    ) throws -> [FamilyApp] {
        let resolver = resolver
        let all = try storage.read { reader in
            let last = try reader.lastOpening()
            var records = try reader.apps()
            let current = excludingCurrent ? records.current : nil
            records.removeAll { $0.id == current }
            let prediction = try model(for: order, reader: reader)?.predictor
                .prediction(at: now().localSeconds, excluding: current.map(Predictor.Item.init))
            return zip(records, resolver.availability(of: records)).map { record, availability in
                let item = prediction == nil ? nil : Predictor.Item(record.id)
                return FamilyApp(
                    record, of: group, availability: availability, lastOpeningOfGroup: last,
                    likelihood: item.flatMap { prediction?.likelihood(of: $0) },
                    contributions: explaining ? item.flatMap { prediction?.contributions(of: $0) } ?? [] : [])
            }
        }
        return (order ?? .preferred(for: all)).sorted(selection == .all ? all : all.filter(\.isShown))
    }

    /// The model that an order needs.
    private func model(for order: AppOrder?, reader: any RegistryReader) throws -> FamilyModel? {
        switch order {
        case .smart: return try FamilyModel(current: reader)
        case nil:
            let model = try FamilyModel(soonCurrent: reader)
            return model?.predictor.leadsFrecency == true ? model : nil
        default: return nil
        }
    }

    /// One app of the family, hidden and missing ones too; `nil` where none has this identifier.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func app(_ id: AppID) throws -> FamilyApp? { try storage.read { try familyApp(id, reader: $0) } }

    /// The app that holds a URL scheme, hidden and missing ones too; `nil` where none does.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func app(holding scheme: URLScheme) throws -> FamilyApp? {
        try storage.read { reader in try reader.owner(of: scheme).flatMap { try familyApp($0, reader: reader) } }
    }

    func familyApp(_ id: AppID, reader: any RegistryReader) throws -> FamilyApp? {
        guard let record = try reader.app(id) else { return nil }
        return FamilyApp(
            record, of: group, availability: resolver.availability(of: record),
            lastOpeningOfGroup: try reader.lastOpening())
    }

    /// One app's record, for calls that need it to be there.
    func existing(_ id: AppID, in reader: any RegistryReader) throws -> AppRecord {
        guard let app = try reader.app(id) else { throw noSuchApp(id) }
        return app
    }

    func noSuchApp(_ id: AppID) -> AppGroupError {
        AppGroupError(
            .noSuchApp,
            "There is no app \(id) in the group \(group); register it first, or look at: launcher list --all")
    }

    /// The image that an app registered; `nil` for a themed icon or none.
    ///
    /// - Throws: ``AppGroupError`` where it cannot be read.
    public func image(of app: AppRecord) throws -> [UInt8]? {
        guard let icon = app.icon else { return nil }
        return try storage.read { try $0.image(icon) }
    }

    /// The file of the image that an app registered; `nil` for a themed icon, for none, and in a storage of your own.
    public func imagePath(of app: AppRecord) -> String? {
        guard let container, let name = app.icon?.fileName else { return nil }
        return "\(container.images)/\(name)"
    }
}

extension [AppRecord] {
    /// The app that was opened last; `nil` where none ever was.
    fileprivate var current: AppID? {
        self.max { $0.usage.lastOpening < $1.usage.lastOpening }.flatMap { $0.usage.lastOpening > 0 ? $0.id : nil }
    }
}

extension Timestamp {
    /// The second of the local wall clock, counted as if local time were UTC.
    fileprivate var localSeconds: Int64 { seconds + Clock.utcOffset(at: self) }
}
