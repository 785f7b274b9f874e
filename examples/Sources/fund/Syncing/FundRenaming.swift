import AppGroup
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Gives funds the names that other devices gave them.
struct FundRenaming {
    private let context: Reconciler
    private var store: Store { context.store }

    init(_ context: Reconciler) { self.context = context }

    /// A fund that another device renamed.
    private struct Renaming {
        let fund: Fund
        let name: FundName
        let id: SyncID
        /// Whether this device has renamed it, too.
        let isConflict: Bool
    }

    /// Renames the folders of funds that other devices renamed. Each fund is renamed by itself, so that a process that is
    /// killed leaves nothing half done.
    func run() throws {
        var rest = try renamings()
        while !rest.isEmpty {
            let names = Set(try store.funds().map(\.name))
            let next = rest.firstIndex { !names.contains("\($0.name)") } ?? 0
            let renaming = rest.remove(at: next)
            if names.contains("\(renaming.name)") {
                try makeWay(for: renaming, rest: &rest)
            } else {
                try apply(renaming)
            }
        }
        try makeWayForNewFunds()
    }

    private func renamings() throws -> [Renaming] {
        var found: [Renaming] = []
        try store.eachIncoming(.fund, areDeleted: false) { incoming, known in
            guard let known, incoming.version > known.version,
                let fund = try known.owner.flatMap({ try store.fund(id: $0) }),
                let content: FundContent = incoming.content(), let name = try? FundName(content.name),
                fund.name != content.name, known.sent != incoming.content
            else { return }
            let base = known.base(as: FundContent.self)?.name
            if known.changes > 0, try base == content.name || store.isOutdated(incoming) { return }
            let isConflict = known.changes > 0 && base != fund.name
            found.append(Renaming(fund: fund, name: name, id: incoming.id, isConflict: isConflict))
        }
        return found
    }

    /// Renames the fund that has a name which another one gets. Two funds that change their names with each other are one
    /// case. Else, the one with the greater ID gets a number, on every device.
    private func makeWay(for renaming: Renaming, rest: inout [Renaming]) throws {
        guard let other = try store.funds().first(where: { $0.name == "\(renaming.name)" }),
            let theirs = try store.object(.fund, owner: other.id)
        else { return }
        let free = try store.freeName(renaming.name)
        if try store.isDeletedElsewhere(theirs) {
            // It goes to the trash at the end of this sync. Its name until then is no change that the server has to learn.
            guard try rename(other, to: free) else { return }
            try store.put(theirs)
            try apply(renaming)
        } else if rest.contains(where: { $0.fund.id == other.id }) {
            guard try rename(other, to: free) else { return }
            // It gets the name that waits for it next. Its name until then is nobody's change.
            try store.put(theirs)
            rest = try renamings()
        } else if theirs.isSent, renaming.id > theirs.id {
            guard try rename(renaming.fund, to: free) else { return }
            context.outcome.notice(ofNumbered: renaming.name, as: free)
        } else {
            guard try rename(other, to: free) else { return }
            try apply(renaming)
            context.outcome.notice(ofNumbered: renaming.name, as: free)
        }
    }

    private func apply(_ renaming: Renaming) throws {
        guard try rename(renaming.fund, to: renaming.name), renaming.isConflict else { return }
        let (old, new) = (renaming.fund.name, "\(renaming.name)")
        context.outcome.conflict(
            .fund, new,
            "“\(old)” is called “\(new)” on another device, and so it is here now. To rename it: fund rename "
                + "\(new.quotedForShell) \(old.quotedForShell)")
    }

    /// Gives a fund another name if a new one with a smaller ID has its name, and the server has both.
    private func makeWayForNewFunds() throws {
        var taken: [(fund: Fund, name: FundName)] = []
        try store.eachIncoming(.fund, areDeleted: false) { incoming, known in
            if let known {
                // It is here, or was deleted here and did not change there.
                guard known.owner == nil, incoming.version > known.version,
                    known.changes == 0 || known.base != incoming.content
                else { return }
            }
            guard let content: FundContent = incoming.content(), let name = try? FundName(content.name),
                let fund = try store.funds().first(where: { $0.name == content.name }),
                let own = try store.object(.fund, owner: fund.id), incoming.id < own.id, try store.isOnServer(own)
            else { return }
            taken.append((fund, name))
        }
        for (fund, name) in taken where try store.fund(id: fund.id)?.name == fund.name {
            let free = try store.freeName(name)
            guard try rename(fund, to: free) else { continue }
            context.outcome.notice(ofNumbered: name, as: free)
        }
    }

    /// - Returns: Whether the fund has the name now. If not, the next sync tries it again.
    private func rename(_ fund: Fund, to name: FundName) throws -> Bool {
        do {
            let current = try store.fund(id: fund.id) ?? fund
            try store.refuseWhileFetching(into: current)
            try store.rename(current, to: name)
            return true
        } catch let error as ToolError {
            context.outcome.fail(error)
            return false
        }
    }
}

extension Store {
    /// A name that no fund and no folder has: this one with a number.
    func freeName(_ name: FundName) throws -> FundName {
        let names = Set(try funds().map(\.name))
        for number in 2... {
            let candidate = try name.numbered(number)
            let isFolder = (try? Files.isDirectory("\(root)/\(candidate)")) != nil
            if !names.contains("\(candidate)"), !isFolder { return candidate }
        }
        return name
    }
}
