import AppGroup
import AppGroupTerminal
import Downloading

/// Looks for all that is tracked, and notes what it finds.
struct Updater {
    let store: Store
    let client: WebClient
    let progress: Progress

    /// How long an update waits for another that runs, in seconds. Longer than one answer may take.
    private static let patience = 3.0 * 60 * 60

    /// Updates, or waits for another update that is running and takes over its result.
    /// - Parameter ending: is given the list as it is then, before another update may begin. What an update that was killed
    ///   has left to be done is done there.
    /// - Returns: the list, in which each application's last check tells how it ended.
    func run(ending: (TrackingList) throws -> Void) throws -> TrackingList {
        let before = try store.read()
        guard !before.applications.isEmpty else { throw VisaError.nothingTracked }
        var hasWaited = false
        let lock = try store.lockUpdates(patience: Self.patience) {
            hasWaited = true
            progress.say("Another update is running: waiting for its result.")
        }
        defer { withExtendedLifetime(lock) {} }
        var list = try store.read()
        let isShared =
            hasWaited && list.updates > before.updates
            && list.applications.allSatisfy { ($0.lastCheck?.update ?? 0) > before.updates }
        if !isShared { list = try update(list) }
        try ending(list)
        return list
    }

    private func update(_ list: TrackingList) throws -> TrackingList {
        let update = list.updates + 1
        var rest: [Application] = []
        for application in list.applications {
            if let finding = try askService(application) {
                try note([application.number: finding], from: .service, of: [application], update)
            } else {
                rest.append(application)
            }
        }
        var sources: [String] = []
        for source in rest.compactMap(\.source) where !sources.contains(source) { sources.append(source) }
        for source in sources {
            let applications = rest.filter { $0.source == source }
            try note(look(in: source, for: applications), from: .table, of: applications, update)
        }
        return try store.change { $0.updates = max($0.updates, update) }
    }

    /// What a service says, if there is one; nil where the PDF is to be read.
    private func askService(_ application: Application) throws -> Finding? {
        guard let template = application.service else { return nil }
        do {
            if let decision = try LookupService(template: template).decision(of: application.number, client: client) {
                return .found([decision])
            }
            return application.source == nil ? .notFound : nil
        } catch let error as DownloadError {
            progress.say("\(application.number): \(error)")
            return application.source == nil ? .unreachable(error.description) : nil
        } catch let error as VisaError {
            progress.say("\(application.number): \(error)")
            return application.source == nil ? .unreadable(error.description) : nil
        }
    }

    private func look(in source: String, for applications: [Application]) throws -> [ApplicationNumber: Finding] {
        guard let address = WebAddress(source) else {
            let failure = Finding.unreachable("\(source) is no web address.")
            return Dictionary(applications.map { ($0.number, failure) }) { first, _ in first }
        }
        let reader = SourceReader(
            address: address, download: store.download(address, client: client), progress: progress)
        return try reader.look(for: applications.map { ($0.number, $0.form) })
    }

    /// Notes what was found, unless meanwhile a number was given up or is looked for elsewhere.
    private func note(
        _ findings: [ApplicationNumber: Finding], from origin: Origin, of applications: [Application], _ update: Int
    ) throws {
        let now = Moment(Session.current.now)
        let asked = Dictionary(applications.map { ($0.number, $0) }) { first, _ in first }
        try store.change { list in
            for index in list.applications.indices {
                let number = list.applications[index].number
                guard let finding = findings[number], let asked = asked[number],
                    list.applications[index].isLookedFor(like: asked)
                else { continue }
                list.applications[index].note(finding, from: origin, at: now, update: update)
            }
        }
    }
}

extension Application {
    /// Whether both are looked for in the same place and in the same way.
    fileprivate func isLookedFor(like other: Application) -> Bool {
        source == other.source && service == other.service && form == other.form
    }
}
