import AppGroup
import AppGroupPlatform
import ToolDatabase
import ToolProgram
import ToolSupport

extension Store {
    /// All funds, by name.
    func funds() throws -> [Fund] {
        try database.rows("SELECT id, name, created FROM funds ORDER BY name", as: Self.fund)
    }

    /// All funds with what they hold, by name.
    func summaries() throws -> [FundSummary] {
        try database.rows(
            """
            SELECT id, name, created, (SELECT count(*) FROM files WHERE fund = funds.id),
                (SELECT count(*) FROM notes WHERE fund = funds.id),
                (SELECT count(*) FROM feeds JOIN items ON items.feed = feeds.id AND is_read = 0
                    WHERE feeds.fund = funds.id)
                + (SELECT count(*) FROM mails WHERE fund = funds.id AND is_read = 0),
                (SELECT max(modified) FROM files WHERE fund = funds.id),
                (SELECT max(changed) FROM notes WHERE fund = funds.id), (SELECT max(date) FROM mails WHERE fund = funds.id)
            FROM funds ORDER BY name
            """
        ) { row in
            let times = [row.optionalInteger(6), row.optionalInteger(7), row.optionalInteger(8)].compactMap { $0 }
            return FundSummary(
                fund: Self.fund(row), files: Int(row.integer(3)), notes: Int(row.integer(4)),
                unread: Int(row.integer(5)),
                latest: times.max().map(Timestamp.init(seconds:)))
        }
    }

    private static func fund(_ row: SQLRow) -> Fund {
        Fund(id: row.integer(0), name: row.text(1), created: Timestamp(seconds: row.integer(2)))
    }

    /// The fund that a user means: by its name, by its name in any case, or by a part of it that no other name has.
    func fund(_ what: String) throws -> Fund {
        let funds = try funds()
        return try NamedChoice.pick(
            what, from: funds, id: \.name, names: { [$0.name] }, shown: { "“\($0.name)”" },
            none: .notFound(
                "There is no fund “\(what)”. "
                    + (funds.isEmpty ? "To make one: fund new NAME" : "To list the funds: fund list")))
    }

    func fund(id: Fund.ID) throws -> Fund? {
        try database.row("SELECT id, name, created FROM funds WHERE id = ?", .integer(id), as: Self.fund)
    }

    /// The folder of a fund.
    func folder(of fund: Fund) -> String { "\(root)/\(fund.name)" }

    /// The fund whose folder is at a path. If the file system ignores the case of letters, the path may have other ones.
    func fund(inFolder path: String) throws -> Fund? {
        try funds().first { Files.isSamePlace(path, folder(of: $0)) }
    }

    /// Makes a fund and its folder. A folder that exists already becomes the fund's, with the files in it.
    func addFund(_ name: FundName, at now: Timestamp) throws -> Fund {
        // Here, too, so that a refusal leaves no folder behind.
        try refuseKnown(name)
        let path = "\(root)/\(name)"
        do throws(SystemError) {
            try Files.makeFolders(path)
            guard try Files.isDirectory(path) else { throw .notFolder }
        } catch {
            throw ToolError.inputOutput("\(path) can't be made: \(error).")
        }
        return try database.transaction {
            try refuseKnown(name)
            return Fund(id: try insertFund(name, at: now), name: "\(name)", created: now)
        }
    }

    /// Adds a fund. To be called within a transaction.
    func insertFund(_ name: FundName, at now: Timestamp) throws -> Fund.ID {
        let number = try newNumber(in: "funds", after: .lastFund)
        try database.run(
            "INSERT INTO funds(id, name, created) VALUES(?, ?, ?)", .integer(number), .text("\(name)"),
            .integer(now.seconds))
        return number
    }

    private func refuseKnown(_ name: FundName) throws {
        guard try !funds().contains(where: { $0.name == "\(name)" }) else {
            throw ToolError.unreadable("There is a fund “\(name)” already.")
        }
    }

    /// Refuses a name that a person could take for that of another fund. A sync does not: other devices may have both.
    ///
    /// - Parameter fund: The fund that gets the name; nil if it is a new one.
    func refuseAlike(_ name: FundName, besides fund: Fund? = nil) throws {
        let name = "\(name)"
        let alike = try funds().first { $0.id != fund?.id && $0.name != name && $0.name.folded == name.folded }
        guard let alike else { return }
        throw ToolError.unreadable(
            "There is a fund “\(alike.name)” already. To a search, the two names are the same: choose another one.")
    }

    /// Renames a fund and its folder.
    ///
    /// The intention is recorded first, so that a process that is killed between the two leaves something that the next
    /// one can finish.
    func rename(_ fund: Fund, to name: FundName) throws {
        let target = "\(root)/\(name)"
        try database.transaction {
            try refuseKnown(name)
            try refuseTaken(target, for: fund, as: name)
            try database.run("UPDATE funds SET renaming_to = ? WHERE id = ?", .text("\(name)"), .integer(fund.id))
        }
        try finishRenaming()
    }

    /// Refuses a new name of a fund if there is something in the place of its folder. That may be this folder itself: two names that
    /// differ only in case may be one to the file system.
    private func refuseTaken(_ target: String, for fund: Fund, as name: FundName) throws {
        guard (try? Files.isDirectory(target)) != nil else { return }
        let owner = try self.fund(inFolder: target)
        if let owner, owner.id != fund.id {
            throw ToolError.unreadable(
                "“\(fund.name)” can't be called “\(name)” here: its folder would be that of “\(owner.name)”. To rename that one: "
                    + "fund rename \(owner.name.quotedForShell) NAME")
        }
        guard Files.isSameEntry(target, folder(of: fund)), fund.name.folded == "\(name)".folded else {
            throw ToolError.unreadable("\(target) exists already: move it away, or choose another name.")
        }
    }

    /// Finishes each renaming that has begun, perhaps by a process that was killed.
    func finishRenaming() throws {
        let isNeeded = try database.row("SELECT 1 FROM funds WHERE renaming_to IS NOT NULL LIMIT 1") { _ in true }
        guard isNeeded != nil else { return }
        var failure: ToolError?
        try database.transaction {
            let unfinished = try database.rows("SELECT id, name, renaming_to FROM funds WHERE renaming_to IS NOT NULL")
            {
                (id: $0.integer(0), name: $0.text(1), target: $0.text(2))
            }
            for (id, name, target) in unfinished {
                var newName = target
                do throws(SystemError) {
                    try Files.renameFolder("\(root)/\(name)", to: "\(root)/\(target)")
                } catch .notFound {
                    // It has its new name already, or the user has removed it.
                } catch {
                    newName = name
                    failure = .inputOutput("\(root)/\(name) can't be renamed: \(error).")
                }
                try database.run(
                    "UPDATE funds SET name = ?, renaming_to = NULL WHERE id = ?", .text(newName), .integer(id))
            }
        }
        if let failure { throw failure }
    }

    /// Forgets a fund, its notes and its files. Feeds and mail stay, and belong to no fund then.
    ///
    /// - Parameter takeAway: Keeps its contents elsewhere, while no other process can write a note.
    func removeFund(_ fund: Fund, _ takeAway: () throws -> Void) throws {
        try database.transaction {
            try takeAway()
            // Mail that was filed here by hand is filed by the rules again.
            try database.run("UPDATE mails SET is_by_hand = 0 WHERE fund = ?", .integer(fund.id))
            try database.run("DELETE FROM funds WHERE id = ?", .integer(fund.id))
        }
    }
}
