/// What the user decides about the apps of his family.
extension Registry {
    /// Puts an app before all that are not pinned, or back among them.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the store cannot be written.
    public func setPinned(_ pinned: Bool, _ id: AppID, patience: Duration = .seconds(10)) throws {
        try update(id, patience: patience) { $0.preferences.isPinned = pinned }
    }

    /// Leaves an app out of lists and totals, or shows it again.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the store cannot be written.
    public func setHidden(_ hidden: Bool, _ id: AppID, patience: Duration = .seconds(10)) throws {
        try update(id, patience: patience) { $0.preferences.isHidden = hidden }
    }

    /// Switches the recording of an app's openings on or off; what is recorded already stays.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the store cannot be written.
    public func setRecordsUse(_ records: Bool, of id: AppID, patience: Duration = .seconds(10)) throws {
        try update(id, patience: patience) { $0.preferences.recordsUse = records }
    }

    /// Whether openings are recorded in this family; each app may be left out besides.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func recordsUse() throws -> Bool { try storage.read { try $0.recordsUse() } }

    /// Switches the recording of all openings on or off; what is recorded already stays.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be written.
    public func setRecordsUse(_ records: Bool, patience: Duration = .seconds(10)) throws {
        try storage.write(patience: patience) { try $0.setRecordsUse(records) }
    }
}
