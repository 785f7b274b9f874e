public import AppGroupPlatform
import CToolSupport

/// A program that runs beside this process and ends with it, even if this process is killed.
///
/// A shell watches over it: at the end of this process, the kernel closes a pipe from which the shell reads, and the shell
/// ends the program.
public final class Helper {
    /// A folder that only its user can open, which is deleted when the program has ended.
    public let folder: String

    private var child = Child()
    private let lifeline: Pipe.End

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

    /// How long the program may take to end, in seconds, before its shell is left alone with it.
    private static let patience = 10.0

    /// Starts a program that is found through `PATH`. Its output and messages are dropped.
    ///
    /// - Parameter command: The words of the command, which may name the folder.
    public init(prefix: String, _ command: (_ folder: String) -> [String]) throws(SystemError) {
        folder = try Files.makeTemporaryFolder(prefix)
        let pipe = try Pipe()
        lifeline = pipe.writing
        let words = ["sh", "-c", Self.script, "sh", folder] + command(folder)
        guard child.start(words, streams: [pipe.reading.number, nil, nil]) else {
            try? Files.removeFolder(folder)
            throw .notFound
        }
    }

    /// Whether the program has ended.
    public var hasEnded: Bool { child.hasEnded }

    deinit {
        lifeline.close()
        _ = child.status(within: Self.patience)
    }
}
