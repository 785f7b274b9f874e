import AppGroup
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Applies what came from the server to funds.
struct FundReconciler {
    private let context: Reconciler
    private var store: Store { context.store }

    init(_ context: Reconciler) { self.context = context }

    func apply(_ incoming: IncomingObject, to known: SyncObject?) throws -> Reconciled {
        guard let content: FundContent = incoming.content() else { return .done }
        let name: FundName
        do { name = try FundName(content.name) } catch {
            context.outcome.fail(.protocolBroken("A fund of another device can't be kept here: \(error)"))
            return .waits
        }
        guard var known else {
            return try settle(incoming, name)
        }
        if let owner = known.owner, let fund = try store.fund(id: owner) {
            if fund.name == content.name {
                try context.agree(on: incoming, with: owner)
                return .done
            }
            // Either only this device renamed it, or another fund has that name now, or the server went back to an older name.
            let isTaken = try store.funds().contains { $0.name == content.name }
            if try isTaken || known.base(as: FundContent.self)?.name == content.name || store.isOutdated(incoming) {
                try context.agree(on: incoming, with: owner, isChanged: true)
                return .done
            }
            // Its folder could not be renamed, or another process renamed it just now.
            return .waits
        }
        // It was deleted here, or joined with another one, and the server doesn't know that yet.
        if known.changes > 0, known.base == incoming.content {
            known.version = incoming.version
            try store.put(known)
            return .done
        }
        return try settle(incoming, name)
    }

    /// Makes a fund that is not here, or joins it with the one that has its name, if the server doesn't have that one.
    ///
    /// Two funds that the server has are never joined: one of them would be deleted there, and other devices could not tell that from
    /// a deletion by a person. They would move their files to the trash.
    private func settle(_ incoming: IncomingObject, _ name: FundName) throws -> Reconciled {
        guard let fund = try store.funds().first(where: { $0.name == "\(name)" }),
            let own = try store.object(.fund, owner: fund.id)
        else {
            guard let owner = try make(name) else { return .waits }
            try context.agree(on: incoming, with: owner)
            context.outcome.note(.received, .fund, "\(name)")
            return .done
        }
        if try !store.isOnServer(own) {
            if own.isSent { try orphan(own, for: incoming.id) }
            try context.agree(on: incoming, with: fund.id)
            try store.noteChanges(in: fund)
            return .done
        }
        // The one with the smaller ID has the name, on every device. If that is this one, FundRenaming makes way for it.
        guard own.id < incoming.id else { return .waits }
        let free = try store.freeName(name)
        guard let owner = try make(free) else { return .waits }
        try context.agree(on: incoming, with: owner, isChanged: true)
        context.outcome.note(.received, .fund, "\(free)")
        context.outcome.notice(ofNumbered: name, as: free)
        return .done
    }

    /// The server has to delete a fund that was joined with another one.
    private func orphan(_ object: SyncObject, for other: SyncID) throws {
        var object = object
        (object.owner, object.joined, object.changes) = (nil, other, object.changes + 1)
        try store.put(object)
    }

    /// Makes a fund. A folder that exists already becomes its folder, as with `fund new`: a sync that was killed may have made it.
    ///
    /// - Returns: nil if something is in the way, or the folder can't be made, which the person is told.
    private func make(_ name: FundName) throws -> Fund.ID? {
        if let obstacle = try obstacle(to: name) {
            context.outcome.fail(obstacle)
            return nil
        }
        do { try Files.makeFolder("\(store.root)/\(name)") } catch {
            context.outcome.fail(error)
            return nil
        }
        return try store.insertFund(name, at: context.now)
    }

    /// Why a new fund can't have the folder of its name: that is a file, or the folder of another fund, whose name is the same to this
    /// file system.
    private func obstacle(to name: FundName) throws -> ToolError? {
        let path = "\(store.root)/\(name)"
        guard let isFolder = try? Files.isDirectory(path) else { return nil }
        let failure = "The fund “\(name)” of another device can't be kept here:"
        guard isFolder else { return .unreadable("\(failure) \(path) is a file. Move it away.") }
        return try store.fund(inFolder: path).map {
            .unreadable(
                "\(failure) its folder would be that of “\($0.name)”. To rename this one: fund rename "
                    + "\($0.name.quotedForShell) NAME")
        }
    }

    /// The fund here that another object names, if it is here, or the one that it was joined with.
    func existingFund(_ id: SyncID) throws -> Fund.ID? {
        guard let object = try store.object(.fund, id: id) else { return nil }
        return try object.owner ?? object.joined.flatMap { try store.object(.fund, id: $0)?.owner }
    }

    /// The fund here that another object names. One that was deleted here is made again, because what it holds was changed
    /// on another device.
    ///
    /// - Returns: nil if its fund has not come yet, or can't be made.
    func fund(_ id: SyncID) throws -> Fund.ID? {
        if let owner = try existingFund(id) { return owner }
        guard let object = try store.object(.fund, id: id), let base: FundContent = object.base(),
            let name = try? FundName(base.name)
        else { return nil }
        var revived = object
        (revived.joined, revived.changes) = (nil, max(1, object.changes))
        if let same = try store.funds().first(where: { $0.name == base.name }),
            let own = try store.object(.fund, owner: same.id)
        {
            if try !store.isOnServer(own) {
                if own.isSent { try orphan(own, for: id) }
                revived.owner = same.id
                try store.put(revived)
                try store.noteChanges(in: same)
                return same.id
            }
            revived.owner = try make(store.freeName(name))
        } else {
            revived.owner = try make(name)
        }
        guard revived.owner != nil else { return nil }
        try store.put(revived)
        context.outcome.notice("“\(name)” is back: another device changed something in it.")
        return revived.owner
    }

    // MARK: Deleting

    /// The funds that other devices deleted and whose folders can go to the trash as they are: nothing in them changed here.
    func wholeFunds() throws -> [Fund] {
        try deletions().compactMap { deletion in
            guard let (fund, known) = try subject(of: deletion), known.changes == 0, try !store.holdsOwn(fund),
                !context.closed.contains(fund.id)
            else { return nil }
            let folder = store.folder(of: fund)
            // Only a link would go to the trash.
            return (try? Files.target(of: folder)) == folder ? fund : nil
        }
    }

    /// Moves funds to the trash, each with its files and notes in one folder. What is in a fund that can't go there, such as one whose
    /// folder is a mount point, can go there by itself, so that is no failure yet.
    func trashWhole(_ funds: [Fund]) throws {
        for fund in funds where (try? store.refuseWhileFetching(into: fund)) != nil {
            // The network may have taken minutes since the last scan.
            guard (try? Scanner(store: store).scan(fund) { _ in }) != nil, try !store.holdsOwn(fund) else { continue }
            let (notes, files) = (try store.notes(of: fund), try store.files(of: fund))
            _ = try? removal.remove(fund)
            // After a failure, it is as it was.
            guard try store.fund(id: fund.id) == nil else { continue }
            for note in notes { context.outcome.note(.removed, .note, "\(fund.name)/\(note.title)") }
            for file in files { context.outcome.note(.removed, .file, "\(fund.name)/\(file.path)") }
            context.outcome.note(.removed, .fund, fund.name)
        }
    }

    /// Removes the funds that other devices deleted, unless something here still is in them.
    ///
    /// - Parameter trashed: The paths of the files that this sync has moved to the trash.
    func removeFunds(_ trashed: [Fund.ID: [String]]) throws {
        for deletion in try deletions() where try isApplied(deletion, trashed) { try forget(deletion) }
    }

    private func deletions() throws -> [IncomingObject] {
        var deletions: [IncomingObject] = []
        try store.eachIncoming(.fund, areDeleted: true) { incoming, _ in deletions.append(incoming) }
        return deletions
    }

    /// The fund here that another device deleted, with what is known about it.
    private func subject(of deletion: IncomingObject) throws -> (fund: Fund, known: SyncObject)? {
        guard let known = try store.object(.fund, id: deletion.id), deletion.version > known.version,
            let fund = try known.owner.flatMap({ try store.fund(id: $0) })
        else { return nil }
        return (fund, known)
    }

    /// Removes the fund that another device deleted, if it is here.
    ///
    /// - Returns: Whether the deletion is applied. Otherwise, the fund lives on, or its deletion waits for the next sync.
    private func isApplied(_ deletion: IncomingObject, _ trashed: [Fund.ID: [String]]) throws -> Bool {
        guard let (fund, known) = try subject(of: deletion) else { return true }
        do { try store.refuseWhileFetching(into: fund) } catch let error as ToolError {
            context.outcome.fail(error)
            return false
        }
        // A disk that is not mounted now may have files that changed. The deletion waits for it.
        if context.closed.contains(fund.id), mayBeBack(fund) { return false }
        // The network may have taken minutes since the last scan.
        _ = try? Scanner(store: store).scan(fund) { _ in }
        let isKept = try known.changes > 0 || store.holdsOwn(fund)
        if try !isKept && (leavesFiles(fund) || !trash(fund)) { return false }
        guard try store.fund(id: fund.id) == nil else {
            try store.database.transaction {
                try context.revive(store.object(.fund, id: deletion.id) ?? known, against: deletion)
                try store.unstage(.fund, id: deletion.id)
            }
            tellOfSurvival(of: fund, trashed[fund.id] ?? [])
            return false
        }
        context.outcome.note(.removed, .fund, fund.name)
        return true
    }

    private func forget(_ deletion: IncomingObject) throws {
        try store.database.transaction {
            // Its name is remembered, in case something of it comes back.
            if var known = try store.object(.fund, id: deletion.id), known.owner == nil {
                (known.version, known.changes) = (max(known.version, deletion.version), 0)
                try store.put(known)
            }
            try store.unstage(.fund, id: deletion.id)
        }
    }

    /// No advice is given to delete it for good: its folder may hold the trash into which its files were moved.
    private var removal: Removal {
        Removal(
            store: store, isForever: false, now: context.now,
            advice: "Another device deleted it. The next sync tries again.")
    }

    /// - Returns: Whether the fund is in the trash. Otherwise, its deletion waits for the next sync.
    private func trash(_ fund: Fund) throws -> Bool {
        do { try removal.remove(fund) } catch let error as ToolError { context.outcome.fail(error) }
        return try store.fund(id: fund.id) == nil
    }

    /// Whether a fund's folder is a link, and a file there could not be moved to the trash. Only the link would be, and the file
    /// would be forgotten.
    private func leavesFiles(_ fund: Fund) throws -> Bool {
        let folder = store.folder(of: fund)
        return try (try? Files.target(of: folder)) != folder && store.holdsDeletedFile(fund)
    }

    /// Whether a fund's folder may be a mount point, or a link to one.
    private func mayBeBack(_ fund: Fund) -> Bool {
        let folder = store.folder(of: fund)
        return (try? Files.isDirectory(folder)) == true || (try? Files.target(of: folder)) != folder
    }

    private func tellOfSurvival(of fund: Fund, _ trashed: [String]) {
        let names = trashed.prefix(5).joined(separator: ", ") + (trashed.count > 5 ? " and more" : "")
        context.outcome.notice(
            "“\(fund.name)” was deleted on another device, but stays: something in it changed here."
                + (trashed.isEmpty ? "" : " Its other files are in the trash: \(names)"))
    }
}
