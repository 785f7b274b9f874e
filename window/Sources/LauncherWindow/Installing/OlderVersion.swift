import AppGroup
import AppGroupPlatform
import AppGroupWindow

/// The version of an app to which `launcher rollback` goes back.
enum OlderVersion {
    /// The answer includes sizes, and looking at all files of the app takes a moment on a slow disk.
    private static let patience = Duration.seconds(5)
    private static let outputLimit = 1 << 20

    /// Asks `launcher packages` for it, on a thread of its own.
    ///
    /// - Parameter use: Called with the version; `nil` if there is none, or if it is not known.
    @MainActor
    static func find(_ app: AppEntry, _ use: @escaping @MainActor @Sendable (String?) -> Void) {
        guard app.record.isInstalledPackage, app.packages.count > 1,
            let launcher = ProcessEnvironment.current.program(nearestNamed: "launcher")
        else {
            return use(nil)
        }
        let (id, group) = (app.id, app.group)
        let hasStarted = Threads.start {
            let version = find(id, in: group, launcher)
            MainLoop.post { use(version) }
        }
        if !hasStarted { use(nil) }
    }

    private static func find(_ app: AppID, in group: GroupID, _ launcher: String) -> String? {
        let program = Processes.Program(
            executable: launcher, arguments: ["packages", "\(app)", "--format", "tsv", "--group", "\(group)"],
            environment: .current)
        let answer = try? Processes.collect(
            program, showingErrors: false, limit: outputLimit, timeout: patience)
        return answer.flatMap { version(of: app, in: String(decoding: $0.output, as: UTF8.self)) }
    }

    /// The version after the current one: the newest comes first. See docs/json.md.
    private static func version(of app: AppID, in lines: String) -> String? {
        let versions = lines.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
            .filter { $0.count > 3 && $0[0] == "\(app)" }
        let older = versions.drop { $0[2] != "current" }.dropFirst().first
        return older.flatMap { $0[3] == "missing" ? nil : String($0[1]) }
    }
}
