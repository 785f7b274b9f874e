import AppGroupCommands
import AppGroupPlatform
import AppPackage
import ArgumentParser

/// The program that `launcher` runs for packages: `launcher install` runs `launcher-store install`. As in `launcher`, only the
/// command that the first word names is set up in the parser.
@main
enum LauncherStore {
    static func main() async {
        nameTimeZone()
        let arguments = Program.arguments()
        let rest = Array(arguments.dropFirst())
        guard let type = arguments.first.flatMap(CommandTable.command(named:)) else {
            return await run(RootCommand.self) {
                if let word = arguments.first, !word.hasPrefix("-"), word != "help" {
                    throw Misuse("There is no command “\(word)” in this release. See launcher-store --help.")
                }
                return try RootCommand.parseAsRoot(arguments)
            }
        }
        if type == InspectCommand.self, let (file, format) = InspectCommand.plain(rest) {
            do { try InspectCommand.inspect(file, checking: .smallContents, as: format) } catch {
                Program.leave(type, error)
            }
        }
        await run(type) { try type.parseAsRoot(rest) }
    }

    private static func run(_ type: any ParsableCommand.Type, _ parse: () throws -> any ParsableCommand) async {
        do {
            var command = try parse()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Program.leave(type, error)
        }
    }

    /// Names the file of the system's time zone, unless the user chose a zone. libzip asks the C library for the local time of each
    /// entry, and as long as no zone is named, glibc checks that file each time: a third of the time that opening an archive of
    /// 5,000 entries takes.
    private static func nameTimeZone() {
        if ProcessEnvironment.current["TZ"] == nil { ThisProcess.setVariable("TZ", to: ":/etc/localtime") }
    }
}
