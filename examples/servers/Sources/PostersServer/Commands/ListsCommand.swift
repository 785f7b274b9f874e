import ArgumentParser
import Foundation
import ServerCommands
import Serving

struct ListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists",
        abstract: "Manage the lists that reporters choose from: cities, districts and types of objects.",
        subcommands: [Import.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Replace the lists with those in a CSV file.",
            discussion: """
                Each line is one entry. The code has 1 to 64 of a-z, 0-9 and . _ -

                  city,CODE,NAME
                  district,CODE,NAME,CITY
                  type,CODE,NAME,DESCRIPTION,HOLDER,GROUP
                  law,,TEXT
                  contact,,TEXT

                Description, holder and group of a type can be empty. Reports keep entries that are no longer in the lists. \
                If anything in the file is wrong, nothing changes.
                """)

        @Argument(help: "The file, in UTF-8; - for standard input.") var file: String
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let lists = try ListsFile.parse(try text())
            try await data.administering(mayMake: true) { try await $0.replaceLists(lists, by: .command()) }
            ServerProgram.posters.say("Imported \(lists.summary).")
        }

        private func text() throws -> String {
            let bytes: Data
            do {
                let handle = file == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(filePath: file))
                bytes = try handle.read(upToCount: ListsFile.maximumSize + 1) ?? Data()
            } catch {
                throw ServiceError(.notFound, "\(file) can't be read; check its name and who may read it.")
            }
            guard bytes.count <= ListsFile.maximumSize else {
                throw ServiceError(.invalid, "\(file) is larger than \(ListsFile.maximumSize >> 20) MiB.")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ServiceError(.invalid, "\(file) is not in UTF-8; convert it, for example with iconv.")
            }
            return text
        }
    }
}
