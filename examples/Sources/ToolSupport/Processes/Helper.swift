public import AppGroupPlatform
import CToolSupport

/// A program that runs beside this process and ends with it, even if this process is killed.
///
/// A shell watches over it: at the end of this process, the kernel closes a pipe from which the shell reads, and the shell
/// ends the program.
public final class Helper {
    /// A folder that only its user can open, which is deleted when the program has ended.
    public let folder: String

    private let child: Child
    /// The end of a pipe from which the shell reads; nil once it is closed.
    private var lifeline: Descriptor?

    /// Control-C in a terminal reaches the whole group of processes, so the shell ignores it, and the program does, too:
    /// both see to the end of this process instead.
    private static let script = """
        trap '' INT HUP
        folder=$1
        shift
        exec 3<&0
        "$@" </dev/null 3<&- &
        child=$!
        (read -r _ <&3; kill "$child" 2>/dev/null) &
        watcher=$!
        wait "$child"
        kill "$watcher" 2>/dev/null
        rm -rf "$folder"
        """

    /// How long the program may take to end before its shell is left alone with it.
    private static let patience = Duration.seconds(10)

    /// Starts a program that is found through `PATH`. Its output and messages are dropped.
    ///
    /// - Parameter command: The words of the command, which may name the folder.
    public init(prefix: String, _ command: (_ folder: String) -> [String]) throws(SystemError) {
        folder = try Files.makeTemporaryFolder(prefix)
        do throws(SystemError) {
            guard let shell = Processes.Program(["sh", "-c", Self.script, "sh", folder] + command(folder)) else {
                throw .notFound
            }
            let ends = try Pipe.ends()
            let reader = Descriptor(owning: ends.reader)
            lifeline = Descriptor(owning: ends.writer)
            child = try Processes.start(shell, input: reader.number)
        } catch {
            try? Files.removeTree(folder)
            throw error
        }
    }

    /// Whether the program has ended.
    public var hasEnded: Bool { child.hasEnded }

    deinit {
        lifeline = nil
        _ = child.ending(within: Self.patience)
    }
}
