/// What the user decides about the apps of a group.
extension Registry {
    /// Pins an app, so that it comes before all apps that are not pinned, or unpins it.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    public func setPinned(_ pinned: Bool, of id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError) {
        try update(id, patience: patience) { $0.preferences.isPinned = pinned }
    }

    /// Hides an app from lists and totals, or shows it again.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    public func setHidden(_ hidden: Bool, of id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError) {
        try update(id, patience: patience) { $0.preferences.isHidden = hidden }
    }

    /// Switches the recording of an app's openings on or off. Openings that were recorded already stay.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    public func setRecordsUse(_ records: Bool, of id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError) {
        try update(id, patience: patience) { $0.preferences.recordsUse = records }
    }

    /// Whether openings are recorded in this group. Recording can also be off for single apps.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func recordsUse() throws(AppGroupError) -> Bool { try read { try $0.recordsUse() } }

    /// Switches the recording of all openings on or off. Openings that were recorded already stay.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be written.
    public func setRecordsUse(_ records: Bool, patience: Duration = .seconds(10)) throws(AppGroupError) {
        try write(patience: patience) { try $0.setRecordsUse(records) }
    }
}
