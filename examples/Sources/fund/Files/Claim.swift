import AppGroupPlatform
import RemoteFiles
import ToolProgram
import ToolSupport

/// Keeps other processes away from a file that is being fetched. It ends with this value, and with this process at the
/// latest.
struct Claim {
    private let lock: ProcessTurn
    private let path: String

    /// - Returns: nil if another process fetches the file.
    init?(_ fetch: PendingFetch, in store: Store) throws {
        let path = try Self.path(of: fetch.id, in: store)
        let lock: ProcessTurn?
        do throws(SystemError) { lock = try ProcessTurn(tryAt: path) } catch {
            throw ToolError.inputOutput("\(path) can't be locked: \(error).")
        }
        guard let lock else { return nil }
        (self.lock, self.path) = (lock, path)
    }

    fileprivate static func folder(in store: Store) -> String { "\(Store.folder(in: store.root))/fetches" }

    private static func path(of id: Int64, in store: Store) throws -> String {
        let folder = folder(in: store)
        try Files.makeFolder(folder)
        return "\(folder)/\(id)\(ending)"
    }

    fileprivate static let ending = ".lock"

    /// Ends the claim for good. The number of the fetch must be gone from the store, so that nobody locks this again.
    func finish() {
        try? Files.remove(path)
        lock.end()
    }
}

extension Store {
    /// Deletes the locks of fetches that are gone from the store: their processes were killed just before they would have
    /// done so.
    ///
    /// - Parameter clean: Removes what else is left of a fetch with this number.
    func removeFinishedClaims(_ clean: (Int64) throws -> Void) throws {
        let folder = Claim.folder(in: self)
        // Before the store is read: each fetch is there before its lock.
        let names = (try? Files.names(in: folder)) ?? []
        guard !names.isEmpty else { return }
        let known = Set(try fetches().map(\.id))
        for name in names where name.hasSuffix(Claim.ending) {
            guard let id = Int64(name.dropLast(Claim.ending.count)), !known.contains(id) else { continue }
            try clean(id)
            try? Files.remove("\(folder)/\(name)")
        }
    }

    /// The fetches that a process is busy with at the moment.
    private func activeFetches() throws -> [PendingFetch] {
        try fetches().filter { fetch in try Claim(fetch, in: self) == nil }
    }

    /// - Throws: A ``ToolError`` with status 75 if a file is being fetched into a fund.
    func refuseWhileFetching(into fund: Fund) throws {
        guard let fetch = try activeFetches().first(where: { $0.fund == fund.id }) else { return }
        throw ToolError.busy(
            "“\(fetch.name)” is being fetched into “\(fund.name)”. Wait for its end, or interrupt it first.")
    }

    /// - Throws: The same if something at or below a path is being fetched.
    func refuseWhileFetching(_ spot: RemoteSpot) throws {
        let active = try activeFetches().first { fetch in
            fetch.remote == spot.remote.id && RemotePath(fetch.path)?.isInside(spot.path) == true
        }
        guard let active else { return }
        throw ToolError.busy(
            "\(spot.remote.name):\(active.path) is being fetched. Wait for its end, or interrupt it first.")
    }

    /// - Throws: The same if a file of this name is being fetched into a fund; 66 if it was interrupted.
    func refusePending(_ name: String, in fund: Fund) throws {
        guard let fetch = try fetches().first(where: { $0.fund == fund.id && $0.name == name }) else { return }
        if try Claim(fetch, in: self) == nil {
            throw ToolError.busy("“\(fund.name)/\(name)” is being fetched. It can be used when it is whole.")
        }
        let remote = try remotes().first { $0.id == fetch.remote }?.name ?? "NAME"
        let source = "\(remote):\(fetch.path)".quotedForShell
        throw ToolError.notFound(
            "Only a part of “\(fund.name)/\(name)” was fetched. To fetch the rest: fund get \(source) --to "
                + fund.name.quotedForShell)
    }
}
