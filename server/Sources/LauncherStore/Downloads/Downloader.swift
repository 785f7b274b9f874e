import AppGroupTerminal
import AppPackage
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SystemPackage

/// Brings releases from a server to this disk, whatever happens on the way.
struct Downloader: Sendable {
    let client: StoreClient
    /// Where what is under way lies.
    let folder: String

    /// So many bytes must arrive for an attempt to count as a success, so that a server that sends one byte at a time is
    /// not asked for ever.
    private static let leastProgress: UInt64 = 64 << 10
    /// Where another process downloads the same file: how long nothing of it may arrive until it is given up.
    private static let longestWait = Duration.seconds(60)
    /// What nobody went on with for so long is deleted, in seconds.
    private static let keptSeconds: Int64 = 14 * 86_400

    /// Downloads a release, or goes on where a download of it ended.
    ///
    /// - Parameters:
    ///   - name: What the person calls the app.
    ///   - container: Where it is going to be unpacked: room for that is needed too.
    ///   - line: Shows how far it is.
    ///   - isWanted: Asked once nobody else downloads the file: meanwhile another process may have installed it.
    /// - Returns: The file; `nil` where it is not wanted any more.
    func download(
        _ release: TrustedRelease, of name: String, unpackingIn container: String, line: ProgressLine,
        isWanted: @Sendable () throws -> Bool
    ) async throws -> VerifiedDownload? {
        // What lay there may have been another's, or spoilt: that is worth a second time, from the beginning.
        while true {
            let file = try await open(release, name, line)
            guard try isWanted() else {
                file.discard()
                return nil
            }
            let wasThere = file.size > 0
            do {
                try checkRoom(for: release, name, alreadyThere: file.size, container: container)
                line.begin(at: file.size)
                try await fill(file, release, name, line)
                return try VerifiedDownload(file, is: release, of: name, from: client.server)
            } catch {
                try settle(file, release, name, wasThere: wasThere, error)
            }
        }
    }

    /// What becomes of a download that failed: it is kept where the same command can go on with it, and else deleted. Returns
    /// where it is to be tried once more, and throws elsewhere.
    private func settle(
        _ file: PartialFile, _ release: TrustedRelease, _ name: String, wasThere: Bool, _ error: any Error
    ) throws {
        guard let failure = error as? StoreError else {
            if !(error is CancellationError) { file.discard() }
            throw error
        }
        if failure.code == .tryLater || failure.code == .unreachable, file.size > 0 {
            throw StoreError(
                failure.code,
                "\(failure.description) What arrived of \(name) is kept: the same command goes on from "
                    + "\(ByteCount(file.size)) of \(ByteCount(release.size)).")
        }
        file.discard()
        guard failure.code == .badData, wasThere else { throw failure }
    }

    /// Deletes what nobody went on with.
    func clearAwayOldParts(now: Int64) {
        for name in (try? Folders.entries(of: folder)) ?? [] where name.hasSuffix(PartialFile.ending) {
            let path = "\(folder)/\(name)"
            guard let file = try? OpenFile(path, for: .reading), let status = try? file.status(),
                now - status.modified > Self.keptSeconds, (try? file.tryLock()) == true
            else { continue }
            try? Folders.remove(path)
        }
    }

    // MARK: - Steps

    /// The file, once no other process has it.
    private func open(
        _ release: TrustedRelease, _ name: String, _ line: ProgressLine
    ) async throws -> PartialFile {
        let path = "\(folder)/\(release.digest)\(PartialFile.ending)"
        var (deadline, size) = (ContinuousClock.now + Self.longestWait, UInt64(0))
        var hasSaid = false
        while ContinuousClock.now < deadline {
            if let file = try PartialFile(path, limit: release.size) { return file }
            if !hasSaid { line.say("\(name) \(release.name) is being downloaded by another process; waiting for it.") }
            hasSaid = true
            let arrived = (try? OpenFile(path, for: .reading).status().size) ?? 0
            if arrived != size { (deadline, size) = (ContinuousClock.now + Self.longestWait, arrived) }
            try await Task.sleep(for: .milliseconds(200))
        }
        throw StoreError(
            .tryLater,
            "\(name) \(release.name) is being downloaded by another process, which does not get on; try again later.")
    }

    /// Refuses what has no room before anything is asked for.
    private func checkRoom(
        for release: TrustedRelease, _ name: String, alreadyThere: UInt64, container: String
    ) throws {
        let (here, there): ((bytes: UInt64, device: UInt64), (bytes: UInt64, device: UInt64))
        do throws(Errno) {
            (here, there) = (try Folders.room(at: folder), try Folders.room(at: container))
        } catch {
            throw StoreError(.inputOutput, "The room in \(folder) cannot be found out: \(error); look at the disk.")
        }
        let rest = release.size - min(release.size, alreadyThere)
        let isOneDisk = here.device == there.device
        let needed = rest + (isOneDisk ? release.unpackedSize : 0)
        let full =
            here.bytes < needed
            ? (folder, needed, here.bytes)
            : !isOneDisk && there.bytes < release.unpackedSize ? (container, release.unpackedSize, there.bytes) : nil
        guard let (place, wanted, free) = full else { return }
        throw StoreError(
            .inputOutput,
            "\(name) \(release.name) needs \(ByteCount(wanted)) on the disk of \(place), and \(ByteCount(free)) are free; make "
                + "room, and try again.")
    }

    /// Asks until everything is there.
    private func fill(_ file: PartialFile, _ release: TrustedRelease, _ name: String, _ line: ProgressLine) async throws
    {
        var attempt = 0
        while file.size < release.size {
            attempt += 1
            let before = file.size
            let pause: Duration
            do {
                guard let wish = try await receive(file, release, name, line, attempt: attempt) else { continue }
                pause = wish
            } catch let failure as TransportFailure {
                if file.size >= before + Self.leastProgress { attempt = 0 }
                guard let next = client.transport.pause(after: max(1, attempt), failure) else {
                    throw failure.described(client.server)
                }
                pause = next
            }
            line.pause()
            if let sentence = client.transport.announcement(of: pause) { line.say(sentence) }
            try await Task.sleep(for: pause)
        }
    }

    /// Asks once, and takes what comes.
    ///
    /// - Returns: How long to wait before the next attempt; `nil` to look at once whether everything is there.
    private func receive(
        _ file: PartialFile, _ release: TrustedRelease, _ name: String, _ line: ProgressLine, attempt: Int
    ) async throws -> Duration? {
        let response = try await client.file(release.path, digest: release.digest, from: file.size)
        switch response.status {
        case .partialContent:
            guard file.size > 0, response.headers.first(name: "Content-Range") == expectedRange(file, release) else {
                throw broken("a part of \(name) that nobody asked for")
            }
        case .ok:
            try file.restart()
            line.begin(at: 0)
            let length = response.headers.first(name: "Content-Length").map { UInt64($0) }
            guard length == nil || length == release.size else {
                throw broken("\(name) in another length than its catalogue says")
            }
        case .rangeNotSatisfiable where file.size > 0 && attempt < client.transport.policy.attempts:
            try file.restart()
            return .zero
        default:
            let words =
                (try? await response.body.collect(upTo: Refusal.limit)).map { Array($0.readableBytesView) } ?? []
            let answer = StoreAnswer(status: response.status, headers: response.headers, body: words)
            if let pause = client.transport.pause(after: attempt, status: answer.status, headers: answer.headers) {
                return pause
            }
            throw client.refusal(answer)
        }
        do {
            for try await piece in response.body {
                guard file.size + UInt64(piece.readableBytes) <= release.size else {
                    throw broken("more of \(name) than its catalogue says")
                }
                try piece.withUnsafeReadableBytes { try file.append($0) }
                line.advance(to: file.size)
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw TransportFailure(error)
        }
        if file.size < release.size { throw TransportFailure.cut("it ended early") }
        return nil
    }

    private func expectedRange(_ file: PartialFile, _ release: TrustedRelease) -> String {
        "bytes \(file.size)-\(release.size - 1)/\(release.size)"
    }

    private func broken(_ what: String) -> StoreError {
        StoreError(.brokenProtocol, "\(client.server) sent \(what); nothing was installed. Try again later.")
    }
}
