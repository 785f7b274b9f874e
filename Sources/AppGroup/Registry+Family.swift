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
    /// - Throws: ``AppGroupError`` where the store cannot be read. A store that does not exist holds nobody.
    public func apps(order: AppOrder = .frecency, including selection: Selection = .shown) throws -> [FamilyApp] {
        let resolver = resolver
        let all = try storage.read { reader in
            let last = try reader.lastOpening()
            let records = try reader.apps()
            return zip(records, resolver.availability(of: records)).map { record, availability in
                FamilyApp(record, of: group, availability: availability, lastOpeningOfGroup: last)
            }
        }
        return order.sorted(selection == .all ? all : all.filter(\.isShown))
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
