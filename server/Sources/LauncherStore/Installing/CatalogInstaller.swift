import AppGroup
import AppPackage

/// Installs releases from catalogs. Several are downloaded at the same time and then installed one after the other.
struct CatalogInstaller: Sendable {
    /// A release to install.
    struct Order: Sendable {
        let entry: CatalogEntry
        let release: TrustedRelease
        let client: ServerClient
        let registry: Registry
        /// Whether it may replace an app that did not come from this server.
        let replacing: Bool

        /// Refuses to replace an app that another command removed or changed while the release was downloaded: it is no longer what
        /// the order was made for.
        func checkIsUnchanged(_ app: AppRecord?) throws(AppGroupError) {
            guard app?.installedPackage != entry.current else { return }
            guard app?.installedPackage == nil else { throw isChanged }
            throw AppGroupError(
                .notFound,
                "\(entry.package.name) was removed while \(release.name) was downloaded, so it was not installed again. "
                    + "To install it: launcher install \(entry.package.id)")
        }

        /// Refuses to replace an app whose updates come from elsewhere since the order was made.
        func checkOrigin(_ origins: OriginStore) throws(AppGroupError) {
            guard let package = entry.current else { return }
            if origins.origin(ofPackage: package) != entry.origin { throw isChanged }
        }

        private var isChanged: AppGroupError {
            AppGroupError(
                .busy,
                "Another command changed \(entry.package.name) while \(release.name) was downloaded, so it stays as it is. "
                    + "To install it: launcher install \(entry.package.id)")
        }
    }

    /// An order, and what came of its download.
    private typealias Download = (Order, Result<VerifiedDownload?, any Error>)

    /// An order that was not carried out, and why.
    typealias Failure = (order: Order, error: any Error)

    let folders: ClientFolders
    let keptVersions: Int
    let board: ProgressBoard
    /// The time from which the age of downloads and records is counted.
    let now: Timestamp

    init(folders: ClientFolders, keptVersions: Int, now: Timestamp, report: ProgressReport? = nil) {
        (self.folders, self.keptVersions, self.now) = (folders, keptVersions, now)
        board = ProgressBoard(report: report)
    }

    /// Installs as many of them as possible.
    ///
    /// - Returns: The failures, in no order.
    func install(_ orders: [Order]) async -> [Failure] {
        await board.ticking { await installAll(orders) }
    }

    private func installAll(_ orders: [Order]) async -> [Failure] {
        let registries = Dictionary(
            orders.map { ($0.registry.group, $0.registry) }, uniquingKeysWith: { one, _ in one })
        for registry in registries.values { registry.clearAwayAbandonedPackages() }
        return await withTaskGroup(of: Download.self) { group in
            var queue = OrderQueue(orders, room: room(for:))
            var failures: [Failure] = []
            func startWaiting() {
                while let order = queue.next() {
                    let line = board.line(
                        "\(order.entry.package.name) \(order.release.name)", order.entry.package.id,
                        total: order.release.size)
                    group.addTask { (order, await download(order, line)) }
                }
            }
            startWaiting()
            while let order = await installNext(of: &group, &failures) {
                queue.end(order)
                startWaiting()
            }
            return failures
        }
    }

    /// Installs what is downloaded next. Its file is closed by the return: before that, it takes room although it is deleted.
    ///
    /// - Returns: The order; `nil` if none is under way.
    private func installNext(of group: inout TaskGroup<Download>, _ failures: inout [Failure]) async -> Order? {
        guard let (order, result) = await group.next() else { return nil }
        do {
            let sentences = try install(order, result.get())
            for sentence in sentences { board.say(sentence) }
            note(.installed, order, sentences.joined(separator: " "))
        } catch {
            note(.failed, order, "\(error)")
            failures.append((order, error))
        }
        return order
    }

    /// The room that an order may still take: that of what has arrived is already taken.
    private func room(for order: Order) -> ReleaseRoom? {
        try? ReleaseRoom(
            of: order.release,
            alreadyThere: PartialFile.size(at: PartialFile.path(of: order.release.digest, in: downloads)),
            downloadingInto: downloads, unpackingIn: container(for: order))
    }

    private func download(_ order: Order, _ line: ProgressLine) async -> Result<VerifiedDownload?, any Error> {
        let downloader = Downloader(client: order.client, folder: downloads)
        downloader.clearAwayOldParts(now: now.seconds)
        do {
            try order.registry.checkMayInstall(order.entry.package.id, replacing: order.replacing)
            return .success(
                try await downloader.download(
                    order.release, of: "\(order.entry.package.name)",
                    unpackingIn: container(for: order), line: line,
                    isWanted: { try !Self.isInstalled(order) }))
        } catch {
            return .failure(error)
        }
    }

    private var downloads: String { "\(folders.cache)/downloads" }

    /// The folder in which a release is going to be unpacked.
    private func container(for order: Order) -> String { order.registry.containerPath ?? folders.cache }

    private static func isInstalled(_ order: Order) throws -> Bool {
        guard let app = try order.registry.app(order.entry.package.id) else { return false }
        return app.currentPackage == order.release.digest && app.availability.isInstalled
    }

    private func note(_ phase: ProgressReport.Phase, _ order: Order, _ sentence: String? = nil) {
        board.note(phase, order.entry.package.id, size: order.release.size, sentence: sentence)
    }

    /// - Returns: What happened, in sentences for a person.
    private func install(_ order: Order, _ download: VerifiedDownload?) throws -> [String] {
        guard let download else { return try keep(order) }
        note(.install, order)
        do {
            let package = try download.package()
            try Self.check(package, is: order)
            try PackageInstaller.checkFits(package)
            if try Self.isInstalled(order) {
                download.discard()
                return try keep(order)
            }
            try order.checkIsUnchanged(try order.registry.app(order.entry.package.id)?.record)
            try order.checkOrigin(OriginStore(folders))
            try OriginStore(folders).note(order.release.digest, from: order.client.server)
            let sentences = try choosing(order) { note in
                try PackageInstaller(registry: order.registry).install(
                    package, digest: order.release.digest, keptVersions: keptVersions, replacing: order.replacing
                ) { app in
                    try order.checkIsUnchanged(app)
                    note()
                }
            }
            download.discard()
            return sentences
        } catch {
            if Self.isUseless(after: error) { download.discard() }
            throw error
        }
    }

    /// Whether a download can't be installed later: it is at fault itself, or its app was removed. If the group, a permission or a
    /// full disk prevents the installation, the next attempt needs no other download.
    private static func isUseless(after error: any Error) -> Bool {
        switch error {
        case let error as PackageError: error.code == .refused || error.code == .unsupported
        case let error as ClientError: error.code == .badData
        case let error as AppGroupError: error.code == .notFound
        default: false
        }
    }

    /// Leaves the installed app as it is. If it was to be replaced, its updates come from the order's server from now on.
    private func keep(_ order: Order) throws -> [String] {
        let app = "\(order.entry.package.name) \(order.release.name)"
        return try choosing(order) { note in
            note()
            guard order.replacing else { return ["\(app) is already installed."] }
            try OriginStore(folders).note(order.release.digest, from: order.client.server)
            return ["\(app) is already installed; its updates come from \(order.client.server) from now on."]
        }
    }

    /// Carries out that the user decided for the order's release and against the newer ones, and records it.
    private func choosing(
        _ order: Order, _ carryOut: (_ note: () -> Void) throws -> [String]
    ) throws -> [String] {
        let (package, release) = (order.entry.package, order.release)
        let newer = package.releases.filter { $0.fits && release.isOlder(than: $0) }
        return try DeclinedReleases(folders).choosing(
            release.digest, named: release.name, insteadOf: newer.map(\.digest), of: package.id, carryOut)
    }

    /// Refuses a package that differs from its description in the catalog.
    private static func check(_ package: Package, is order: Order) throws(ClientError) {
        let (info, name) = (package.bundle.info, order.entry.package.name)
        func mismatch(_ what: String) -> ClientError {
            ClientError(
                .badData,
                "The package that \(order.client.server) has for \(name) \(order.release.name) is \(what); nothing was installed. "
                    + "Tell the server's administrator.")
        }
        guard info.id == order.entry.package.id else { throw mismatch("one of \(info.id)") }
        guard info.group == nil || info.group == order.entry.group else {
            throw mismatch("for another group, \(info.group?.description ?? "")")
        }
        guard info.version == order.release.version else {
            throw mismatch("one of version \(info.version?.description ?? "none")")
        }
    }
}
