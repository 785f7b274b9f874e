import AppGroupPlatform
import AppGroupText
import AppPackage
import Downloading

/// Downloads releases from a server, and resumes after interruptions.
struct Downloader: Sendable {
    let client: ServerClient
    /// The folder of the files that are not whole yet.
    let folder: String

    /// An attempt counts as progress only if at least this many bytes arrive. Otherwise, a server that sends one byte at a time
    /// would be asked forever.
    private static let leastProgress: UInt64 = 64 << 10
    /// How long to wait for another process that downloads the same file while nothing of it arrives.
    private static let longestWait = Duration.seconds(60)
    /// A part that has not grown for this many seconds is deleted.
    private static let keptSeconds: Int64 = 14 * 86_400

    /// Downloads a release, or goes on where a download of it ended.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - container: The folder in which it is going to be unpacked. Room for that is needed too.
    ///   - line: Shows the progress.
    ///   - isWanted: Asked once no other process downloads the file, as another one may have installed it by then.
    /// - Returns: The file; `nil` if it is no longer wanted.
    func download(
        _ release: TrustedRelease, of name: String, unpackingIn container: String, line: ProgressLine,
        isWanted: @Sendable () throws -> Bool
    ) async throws -> VerifiedDownload? {
        // The bytes that were there may be wrong. Then a second attempt, from the beginning, is worthwhile.
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

    /// Keeps the bytes of a failed download if the same command can go on with them, and deletes them otherwise. Returns if the
    /// download is worth another attempt, and throws otherwise.
    private func settle(
        _ file: PartialFile, _ release: TrustedRelease, _ name: String, wasThere: Bool, _ error: any Error
    ) throws {
        guard let failure = error as? ClientError else {
            if !(error is CancellationError) { file.discard() }
            throw error
        }
        if failure.code == .tryLater || failure.code == .unreachable, file.size > 0 {
            throw ClientError(
                failure.code,
                "\(failure.description) The part of \(name) that arrived is kept: the same command resumes at "
                    + "\(ByteCount(file.size)) of \(ByteCount(release.size)).")
        }
        file.discard()
        guard failure.code == .badData, wasThere else { throw failure }
    }

    /// Deletes parts that no download went on with.
    func clearAwayOldParts(now: Int64) { Self.clearAwayOldParts(in: folder, now: now) }

    static func clearAwayOldParts(in folder: String, now: Int64) {
        guard let parts = try? OpenFolder(folder) else { return }
        for name in (try? parts.names()) ?? [] where PartialFile.isName(name) {
            try? remove(name, in: parts, ifLastChangedBefore: now - keptSeconds)
        }
    }

    private static func remove(
        _ name: String, in parts: OpenFolder, ifLastChangedBefore moment: Int64
    ) throws(SystemError) {
        let file = try parts.file(name, for: .reading)
        if try file.modificationTime() < moment, try file.tryLock() { try parts.remove(name) }
    }

    // MARK: - Steps

    /// The file, once no other process holds it.
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
            let arrived = (try? Files.status(path, followingLinks: false)).map { UInt64($0.size) } ?? 0
            if arrived != size { (deadline, size) = (ContinuousClock.now + Self.longestWait, arrived) }
            try await Task.sleep(for: .milliseconds(200))
        }
        throw ClientError(
            .tryLater,
            "\(name) \(release.name) is being downloaded by another process, which makes no progress; try again later.")
    }

    /// Refuses a release that does not fit before the server is asked for it.
    private func checkRoom(
        for release: TrustedRelease, _ name: String, alreadyThere: UInt64, container: String
    ) throws {
        let (here, there): (DiskSpace, DiskSpace)
        do throws(SystemError) {
            (here, there) = (try DiskSpace(at: folder), try DiskSpace(at: container))
        } catch {
            throw ClientError(
                .inputOutput, "The free space in \(folder) cannot be determined: \(error.message); check the disk.")
        }
        let rest = release.size - min(release.size, alreadyThere)
        let isOneDisk = here.device == there.device
        let needed = rest + (isOneDisk ? release.unpackedSize : 0)
        let full =
            here.freeBytes < needed
            ? (folder, needed, here.freeBytes)
            : !isOneDisk && there.freeBytes < release.unpackedSize
                ? (container, release.unpackedSize, there.freeBytes) : nil
        guard let (place, wanted, free) = full else { return }
        throw ClientError(
            .inputOutput,
            "\(name) \(release.name) needs \(ByteCount(wanted)) on the disk of \(place), and \(ByteCount(free)) are free; make "
                + "room, and try again.")
    }

    /// Asks until the file is whole.
    private func fill(_ file: PartialFile, _ release: TrustedRelease, _ name: String, _ line: ProgressLine) async throws
    {
        var attempt = 0
        // The most that was ever here: bytes that only come again are no progress.
        var furthest = file.size
        while file.size < release.size {
            attempt += 1
            let pause: Duration
            do {
                guard let wish = try await receive(file, release, name, line, attempt: attempt) else { continue }
                pause = wish
            } catch let failure as TransportFailure {
                if file.size >= furthest + Self.leastProgress { attempt = 0 }
                furthest = max(furthest, file.size)
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
        let receiver = ReleaseReceiver(file, release, of: name, from: client.server, line: line)
        let hadSome = file.size > 0
        let head: ResponseHead
        do {
            head = try await client.file(
                release.path, digest: release.digest.description, from: file.size, to: receiver)
        } catch let error as DownloadError {
            // A refusal counts even if its words did not come.
            guard let refusal = receiver.refusal else { throw TransportFailure(error) }
            head = refusal.head
        }
        guard let refusal = receiver.refusal else {
            if file.size < release.size { throw TransportFailure.cut("it ended early") }
            return nil
        }
        if head.status == 416, hadSome, attempt < client.transport.policy.attempts {
            try file.restart()
            return .zero
        }
        if let pause = client.transport.pause(after: attempt, head) { return pause }
        throw client.refusal(refusal)
    }
}
