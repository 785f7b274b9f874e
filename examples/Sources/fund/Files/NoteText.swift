import AppGroup
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Gets the text of a note from the user: from standard input or, on a terminal, from their editor.
struct NoteText {
    let store: Store
    var environment = ProcessEnvironment.current

    /// Gets a text.
    ///
    /// - Parameters:
    ///   - text: What the editor begins with.
    ///   - name: What the draft's name begins with.
    ///   - keep: Stores the text. If it fails, the draft stays.
    func write(_ text: String, name: String, keep: (String) throws -> Void) throws {
        if StandardStream.input.isTerminal {
            try edit(text, name: name, keep: keep)
        } else {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try Descriptor.standardInput().contents(limit: Note.maximumLength)
            } catch .tooLarge {
                throw ToolError.unreadable("The text is longer than \(Note.maximumLength >> 20) MiB.")
            } catch {
                throw ToolError.inputOutput("Standard input can't be read: \(error).")
            }
            try keep(checked(bytes, from: "standard input"))
        }
    }

    private func edit(_ text: String, name: String, keep: (String) throws -> Void) throws {
        let folder = "\(Store.folder(in: store.root))/drafts"
        let safe = name.unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-"
        }
        let wanted = "\(String(String.UnicodeScalarView(safe.prefix(30)))) \(ThisProcess.number).md"
        let draft: String
        do throws(SystemError) {
            try Files.makeFolders(folder)
            // The draft of an earlier process of the same number may be all that is left of a text.
            draft = "\(folder)/\(try Files.write(Array(text.utf8), into: folder, as: wanted))"
        } catch {
            throw ToolError.inputOutput("\(folder)/\(wanted) can't be written: \(error).")
        }
        // An editor may be a command with options, as every shell program takes it.
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let status = Processes.runInForeground(["sh", "-c", "\(editor) \"$1\"", "sh", draft])
        guard status == 0 else {
            throw ToolError.unavailable(
                "The editor “\(editor)” failed, so nothing is stored. Its text is in \(draft)")
        }
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try Files.fileContents(of: draft, limit: Note.maximumLength) } catch {
            throw ToolError.inputOutput("\(draft) can't be read: \(error).")
        }
        do { try keep(checked(bytes, from: draft)) } catch let error as ToolError {
            throw ToolError(error.kind, "\(error) Your text is still in \(draft)")
        }
        try? Files.remove(draft)
    }

    private func checked(_ bytes: [UInt8], from source: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw ToolError.unreadable("What came from \(source) is not text in UTF-8.")
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ToolError.unreadable("The text is empty, so nothing is stored.")
        }
        return text
    }
}
