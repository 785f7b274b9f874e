import AppGroupText
import AppPackage
import Downloading

/// The download of one release.
struct ReleaseDownload: Sendable {
    let client: ServerClient
    /// The folder of the files that are not whole yet.
    let folder: String
    let release: TrustedRelease
    /// The app's name.
    let name: String
    /// The folder in which the release is going to be unpacked.
    let container: String
    /// Shows the progress.
    let line: ProgressLine
    /// How long to wait for another process that has the same file while nothing of it arrives.
    var longestWait = Duration.seconds(60)

    /// An attempt counts as progress only if at least this many bytes arrive. Otherwise, a server that sends one byte at a time
    /// would be asked forever.
    private static let leastProgress: UInt64 = 64 << 10
    /// Downloads the release, or goes on where a download of it ended.
    ///
    /// - Parameter isWanted: Asked once no other process downloads the file, as another one may have installed it by then.
    /// - Returns: The file; `nil` if it is no longer wanted.
    func run(isWanted: @Sendable () throws -> Bool) async throws -> VerifiedDownload? {
        // The bytes that were there may be wrong. Then a second attempt, from the beginning, is worthwhile.
        while true {
            let part = try await openPart()
            guard try isWanted() else {
                part.discard()
                return nil
            }
            let wasThere = part.size > 0
            do {
                try checkRoom(alreadyThere: part.size)
            } catch {
                // To delete what is there would hardly make that room, and it would have to come again.
                if !wasThere { part.discard() }
                throw error
            }
            do {
                line.begin(at: part.size)
                try await fill(part)
                return try VerifiedDownload(part, is: release, of: name, from: client.server)
            } catch {
                try settle(part, wasThere: wasThere, error)
            }
        }
    }

    /// Keeps the bytes of a failed download, unless they are wrong, can't be written, or the server no longer has the rest. Returns
    /// if the download is worth another attempt, and throws otherwise.
    private func settle(_ part: PartialFile, wasThere: Bool, _ error: any Error) throws {
        guard let failure = error as? ClientError else { throw error }
        if failure.code == .tryLater || failure.code == .unreachable, part.size > 0 {
            throw ClientError(
                failure.code,
                "The download of \(name) stopped; the same command resumes at \(ByteCount(part.size)) of "
                    + "\(ByteCount(release.size)): \(failure)")
        }
        if part.size == 0 || [.badData, .notFound, .inputOutput].contains(failure.code) { part.discard() }
        guard failure.code == .badData, wasThere else { throw failure }
    }

    /// The part that is there already, or an empty one, once no other process holds it.
    private func openPart() async throws -> PartialFile {
        let path = PartialFile.path(of: release.digest, in: folder)
        var (deadline, size) = (ContinuousClock.now + longestWait, UInt64(0))
        var hasSaid = false
        while ContinuousClock.now < deadline {
            if let part = try PartialFile(path, limit: release.size) { return part }
            if !hasSaid { line.say("\(name) \(release.name) is being downloaded by another process; waiting for it.") }
            hasSaid = true
            let arrived = PartialFile.size(at: path)
            if arrived != size { (deadline, size) = (ContinuousClock.now + longestWait, arrived) }
            try await Task.sleep(for: .milliseconds(200))
        }
        // A process keeps the file until it has installed it, one after the other.
        let what =
            size == release.size
            ? "installed by another process" : "downloaded by another process, which makes no progress"
        throw ClientError(.tryLater, "\(name) \(release.name) is being \(what); try again later.")
    }

    // MARK: - Room

    /// Refuses a release that does not fit before the server is asked for it.
    private func checkRoom(alreadyThere: UInt64) throws(ClientError) {
        let room = try ReleaseRoom(
            of: release, alreadyThere: alreadyThere, downloadingInto: folder, unpackingIn: container)
        guard let lack = room.lack() else { return }
        throw ClientError(
            .inputOutput,
            "\(name) \(release.name) needs \(ByteCount(lack.bytes)) on the disk of \(lack.place), and "
                + "\(ByteCount(lack.disk.freeBytes)) are free; make room, and try again.")
    }

    // MARK: - Requests

    /// Asks until the part is the whole file.
    private func fill(_ part: PartialFile) async throws {
        var attempt = 0
        // The most that was ever here: bytes that only come again are no progress.
        var furthest = part.size
        while part.size < release.size {
            attempt += 1
            let pause: Duration
            do {
                switch try await receive(into: part, attempt: attempt) {
                case .arrived: return
                case .again(let wish): pause = wish
                }
            } catch let failure as TransportFailure {
                if part.size >= furthest + Self.leastProgress { attempt = 0 }
                furthest = max(furthest, part.size)
                guard let next = client.transport.pause(after: max(1, attempt), failure) else {
                    throw client.transport.described(failure)
                }
                pause = next
            }
            line.pause()
            if let sentence = client.transport.announcement(of: pause) { line.say(sentence) }
            try await Task.sleep(for: pause)
        }
    }

    /// What follows an answer.
    private enum Step {
        /// Nothing: the rest of the file has arrived.
        case arrived
        /// Another request after a pause.
        case again(after: Duration)
    }

    /// Asks once, and takes what comes.
    private func receive(into part: PartialFile, attempt: Int) async throws -> Step {
        let receiver = ReleaseReceiver(part, release, of: name, from: client.server, line: line)
        let hadSome = part.size > 0
        do {
            _ = try await client.file(
                release.path, digest: release.digest.description, from: part.size, to: receiver)
        } catch let error as DownloadError where receiver.refusal == nil {
            throw TransportFailure(error, askedOf: client.server)
        } catch {
            // A refusal counts even if its words did not come, or are too many.
            guard receiver.refusal != nil else { throw error }
        }
        guard let refusal = receiver.refusal else {
            guard part.size == release.size else { throw TransportFailure.cut("it ended early") }
            return .arrived
        }
        if refusal.status == 416, hadSome, attempt < client.transport.policy.attempts {
            try part.restart()
            return .again(after: .zero)
        }
        if let pause = client.transport.pause(after: attempt, refusal.head) { return .again(after: pause) }
        guard refusal.status == 404 else { throw client.refusal(refusal) }
        // The server's own words name neither the app nor what to do, and those of a bucket are not for people.
        throw ClientError(
            .notFound,
            refusal.problem?.code == "fileMissing"
                ? "\(client.server) has lost the file of \(name) \(release.name), so it was not installed. Tell the server's "
                    + "administrator, who can publish it again."
                : "\(client.server) no longer has \(name) \(release.name) for you, so it was not installed. To list its apps: "
                    + "launcher catalog")
    }
}
