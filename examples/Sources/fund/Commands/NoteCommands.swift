import AppGroupText
import ArgumentParser
import ToolProgram
import ToolSupport

struct NoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Write, read and delete the notes of a fund.",
        subcommands: [
            NoteAddCommand.self, NoteEditCommand.self, NoteShowCommand.self, NoteRemoveCommand.self,
        ])
}

struct NoteAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a note.",
        discussion: """
            The text comes from standard input or, on a terminal, from your editor ($VISUAL or $EDITOR). Without a \
            title, the first line becomes the title. A title may have \(Note.titleLimit) characters. If the fund has a note of \
            this title, the new one gets a number.
            """
    )

    @Argument(help: "The fund, or a part of its name.")
    var fund: String

    @Argument(help: "The title.")
    var title: String?

    func run() throws {
        let store = try Store()
        let fund = try store.fund(fund)
        let title = try title.map(Note.given)
        try NoteText(store: store).write("", name: title ?? "note") { text in
            let note = try store.addNote(title ?? Note.title(of: text), text, to: fund, at: .now)
            console.say("“\(fund.name)” has the note “\(note.title)”.")
        }
    }
}

struct NoteEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the text of a note.",
        discussion: """
            The text comes from standard input or, on a terminal, from your editor ($VISUAL or $EDITOR). If another \
            process changes the note meanwhile, both texts stay: yours becomes another note.
            """
    )

    @Argument(help: "The fund, or a part of its name.")
    var fund: String

    @Argument(help: "The title, or a part of it. It can be left out if the fund has only one note.")
    var title: String?

    func run() throws {
        let store = try Store()
        let note = try store.note(title, of: try store.fund(fund))
        try NoteText(store: store).write(note.text, name: note.title) { text in
            let changed = try store.change(note, to: text, at: .now)
            if changed.id == note.id {
                console.say("“\(note.title)” is \(text == note.text ? "unchanged" : "changed").")
            } else {
                console.say("“\(note.title)” was changed meanwhile. Your text is the note “\(changed.title)”.")
            }
        }
    }
}

struct NoteShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a note, or list the titles of all notes of a fund."
    )

    @Argument(help: "The fund, or a part of its name.")
    var fund: String

    @Argument(help: "The title, or a part of it.")
    var title: String?

    func run() throws {
        let store = try Store(forReading: true)
        let fund = try store.fund(fund)
        var output = Output()
        if let title {
            try output.print(PlainPage.text(try store.note(title, of: fund).text))
        } else {
            for note in try store.notes(of: fund) { try output.print("\(SafeText(note.title))\n") }
        }
        try output.flush()
    }
}

struct NoteRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Delete a note. Its text becomes a file in the trash of the desktop."
    )

    @Argument(help: "The fund, or a part of its name.")
    var fund: String

    @Argument(help: "The title, or a part of it.")
    var title: String

    @Flag(help: "Keep no copy in the trash.")
    var forever = false

    func run() throws {
        let store = try Store()
        let note = try store.note(title, of: try store.fund(fund))
        try Removal(store: store, isForever: forever, now: .now).remove(note)
        console.say("“\(note.title)” is \(forever ? "deleted" : "in the trash").")
    }
}

extension Store {
    /// The note that a user means; without a title, the only one.
    fileprivate func note(_ title: String?, of fund: Fund) throws -> Note {
        if let title { return try note(title, of: fund) }
        let notes = try notes(of: fund)
        guard notes.count == 1, let note = try note(id: notes[0].id) else {
            throw ToolError.notFound(
                "“\(fund.name)” has \(notes.isEmpty ? "no notes" : "several notes"). Name one by its title.")
        }
        return note
    }
}
