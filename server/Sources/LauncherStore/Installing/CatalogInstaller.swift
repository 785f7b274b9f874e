import AppGroup
import AppGroupTerminal
import AppPackage

/// Installs releases of catalogues: several are downloaded at once, and one after the other installed.
struct CatalogInstaller: Sendable {
    /// What is to be installed.
    struct Order: Sendable {
        let entry: CatalogEntry
        let release: TrustedRelease
        let client: StoreClient
        let family: Registry
        /// Whether it may take the place of an app that did not come from this server.
        let replacing: Bool
    }

    let folders: StoreFolders
    let keptVersions: Int
    let board = ProgressBoard()

    /// Downloads at once: more would only share the same line.
    private static let atOnce = 3

    /// Installs them, as many as can be.
    ///
    /// - Returns: The failures, in no order.
    func install(_ orders: [Order]) async -> [any Error] {
        await board.ticking { await installAll(orders) }
    }

    private func installAll(_ orders: [Order]) async -> [any Error] {
        await withTaskGroup(of: (Order, Result<VerifiedDownload?, any Error>).self) { group in
            var (waiting, failures) = (orders[...], [any Error]())
            func startNext() {
                guard let order = waiting.popFirst() else { return }
                let line = board.line("\(order.entry.package.name) \(order.release.name)", total: order.release.size)
                group.addTask { (order, await download(order, line)) }
            }
            for _ in 0..<Self.atOnce { startNext() }
            while let (order, result) = await group.next() {
                do {
                    try install(order, result.get())
                } catch {
                    failures.append(error)
                }
                startNext()
            }
            return failures
        }
    }

    private func download(_ order: Order, _ line: ProgressLine) async -> Result<VerifiedDownload?, any Error> {
        let downloader = Downloader(client: order.client, folder: "\(folders.cache)/downloads")
        downloader.clearAwayOldParts(now: Session.current.now.seconds)
        do {
            try order.family.checkMayInstall(order.entry.package.id, replacing: order.replacing)
            return .success(
                try await downloader.download(
                    order.release, of: "\(order.entry.package.name)",
                    unpackingIn: order.family.containerPath ?? folders.cache, line: line,
                    isWanted: { try !Self.isInstalled(order) }))
        } catch {
            return .failure(error)
        }
    }

    private static func isInstalled(_ order: Order) throws -> Bool {
        guard let app = try order.family.app(order.entry.package.id) else { return false }
        return app.currentPackage == order.release.digest && app.availability.isInstalled
    }

    private func install(_ order: Order, _ download: VerifiedDownload?) throws {
        guard let download else { return try keep(order) }
        do {
            let package = try Package(path: download.path, checking: .structure)
            try Self.check(package, is: order)
            try PackageInstaller.checkFits(package)
            try OriginStore(folder: folders.state).note(download.release.digest, from: order.client.server)
            let installation = try PackageInstaller(family: order.family).install(
                package, digest: download.release.digest, keptVersions: keptVersions, replacing: order.replacing)
            download.discard()
            board.say(installation.sentence)
            for sentence in installation.withheldSentences { board.say(sentence) }
        } catch {
            // Only what another process is in the way of may go well with the same file.
            if (error as? any ReportableError)?.exitStatus != 75 { download.discard() }
            throw error
        }
    }

    /// Leaves what is installed as it is; where it was to be replaced, it belongs to the order's server from now on.
    private func keep(_ order: Order) throws {
        let app = "\(order.entry.package.name) \(order.release.name)"
        guard order.replacing else { return board.say("\(app) was installed already.") }
        try OriginStore(folder: folders.state).note(order.release.digest, from: order.client.server)
        board.say("\(app) was installed already; its updates come from \(order.client.server) from now on.")
    }

    /// Refuses a package that is not what its catalogue calls it.
    private static func check(_ package: Package, is order: Order) throws(StoreError) {
        let (info, name) = (package.bundle.info, order.entry.package.name)
        func mismatch(_ what: String) -> StoreError {
            StoreError(
                .badData,
                "The package that \(order.client.server) has of \(name) \(order.release.name) is \(what); nothing was installed. "
                    + "Tell whoever runs the server.")
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

extension PackageInstallation {
    /// What the app was not given, for a person.
    var withheldSentences: [String] {
        withheld.map { scheme, owner in "It does not get the scheme “\(scheme)”, which \(owner) took over meanwhile." }
            .sorted()
    }
}
