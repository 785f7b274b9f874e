extension Registry {
    /// Sets an app's badge: how many things need the user's attention. 0 clears it. Setting the count that it already has
    /// writes nothing and takes no lock.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    public func setBadge(_ badge: BadgeCount, of id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError) {
        guard try read({ try existing(id, in: $0) }).badge != badge else { return }
        try write(patience: patience) { writer in
            guard try writer.setBadge(badge, of: id) else { throw noSuchApp(id) }
        }
    }

    /// Adds to a badge, which stays within its range. If several processes add at the same time, every addition counts.
    ///
    /// - Returns: The badge afterwards.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the registry cannot be written.
    @discardableResult
    public func addToBadge(_ delta: Int64, of id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError)
        -> BadgeCount
    {
        try write(patience: patience) { writer in
            guard let badge = try writer.addToBadge(delta, of: id) else { throw noSuchApp(id) }
            return badge
        }
    }

    /// The sum of the badges of all apps that lists show.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func totalBadge() throws(AppGroupError) -> BadgeCount { try apps(order: .name).totalBadge }
}

extension Registry {
    /// Sets a field of an app; `nil` removes it. Setting the value that it already has writes nothing.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/invalidValue``, or why the registry cannot be written.
    public func setField(
        _ key: FieldKey, to value: FieldValue?, of id: AppID, patience: Duration = .seconds(10)
    ) throws(AppGroupError) {
        try value?.check(for: key)
        let app = try read { try existing(id, in: $0) }
        guard app.fields[key] != value else { return }
        try write(patience: patience) { writer in
            _ = try existing(id, in: writer)
            try writer.setField(key, to: value, of: id)
        }
    }

    /// Adds to an integer field; a missing field counts as 0. If several processes add at the same time, every addition
    /// counts.
    ///
    /// - Returns: The value afterwards, held within 64 bits.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/invalidValue`` if the field is not an integer, or why
    ///   the registry cannot be written.
    @discardableResult
    public func addToField(
        _ key: FieldKey, by delta: Int64, of id: AppID, patience: Duration = .seconds(10)
    ) throws(AppGroupError) -> Int64 {
        try write(patience: patience) { writer in
            let value = try existing(id, in: writer).fields[key] ?? .integer(0)
            guard case .integer(let number) = value else {
                throw AppGroupError(
                    .invalidValue, "The field “\(key)” of \(id) is not an integer; set it to one first.")
            }
            let (sum, overflow) = number.addingReportingOverflow(delta)
            let result = overflow ? (delta < 0 ? Int64.min : .max) : sum
            try writer.setField(key, to: .integer(result), of: id)
            return result
        }
    }

    /// The sum of the integer fields of one name over all apps that lists show.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func totalField(_ key: FieldKey) throws(AppGroupError) -> Int64 { try apps(order: .name).totalField(key) }
}
