package import AppGroup

extension DesktopIntegration {
    /// Plans the integration of all shown apps, and of no others.
    ///
    /// - Parameters:
    ///   - scope: The one group to bring up to date; `nil` for all.
    ///   - isUpdate: Whether this runs by itself. Then the unit and the files for searches stay as they are, and no
    ///     scheme is taken from another program.
    /// - Throws: ``AppGroupError`` if the folder of groups, or the group that was named, cannot be read, or if no entry can
    ///   start one of the programs.
    package func plan(for scope: GroupID?, isUpdate: Bool) throws -> IntegrationPlan {
        var plan = IntegrationPlan()
        // Another process may have removed everything while this one waited for its lock.
        guard !isUpdate || isPresent else { return plan }
        try checkPrograms()
        var groups: [(registry: Registry, apps: [AppEntry])] = []
        var unreadable: Set<GroupID> = []
        for group in try Registry.groups(environment: environment) {
            let registry = Registry(group: group, environment: environment)
            do {
                groups.append((registry, try registry.apps(order: .name)))
            } catch {
                guard group != scope else { throw error }
                unreadable.insert(group)
                plan.remarks.append("The group \(group) is left as it is: \(error)")
            }
        }
        var draft = IntegrationDraft(self, groups.flatMap(\.apps), plan, takesOver: !isUpdate)
        for (registry, apps) in groups where scope == nil || scope == registry.group {
            for app in apps { draft.add(app.record, of: registry) }
        }
        draft.removeOthers { written in
            (scope == nil || scope == written.group) && !unreadable.contains(written.group)
        }
        plan = draft.plan
        if !isUpdate {
            addUnit(to: &plan)
            addSearch(to: &plan)
        }
        return plan
    }

    /// Plans to remove everything that earlier runs wrote. The unit and the files for searches stay while another group
    /// has entries.
    ///
    /// - Parameter scope: The one group whose entries go; `nil` for all.
    package func removalPlan(for scope: GroupID?) -> IntegrationPlan {
        var draft = IntegrationDraft(self, [], IntegrationPlan(), takesOver: false)
        draft.removeOthers { scope == nil || scope == $0.group }
        let others = ExistingDesktopFile.all(in: entries).filter { $0.home == home && $0.group != scope }
        if scope == nil || others.isEmpty {
            removeUnit(from: &draft.plan)
            removeSearch(from: &draft.plan)
        }
        return draft.plan
    }

    /// Whether a group has a registry on this machine, or entries from an earlier one.
    package func knows(_ group: GroupID) throws -> Bool {
        try Registry.groups(environment: environment).contains(group)
            || ExistingDesktopFile.all(in: entries).contains { $0.home == home && $0.group == group }
    }
}

extension DesktopIntegration {
    /// The words with which entries start the launcher, including the folder of groups if it is not the usual one.
    var launcherWords: [String] { (homeAssignment.map { ["env", $0] } ?? []) + [launcher] }

    /// Desktop Entry Specification 1.5, "The Exec key": the path of a program contains no equal sign. env(1) would take it for a
    /// variable.
    private func checkPrograms() throws {
        for path in [launcher, bridge, search].compactMap(\.self) where path.utf8.contains(UInt8(ascii: "=")) {
            throw AppGroupError(
                .configuration,
                "The path \(PlainText.quoted(path: path)) contains “=”, which is not allowed in the path of a program in a "
                    + "desktop entry; move the program.")
        }
    }

    /// The program that an entry needs; `nil` if its path is not plain ASCII, which readers interpret differently.
    func program(of app: AppRecord, in registry: Registry) -> String? {
        guard let path = registry.program(of: app), path.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
        return path
    }
}
