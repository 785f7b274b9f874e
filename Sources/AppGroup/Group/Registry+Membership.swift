import AppGroupPlatform

/// An app is a member of one group of its user. Groups that it has left keep its data for the grace period, and nothing else.
extension Registry {
    /// The other group of this user that the app is a member of.
    ///
    /// - Parameter surely: Throws if a group cannot be read, because it may have the app: to be set before something is deleted
    ///   that a member uses. Otherwise, such groups are skipped.
    package func groupHolding(_ id: AppID, surely: Bool = false) throws(AppGroupError) -> Registry? {
        for other in try otherGroups()
        where try surely ? other.read({ try $0.hasMember(id) }) : other.isReadable(with: id) {
            return other
        }
        return nil
    }

    /// The other group that has the app's data: the one that it is a member of, or else one that it has left. One that it has
    /// left as an installed package does not count, because a package stays where its files are.
    func groupWithData(of id: AppID) throws(AppGroupError) -> Registry? {
        let others = try otherGroups()
        return others.first { $0.isReadable(with: id) }
            ?? others.first { other in
                (try? other.read { try $0.app(id).map { !$0.isInstalledPackage } }) ?? nil ?? false
            }
    }

    /// Whether the group can be read, and the app is a member of it.
    func isReadable(with id: AppID) -> Bool { (try? read { try $0.hasMember(id) }) ?? false }

    /// - Throws: ``AppGroupError/Code/appTaken`` if the app is a member of another group.
    func checkIsInNoOtherGroup(_ id: AppID) throws(AppGroupError) {
        if let other = try groupHolding(id) { throw taken(id, by: other) }
    }

    /// The error for an app that is a member of another group.
    func taken(_ id: AppID, by other: Registry) -> AppGroupError {
        AppGroupError(.appTaken, "\(id) belongs to the group \(other.group); to move it, register it with --move.")
    }

    /// The other groups of this user, by name.
    func otherGroups() throws(AppGroupError) -> [Registry] {
        guard let container else { return [] }
        return try Container.groups(in: container.parent).filter { $0 != group }
            .map { Registry(group: $0, environment: environment, now: now) }
    }

    /// Runs `body` while no other process adds an app to any group of this user, or brings one back. So if `body` finds the app
    /// in no other group, it may add it to this one.
    ///
    /// The lock's file exists only while somebody needs it. It is taken before the locks of groups.
    ///
    /// - Parameter body: Gets the rest of the patience.
    func whileMembershipStays<Result>(
        patience: Duration, _ body: (Duration) throws -> Result
    ) throws(AppGroupError) -> Result {
        try AppGroupError.converting { try ForkGate.pass { try holdingMembership(patience: patience, body) } }
    }

    private func holdingMembership<Result>(
        patience: Duration, _ body: (Duration) throws -> Result
    ) throws -> Result {
        guard let container else { return try body(patience) }
        let deadline = Deadline(after: patience)
        let hadParent = Files.exists(container.parent)
        if try !container.check() { try container.makeParent() }
        var lock: WriterLock
        do {
            lock = try WriterLock(path: container.membershipLock)
        } catch {
            // In a folder that cannot be written, no new group can appear. The group's own lock decides.
            return try body(patience)
        }
        do {
            try lock.acquire(patience: patience)
        } catch let error as AppGroupError where error.errno == SystemError.notFound.number {
            // A first write of another process failed and took the folder of the lock away.
            return try holdingMembership(patience: patience, body)
        }
        defer {
            // Before the lock is released: others who wait for it notice that its file has no name.
            try? Files.remove(container.membershipLock)
            lock.release()
            if !hadParent { try? Files.removeEmptyFolder(container.parent) }
        }
        return try body(deadline.rest)
    }
}

extension RegistryReader {
    /// Whether the group has the app, and the app has not left it.
    func hasMember(_ id: AppID) throws -> Bool { try app(id).map { $0.unregistered == nil } ?? false }
}
