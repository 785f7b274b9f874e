import AppGroup
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Moves files, notes and whole funds to the trash.
struct Removal {
    let store: Store
    /// Whether they are deleted instead.
    let isForever: Bool
    /// When they go to the trash.
    let now: Timestamp
    /// How to delete for good what can't be moved to the trash.
    var advice = "To delete it for good: add --forever"
    var environment = ProcessEnvironment.current

    func remove(_ file: FundFile) throws {
        if isForever {
            do throws(SystemError) { try Files.remove(file.place) } catch {
                throw ToolError.inputOutput("\(file.place) can't be deleted: \(error).")
            }
        } else {
            try trash(file.place)
        }
        if let stored = try store.file(at: file.path, in: file.fund) { try store.removeFiles([stored]) }
    }

    /// Removes a fund. If it can't go to the trash, it is as it was. A process that is killed leaves it as it was, too, or without its
    /// folder, which is in the trash then. In both cases, the store has all notes, and the fund can be removed again: the next sync does
    /// that if another device removed it.
    ///
    /// - Returns: Whether its folder was there, and how many notes it had.
    @discardableResult
    func remove(_ fund: Fund) throws -> (hadFolder: Bool, notes: Int) {
        let folder = store.folder(of: fund)
        let hadFolder = try isThere(folder)
        if isForever, hadFolder {
            do throws(RemovalFailure) { try Files.removeTree(folder, evenProtected: false) } catch {
                throw ToolError.inputOutput("\(error.path) can't be deleted: \(error.reason).")
            }
        }
        var count = 0
        var trashed: TrashedFund?
        do {
            try store.removeFund(fund) {
                let notes = try store.notes(of: fund)
                count = notes.count
                guard !isForever, hadFolder || !notes.isEmpty else { return }
                try hide(notes, in: folder)
                trashed = try trash(fundFolder: folder)
                if !notes.isEmpty { try show(&trashed, of: fund) }
            }
        } catch {
            // A store that fails may have forgotten the fund all the same.
            if !isForever, (try? store.fund(id: fund.id)) != nil {
                try? trashed?.putBack()
                try? Files.removeTree(TrashedFund.hiddenNotes(in: folder))
                if !hadFolder { try? Files.removeEmptyFolder(folder) }
            }
            throw error
        }
        return (hadFolder, count)
    }

    /// Writes notes into the folder of their fund, where a scan doesn't see them.
    private func hide(_ notes: [Note], in folder: String) throws {
        let place = TrashedFund.hiddenNotes(in: folder)
        // A removal that was killed may have left some that have changed since, or are gone.
        try? Files.removeTree(place)
        for note in notes { try write(note, into: place) }
    }

    private func trash(fundFolder folder: String) throws -> TrashedFund {
        let target = try? Files.target(of: folder)
        return TrashedFund(try trash(folder), target: target == folder ? nil : target)
    }

    private func show(_ trashed: inout TrashedFund?, of fund: Fund) throws {
        do throws(SystemError) { try trashed?.showNotes() } catch {
            throw ToolError.inputOutput("The notes of “\(fund.name)” can't be moved to the trash: \(error).")
        }
    }

    private func isThere(_ folder: String) throws -> Bool {
        do throws(SystemError) { return try Files.isDirectory(folder) } catch .notFound { return false } catch {
            throw ToolError.inputOutput("\(folder) can't be looked at: \(error).")
        }
    }

    /// Removes a note. Its text becomes a file in the trash.
    func remove(_ note: Note) throws {
        try store.removeNote(note) { if !isForever { try keep(note) } }
    }

    /// Makes the text of a note that is about to be removed a file in the trash. To be called within a transaction, so that no other
    /// process can change it.
    func keep(_ note: Note) throws {
        let draft = try write(note, into: "\(Store.folder(in: store.root))/drafts")
        do { try trash(draft) } catch {
            try? Files.remove(draft)
            throw error
        }
    }

    /// Removes a message.
    func remove(_ mail: Mail) throws {
        let path = store.mailFile(mail.identity)
        try store.removeMail(mail) {
            guard (try? Files.isRegular(path)) == true else { return }
            if isForever {
                do throws(SystemError) { try Files.remove(path) } catch {
                    throw ToolError.inputOutput("\(path) can't be deleted: \(error).")
                }
            } else {
                try trash(path)
            }
        }
    }

    /// Writes a note into a file. One that a removal which was killed has written will do.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    private func write(_ note: Note, into folder: String) throws -> String {
        let text = try store.note(id: note.id)?.text ?? note.text
        do throws(SystemError) {
            try Files.makeFolders(folder)
            return "\(folder)/\(try Files.write(Array(text.utf8), into: folder, as: note.fileName, acceptsSame: true))"
        } catch {
            throw ToolError.inputOutput("\(folder)/\(note.fileName) can't be written: \(error).")
        }
    }

    @discardableResult
    private func trash(_ path: String) throws -> TrashedItem {
        guard let trash = Trash(environment) else {
            throw ToolError.configuration("There is no trash. \(advice)")
        }
        do throws(SystemError) {
            return try trash.take(path, at: Int(now.seconds))
        } catch .otherFileSystem {
            throw ToolError.inputOutput("\(path) is on another file system than the trash. \(advice)")
        } catch .busy {
            throw ToolError.inputOutput(
                "\(path) can't be moved to the trash: something is mounted there. Unmount it, then try again.")
        } catch {
            throw ToolError.inputOutput("\(path) can't be moved to the trash: \(error). \(advice)")
        }
    }
}

extension Note {
    /// A name for a file that holds the note's text. No two notes share it, but one that was removed may have had the same.
    var fileName: String {
        let safe = title.unicodeScalars.map { $0 == "/" || $0.properties.generalCategory == .control ? "-" : $0 }
        let name = String(String.UnicodeScalarView(safe.drop { $0 == "." }).prefix(50))
        return "\(name.isEmpty ? "Note" : name) \(id).md"
    }
}
