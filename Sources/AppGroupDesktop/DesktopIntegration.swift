package import AppGroup
import AppGroupPlatform

/// Makes a group's apps known to the desktop: a desktop entry for each app, the default handlers of their schemes, the unit
/// of the program that keeps both up to date, and the files by which desktops search.
///
/// Only files that this project wrote are changed, and the lines of the user's `mimeapps.list` that name one of its entries.
package struct DesktopIntegration: Sendable {
    let environment: ProcessEnvironment
    /// The path of the launcher.
    let launcher: String
    /// The path of the program that keeps badges and entries up to date; `nil` if it is not installed.
    let bridge: String?
    /// The path of the program that answers the searches of desktops; `nil` if it is not installed.
    let search: String?
    /// The folder of groups.
    let home: String
    /// The user's own folder of desktop entries.
    let entries: String
    let configHome: String
    let defaults: DefaultApplications

    /// - Parameters:
    ///   - launcher: The path of the program that the entries start.
    ///   - bridge: The path of the program that the unit starts; `nil` for none.
    ///   - search: The path of the program that the bus starts for searches; `nil` for none.
    /// - Throws: ``AppGroupError/Code/configuration`` if the environment has no place for entries, or if no entry can
    ///   contain the launcher's path.
    package init(environment: ProcessEnvironment, launcher: String, bridge: String?, search: String?) throws {
        self.environment = environment
        self.launcher = launcher
        self.bridge = bridge
        self.search = search
        home = try Container.parent(in: environment)
        guard let dataHome = environment.dataHome, let configHome = environment.configHome else {
            if let home = environment["HOME"] { throw Container.relative("HOME", home) }
            throw AppGroupError(.configuration, "HOME is not set, so there is no place for desktop entries; set it.")
        }
        entries = "\(dataHome)/applications"
        self.configHome = configHome
        defaults = DefaultApplications(in: configHome, environment: environment)
        for path in [launcher, home, bridge ?? "", search ?? ""] where !DesktopText.isWritable(path) {
            throw AppGroupError(
                .configuration,
                "The path \(PlainText.quoted(path: path)) holds a control character, which no desktop entry can have; move it."
            )
        }
    }

    /// Whether an earlier run for this folder of groups wrote anything that is still there. A file that was changed since does
    /// not count: it also stays after everything else was removed.
    package var isPresent: Bool {
        let serves = [unitPath, servicePath].contains { path in
            guard case .ownFile(let bytes) = occupant(of: path) else { return false }
            return isForThisHome(bytes)
        }
        return serves || ExistingDesktopFile.all(in: entries).contains { $0.home == home && $0.isIntact }
    }

    /// Carries out a plan. It is planned again under a lock, so that only one process does so at a time.
    ///
    /// - Returns: The plan with the steps that were carried out, and why another one was not; a further run finishes the rest.
    /// - Throws: ``AppGroupError`` if it could not begin.
    package func carryOut(_ plan: () throws -> IntegrationPlan) throws -> IntegrationPlan {
        let first = try plan()
        let cache = TypeCache(of: entries, environment: environment)
        guard !first.steps.isEmpty || !cache.isCurrent else { return first }
        for folder in [home, entries, configHome] { try Container.refuseForeignHome(folder) }
        try describingErrors("The folder of groups", home) { try Files.makeFolders(home, permissions: 0o700) }
        var lock = try WriterLock(path: "\(home)/.integrate.lock")
        try lock.acquire(patience: .seconds(30))
        defer { lock.release() }
        var done = try carriedOut(plan())
        if !cache.isCurrent { done.remarks += cache.update() }
        return done
    }
}

func describingErrors<Result>(_ what: String, _ path: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as SystemError {
        throw Container.described(error, "\(what) \(PlainText.harmless(path)) cannot be written")
    }
}

/// The steps that bring the desktop up to date with the group.
package struct IntegrationPlan: Sendable {
    /// One change on the disk.
    package enum Step: Hashable, Sendable {
        /// Writes a desktop entry, a new one or over an earlier one.
        case writeEntry(path: String, app: AppID, bytes: [UInt8])
        /// Makes an entry the default handler of schemes, and then writes the entry without them among the pending ones.
        case setDefault(desktopFileID: String, schemes: [URLScheme], settled: [UInt8])
        /// Restores the earlier default handlers of a scheme; `nil` for none.
        case restoreDefault(desktopFileID: String, scheme: URLScheme, earlier: String?)
        /// Removes an earlier desktop entry.
        case removeEntry(path: String, app: AppID)
        /// Writes the unit of the program that keeps badges and entries up to date.
        case writeUnit(path: String, bytes: [UInt8])
        /// Starts the unit that an earlier run wrote.
        case startUnit(path: String)
        /// Removes the unit.
        case removeUnit(path: String)
        /// Writes a file by which desktops find the program that answers their searches.
        case writeSearchFile(path: String, bytes: [UInt8])
        /// Removes such a file.
        case removeSearchFile(path: String)
    }

    /// The changes, in a safe order: if the process ends after any of them, the next run finishes the rest.
    package internal(set) var steps: [Step] = []
    /// The files that are left as they are, and the reasons, in sentences for the user.
    package internal(set) var remarks: [String] = []
    /// Why a step failed: a default handler that could not be set or restored, or the file that could not be written, with which
    /// the run ended; `nil` if none failed. The next run tries again.
    package internal(set) var failure: AppGroupError?
}
