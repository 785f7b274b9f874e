public import AppGroupTerminal
public import AppPackage
import ArgumentParser

#if canImport(Glibc)
import Glibc
#endif

/// The program behind the words of the store: `launcher install` runs `launcher-store install`. As in launcher itself,
/// ArgumentParser is given the one command that the first word names.
@main
enum LauncherStore {
    static func main() async {
        forgetTimeZone()
        let arguments = Program.arguments()
        let rest = Array(arguments.dropFirst())
        guard let type = arguments.first.flatMap(CommandTable.command(named:)) else {
            return await run(RootCommand.self) {
                if let word = arguments.first, !word.hasPrefix("-"), word != "help" {
                    throw Misuse("There is no command “\(word)” in this release. What there is: launcher-store --help")
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

    /// libzip asks the C library for the local time of each entry, and nothing here looks at it. glibc, where no zone is
    /// named, then looks at the zone's file again each time: a third of what opening an archive of 5,000 entries costs.
    private static func forgetTimeZone() {
        #if canImport(Glibc)
        setenv("TZ", "UTC0", 1)
        #endif
    }
}

extension PackageError: ReportableError {}
