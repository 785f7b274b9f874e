import AppGroup
import Downloading
import ToolProgram

/// Looks for all tracked numbers, and records what it finds.
struct Updater {
    let file: TrackingFile
    let client: WebClient
    let progress: Progress
    var clock: @Sendable () -> Timestamp = { .now }
    private let servers = SilentServers()

    init(file: TrackingFile, client: WebClient, progress: Progress) {
        (self.file, self.client, self.progress) = (file, client, progress)
    }

    /// How long an update waits for another one: longer than one answer may take.
    private static let patience = Duration.seconds(3 * 60 * 60)

    /// Updates. If another update is running, waits for it and shares its result.
    ///
    /// - Parameter ending: Receives the final list before another update may begin. It also finishes what a killed update
    ///   has left undone.
    /// - Returns: The list, in which each application's last check tells how its search ended.
    func run(ending: (TrackingList) throws -> Void) throws -> TrackingList {
        let before = try file.read()
        guard !before.applications.isEmpty else { throw ToolError.nothingTracked }
        let turn = try file.takeUpdateTurn(patience: Self.patience) {
            progress.say("Another update is running: waiting for its result.")
        }
        defer { turn.end() }
        var list = try file.read()
        let isShared =
            turn.hasWaited && list.updates > before.updates
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
        return try file.change { $0.updates = max($0.updates, update) }
    }

    /// What the application's service says; nil if there is no service, or if the PDF is to be read instead.
    private func askService(_ application: Application) throws -> Finding? {
        guard let template = application.service else { return nil }
        let failure: Finding
        do {
            let service = LookupService(template: template)
            let decision = try service.decision(of: application.number, client: client, servers)
            if let decision { return .found([decision]) }
            return application.source == nil ? .notFound : nil
        } catch let error as DownloadError {
            failure = .unreachable(error.description)
        } catch let error as ToolError {
            failure = error.kind == .unavailable ? .unreachable(error.description) : .unreadable(error.description)
        }
        guard application.source != nil else { return failure }
        progress.note("\(application.number): \(failure.reason ?? "")")
        return nil
    }

    private func look(in source: String, for applications: [Application]) throws -> [ApplicationNumber: Finding] {
        guard let address = WebAddress(source) else {
            let failure = Finding.unreachable("\(source) is not a web address.")
            return Dictionary(applications.map { ($0.number, failure) }) { first, _ in first }
        }
        let reader = SourceReader(
            address: address, download: file.download(address, client: client), progress: progress,
            servers: servers)
        return try reader.look(for: applications.map { ($0.number, $0.form) })
    }

    /// Records what was found, except about numbers that were removed or changed meanwhile.
    private func note(
        _ findings: [ApplicationNumber: Finding], from origin: Origin, of applications: [Application], _ update: Int
    ) throws {
        let now = Moment(clock())
        let asked = Dictionary(applications.map { ($0.number, $0) }) { first, _ in first }
        try file.change { list in
            for index in list.applications.indices {
                let number = list.applications[index].number
                guard let finding = findings[number], let asked = asked[number],
                    list.applications[index].isSearched(like: asked)
                else { continue }
                list.applications[index].note(finding, from: origin, at: now, update: update)
            }
        }
    }
}
