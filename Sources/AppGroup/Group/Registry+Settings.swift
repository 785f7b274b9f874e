/// Settings that all members of a group share: typed values under keys. Each change is atomic, and every member sees it.
extension Registry {
    /// All settings.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func settings() throws(AppGroupError) -> [FieldKey: FieldValue] { try read { try $0.settings() } }

    /// One setting; `nil` if it is not set.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func setting(_ key: FieldKey) throws(AppGroupError) -> FieldValue? { try settings()[key] }

    /// The name and the look of the group.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read. A group that does not exist has no settings.
    public func appearance() throws(AppGroupError) -> GroupAppearance { GroupAppearance(try settings()) }

    /// Sets a setting; `nil` removes it. Setting the value that it already has writes nothing.
    ///
    /// - Throws: ``AppGroupError/Code/invalidValue``, or why the registry cannot be written.
    public func setSetting(_ key: FieldKey, to value: FieldValue?, patience: Duration = .seconds(10))
        throws(AppGroupError)
    {
        try value?.check(for: key)
        guard try setting(key) != value else { return }
        try write(patience: patience) { try $0.setSetting(key, to: value) }
    }
}

extension GroupAppearance {
    /// The appearance of the group; that of a group without settings if there are several, because each has its own.
    package init(of registries: [Registry]) {
        self = registries.count == 1 ? (try? registries[0].appearance()) ?? GroupAppearance() : GroupAppearance()
    }
}
