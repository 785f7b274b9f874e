import AppGroupPlatform
import AppGroupText
import ArgumentParser
import MailReading
import ToolDatabase
import ToolProgram
import ToolSupport

struct MailGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Save attachments of a message in the folder of its fund, or elsewhere.",
        discussion: """
            The path of each file is printed. If another file has its name, it gets a number, such as report(1).pdf. Parts of \
            names that could do harm, such as ../, are left out.
            """
    )

    @Argument(help: "The number of the message, as fund mail shows it.")
    var number: Int64

    @Argument(help: "The attachments: their numbers, as fund mail show lists them, or their names.")
    var attachments: [String] = []

    @Flag(help: "Save all attachments.")
    var all = false

    @Option(help: "The fund whose folder gets them.")
    var fund: String?

    @Option(help: "The folder that gets them.", completion: .directory)
    var to: String?

    func validate() throws {
        guard all != !attachments.isEmpty else { throw ValidationError("Give either attachments or --all.") }
        guard fund == nil || to == nil else { throw ValidationError("Give either --fund or --to.") }
    }

    func run() throws {
        let store = try Store()
        let mail = try store.existingMail(number)
        let tree = try MailFile(store.mailFile(mail.identity)).tree
        let files = tree.attachments
        let wanted = all ? files : try attachments.map { try Self.attachment($0, of: files, in: number) }
        let saving = try AttachmentSaving(store: store, target: target(mail, in: store))
        defer { saving.end() }
        var output = Output()
        for file in wanted { try output.print("\(SafeText(saving.save(file, of: tree)))\n") }
        try output.flush()
    }

    private func target(_ mail: Mail, in store: Store) throws -> AttachmentSaving.Target {
        if let to {
            do throws(SystemError) {
                let folder = try Files.absolute(to)
                guard try Files.isDirectory(folder) else { throw .notFolder }
                return .folder(folder)
            } catch {
                throw ToolError.notFound("\(to) is not a folder: \(error).")
            }
        }
        if let fund { return .fund(try store.fund(fund)) }
        guard let id = mail.fund, let fund = try store.fund(id: id) else {
            throw ToolError.usage("Message \(number) is unfiled: say with --fund or --to where its attachments go.")
        }
        return .fund(fund)
    }

    /// The attachment that a user means: by its number, its name, or a part of its name that no other one has.
    private static func attachment(_ what: String, of files: [Attachment], in number: Int64) throws -> Attachment {
        if let place = Int(what), files.indices.contains(place - 1) { return files[place - 1] }
        let named = files.filter { $0.name == what || $0.safeName == what }
        if named.count == 1 { return named[0] }
        let similar = named.isEmpty ? files.filter { $0.name.folded.contains(what.folded) } : named
        guard similar.count == 1 else {
            throw ToolError.notFound(
                similar.isEmpty
                    ? "Message \(number) has no attachment “\(what)”. To list them: fund mail show \(number)"
                    : "Message \(number) has \(similar.count) attachments “\(what)”. Give the number of one: "
                        + "fund mail show \(number)")
        }
        return similar[0]
    }
}
