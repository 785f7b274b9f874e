/// Makes the desktop know a family's apps: a desktop entry for each, the default handlers of their schemes, and the unit of
/// the program that keeps both up to date.
///
/// No file that this project did not write is changed, but for the lines of the user's `mimeapps.list` that name one of its
/// entries.
package struct DesktopIntegration: Sendable {
    let environment: ProcessEnvironment
    /// The path of the launcher.
    let launcher: String
    /// The path of the program that keeps badges and entries up to date; `nil` where it is not installed.
    let bridge: String?
    /// The folder of groups.
    let home: String
    /// The user's own folder of desktop entries.
    let entries: String
    let configHome: String

    /// - Parameters:
    ///   - launcher: What the entries start.
    ///   - bridge: What the unit starts; `nil` for none.
    /// - Throws: ``AppGroupError/Code/configuration`` where the environment has no place for entries, or where the launcher's
    ///   path is one that no entry can hold.
    package init(environment: ProcessEnvironment, launcher: String, bridge: String?) throws {
        self.environment = environment
        self.launcher = launcher
        self.bridge = bridge
        home = try Container.parent(in: environment)
        guard let dataHome = environment.dataHome, let configHome = environment.configHome else {
            throw AppGroupError(.configuration, "HOME is not set, so there is no place for desktop entries; set it.")
        }
        entries = "\(dataHome)/applications"
        self.configHome = configHome
        for path in [launcher, home, bridge ?? ""] where !DesktopText.isWritable(path) {
            throw AppGroupError(
                .configuration,
                "The path \(PlainText.quoted(path: path)) holds a control character, which no desktop entry can have; move it."
            )
        }
    }

    /// Whether an earlier run wrote anything that is still there.
    package var isPresent: Bool {
        Files.exists(unitPath) || WrittenDesktopFile.all(in: entries).contains { $0.home == home }
    }

    /// Carries a plan out, as the only one to do so: it is made once more under a lock.
    ///
    /// - Returns: What was done.
    /// - Throws: ``AppGroupError`` that says what could not be written; a further run finishes the rest.
    package func carryOut(_ plan: () throws -> IntegrationPlan) throws -> IntegrationPlan {
        let first = try plan()
        guard !first.steps.isEmpty else { return first }
        try describingErrors("The folder of groups", home) { try Files.makeDirectories(home, permissions: 0o700) }
        var lock = try WriterLock(path: "\(home)/.integrate.lock")
        try lock.acquire(patience: .seconds(30))
        defer { lock.release() }
        var done = try plan()
        for step in done.steps { done.remarks += try carryOut(step) }
        return done
    }

    func describingErrors<Result>(_ what: String, _ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SystemError {
            throw Container.described(error, "\(what) \(PlainText.harmless(path)) cannot be written", path: path)
        }
    }
}
