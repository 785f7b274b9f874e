extension Registry {
    /// Sets how many things in an app need the user's attention; 0 clears the badge.
    ///
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the store cannot be written.
    public func setBadge(_ badge: BadgeCount, of id: AppID, patience: Duration = .seconds(10)) throws {
        guard try storage.write(patience: patience, { try $0.setBadge(badge, of: id) }) else { throw noSuchApp(id) }
    }

    /// Adds to a badge, which stays within its range. Additions of several processes at once all count.
    ///
    /// - Returns: The badge afterwards.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, or why the store cannot be written.
    @discardableResult
    public func addToBadge(_ delta: Int64, of id: AppID, patience: Duration = .seconds(10)) throws -> BadgeCount {
        guard let badge = try storage.write(patience: patience, { try $0.addToBadge(delta, of: id) }) else {
            throw noSuchApp(id)
        }
        return badge
    }

    /// The badges of all apps that lists show, summed up.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func totalBadge() throws -> BadgeCount { try apps(order: .name).totalBadge }
}

extension FamilyApp {
    /// The number in the badge's place.
    ///
    /// - Parameter field: An integer field that stands there instead of the badge, 0 where the app has none of this name;
    ///   `nil` for the badge.
    package func badgeNumber(from field: FieldKey?) -> Int64 {
        guard let field else { return record.badge.value }
        guard case .integer(let number)? = record.fields[field] else { return 0 }
        return number
    }
}

extension Sequence<FamilyApp> {
    /// The badges of these apps, summed up within a badge's range.
    public var totalBadge: BadgeCount { reduce(.zero) { $0.adding($1.badge.value) } }

    /// The integer fields of this name, summed up; held at the ends of 64 bits. Other kinds of value do not count.
    public func totalField(_ key: FieldKey) -> Int64 {
        reduce(0) { total, app in
            let number = app.badgeNumber(from: key)
            let (sum, overflow) = total.addingReportingOverflow(number)
            return overflow ? (number < 0 ? .min : .max) : sum
        }
    }
}
