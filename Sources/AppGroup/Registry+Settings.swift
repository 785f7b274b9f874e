/// What every member of a family reads and writes: typed values under a key, each change atomic and seen by all.
extension Registry {
    /// All settings.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func settings() throws -> [FieldKey: FieldValue] { try storage.read { try $0.settings() } }

    /// One setting; `nil` where it is not set.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func setting(_ key: FieldKey) throws -> FieldValue? { try settings()[key] }

    /// Sets a setting; `nil` takes it away. Setting what it already is writes nothing.
    ///
    /// - Throws: ``AppGroupError/Code/invalidValue``, or why the store cannot be written.
    public func setSetting(_ key: FieldKey, to value: FieldValue?, patience: Duration = .seconds(10)) throws {
        try value?.check(for: key)
        guard try setting(key) != value else { return }
        try storage.write(patience: patience) { try $0.setSetting(key, to: value) }
    }
}
