extension Registry {
    /// Sets a field of an app; `nil` takes it away. Setting what it already is writes nothing.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/invalidValue``, or why the store cannot be written.
    public func setField(
        _ key: FieldKey, to value: FieldValue?, of id: AppID, patience: Duration = .seconds(10)
    ) throws {
        try value?.check(for: key)
        let app = try storage.read { try existing(id, in: $0) }
        guard app.fields[key] != value else { return }
        try storage.write(patience: patience) { writer in
            _ = try existing(id, in: writer)
            try writer.setField(key, to: value, of: id)
        }
    }

    /// Adds to an integer field; one that is not there counts as 0. Additions of several processes at once all count.
    ///
    /// - Returns: The value afterwards, held at the ends of 64 bits.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/invalidValue`` where the field is no integer, or why
    ///   the store cannot be written.
    @discardableResult
    public func addToField(
        _ key: FieldKey, _ delta: Int64, of id: AppID, patience: Duration = .seconds(10)
    ) throws -> Int64 {
        try storage.write(patience: patience) { writer in
            let value = try existing(id, in: writer).fields[key] ?? .integer(0)
            guard case .integer(let number) = value else {
                throw AppGroupError(.invalidValue, "The field “\(key)” of \(id) is no integer; set it to one first.")
            }
            let (sum, overflow) = number.addingReportingOverflow(delta)
            let result = overflow ? (delta < 0 ? Int64.min : .max) : sum
            try writer.setField(key, to: .integer(result), of: id)
            return result
        }
    }

    /// The integer fields of one name over all apps that lists show, summed up.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func totalField(_ key: FieldKey) throws -> Int64 { try apps(order: .name).totalField(key) }
}
