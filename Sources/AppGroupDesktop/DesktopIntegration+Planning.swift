extension DesktopIntegration {
    /// What is to be done so that the desktop knows every app that lists show, and no other.
    ///
    /// - Parameters:
    ///   - scope: The one group to bring up to date; `nil` for all.
    ///   - isUpdate: Whether nobody asked for it now: then the unit stays as it is, and no scheme is taken from a program of
    ///     somebody else.
    /// - Throws: ``AppGroupError`` where the folder of groups, or the group that was named, cannot be read.
    package func plan(for scope: GroupID?, isUpdate: Bool) throws -> IntegrationPlan {
        var plan = IntegrationPlan()
        var families: [(family: Registry, apps: [FamilyApp])] = []
        var unreadable: Set<GroupID> = []
        for group in try Registry.groups(environment: environment) {
            let family = Registry(group: group, environment: environment)
            do {
                families.append((family, try family.apps(order: .name)))
            } catch {
                guard group != scope else { throw error }
                unreadable.insert(group)
                plan.remarks.append("The group \(group) is left as it is: \(error)")
            }
        }
        var draft = IntegrationDraft(self, families.flatMap(\.apps), plan, takesOver: !isUpdate)
        for (family, apps) in families where scope == nil || scope == family.group {
            for app in apps { draft.add(app.record, of: family) }
        }
        draft.removeOthers { written in
            (scope == nil || scope == written.group) && !unreadable.contains(written.group)
        }
        plan = draft.plan
        if !isUpdate { addUnit(to: &plan) }
        return plan
    }

    /// What is to be done so that nothing is left of earlier runs; the unit stays while another group has entries.
    ///
    /// - Parameter scope: The one group whose entries go; `nil` for all.
    package func removalPlan(for scope: GroupID?) -> IntegrationPlan {
        var draft = IntegrationDraft(self, [], IntegrationPlan(), takesOver: false)
        draft.removeOthers { scope == nil || scope == $0.group }
        let others = WrittenDesktopFile.all(in: entries).filter { $0.home == home && $0.group != scope }
        if scope == nil || others.isEmpty { removeUnit(from: &draft.plan) }
        return draft.plan
    }

    /// Whether a group has a store on this machine, or entries that are left of one.
    package func knows(_ group: GroupID) throws -> Bool {
        try Registry.groups(environment: environment).contains(group)
            || WrittenDesktopFile.all(in: entries).contains { $0.home == home && $0.group == group }
    }
}

extension DesktopIntegration {
    /// How entries call the launcher: with the folder of groups, where that is not the usual one.
    var launcherWords: [String] {
        environment["APP_GROUP_HOME"] == nil ? [launcher] : ["env", "APP_GROUP_HOME=\(home)", launcher]
    }

    /// The program that an entry can be said to need. Where a file's name has more than ASCII, readers differ.
    func program(of app: AppRecord, in family: Registry) -> String? {
        guard case .process(let process) = try? family.resolver.plan(for: app, opening: nil) else { return nil }
        return process.executable.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? process.executable : nil
    }
}
