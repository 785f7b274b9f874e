import AppGroupPlatform
import Downloading
import PhotoData
import ToolClient
import ToolProgram
import ToolSupport

/// The server puts a draft off, and has certainly not taken it in this call.
struct UntakenDraft: Error {
    let cause: ToolError
}

/// The calls of the server's interface that posters makes. The server describes them at `/openapi.json`.
extension PostersClient {
    // MARK: The service

    func info() throws -> ServerInfo { try document(Call(.get, "/v1/info")) }

    /// - Parameter tag: The entity tag of the lists that are known.
    /// - Returns: nil if they are still the same.
    func lists(unlessStill tag: String?) throws -> (lists: ServerLists, tag: String?)? {
        var call = Call(.get, "/v1/lists")
        if let tag { call.fields = ["If-None-Match: \(tag)"] }
        let answer = try answer(to: call)
        if answer.status == 304, tag != nil { return nil }
        guard answer.isSuccess else { throw refusal(answer) }
        return (try decoded(answer), answer.head["etag"])
    }

    // MARK: The account

    /// What a new session needs.
    struct Login: Encodable {
        var name: String?
        var mail: String?
        var phone: String?
        let password: String
        let client: String
    }

    struct NewSession: Decodable {
        let token: String
        let account: Account
    }

    func login(_ login: Login) throws -> NewSession { try document(Call(.post, "/v1/login", login)) }

    func register(_ login: Login) throws -> NewSession {
        var call = try Call(.post, "/v1/register", login)
        call.isRepeatable = false
        return try document(call)
    }

    func account() throws -> Account { try document(Call(.get, "/v1/account")) }

    /// Ends this session, or all sessions of the account. A session that the server doesn't know has ended.
    func logout(everywhere: Bool) throws {
        let answer = try answer(to: everywhere ? Call(.delete, "/v1/sessions") : Call(.post, "/v1/logout"))
        guard answer.isSuccess || answer.status == 401 else { throw refusal(answer) }
    }

    /// Replaces the password. The account's other sessions end.
    func changePassword(from current: String, to new: String) throws {
        var call = try Call(.put, "/v1/password", ["current": current, "new": new])
        call.isRepeatable = false
        let answer = try answer(to: call)
        if answer.status == 401, answer.problem?.code != "notLoggedIn" {
            throw ToolError.refused("The current password is wrong. Nothing was changed.")
        }
        guard answer.isSuccess else { throw refusal(answer) }
    }

    func deleteAccount(password: String) throws {
        var call = try Call(.post, "/v1/account/deletion", ["password": password])
        call.isRepeatable = false
        let answer = try answer(to: call)
        if answer.status == 401, answer.problem?.code != "notLoggedIn" {
            throw ToolError.refused("The password is wrong. Nothing was deleted.")
        }
        guard answer.isSuccess else { throw refusal(answer) }
    }

    // MARK: Photos

    /// Sends a photo of a draft. Its bytes go from the file to the network, whatever its size. If the server has it already, it takes
    /// no bytes, and keeps the photo for another day.
    func putPhoto(_ sha256: String, of draft: Draft, from path: String) throws {
        var call = Call(.put, "/media/\(sha256)")
        call.fields = ["Content-Type: application/octet-stream"]
        call.asksBeforeBody = true
        do {
            call.body = try FileBody(path, 0..<PhotoFile(path: path).count)
            _ = try accepted(call)
        } catch let error as PhotoError {
            throw Self.unsendablePhoto(of: draft, "\(error)")
        } catch FileBody.Failure.unreadable(let reason) {
            throw Self.unsendablePhoto(of: draft, "\(path) can't be read: \(reason).")
        }
    }

    private static func unsendablePhoto(of draft: Draft, _ reason: String) -> ToolError {
        .inputOutput(
            "A photo of \(draft.name) can't be sent: \(reason) To add the same photo again: posters edit \(draft.name) "
                + "--photo FILE. To discard the draft: posters cancel \(draft.name)")
    }

    /// The published copy of a photo; nil if the server has none, or doesn't show it to this user.
    func photo(_ sha256: String) throws -> [UInt8]? {
        let answer = try answer(to: Call(.get, "/media/\(sha256)"))
        if answer.status == 404 { return nil }
        guard answer.isSuccess else { throw refusal(answer) }
        return answer.body
    }

    // MARK: Reports

    struct Filed: Decodable {
        let report: Report
        let warnings: [String]
    }

    struct Edited: Decodable {
        let report: Report
        let applied: Bool
        let notice: String?
    }

    /// - Returns: `nil` if it was filed before, and is deleted meanwhile.
    func file(_ report: ReportDraft, key: String) throws -> Filed? {
        let answer = try answer(to: keyed(Call(.post, "/v1/reports", report), key))
        return answer.status == 410 && answer.problem != nil ? nil : try drafted(answer)
    }

    func edit(_ number: Int64, _ change: ReportChange, of draft: Draft) throws -> Edited {
        let answer = try answer(to: keyed(Call(.patch, "/v1/reports/\(number)", change), draft.key))
        guard answer.status != 404, answer.status != 410 else { throw Self.missing(number) }
        if let problem = answer.problem, problem.code == "editedSince" {
            throw ToolError.unreadable("\(problem.message) \(draft.choice(about: number))")
        }
        return try drafted(answer)
    }

    /// - Returns: `nil` if the account has no such report.
    func cancel(_ number: Int64) throws -> Report? {
        let answer = try answer(to: Call(.post, "/v1/reports/\(number)/cancel"))
        return answer.status == 404 ? nil : try drafted(answer)
    }

    /// Why nothing can be done about a report.
    static func missing(_ number: Int64) -> ToolError {
        .notFound("Report \(number) is not on the server, or it is not yours.")
    }

    /// The answer to a draft. If the state of the report is in its way, it is refused: another attempt would not help.
    private func drafted<Document: Decodable>(_ answer: CallAnswer) throws -> Document {
        // Supervisors see everybody's reports, but change only their own.
        if let problem = answer.problem, problem.code == "forbidden" { throw ToolError.notFound(problem.message) }
        if answer.status == 409 {
            throw ToolError.unreadable(answer.problem?.message ?? "\(address) refuses with status 409.")
        }
        if answer.status == 429, !answer.isSecond { throw UntakenDraft(cause: refusal(answer)) }
        guard answer.isSuccess else { throw refusal(answer) }
        return try decoded(answer)
    }

    private func keyed(_ call: Call, _ key: String) -> Call {
        var call = call
        call.fields.append("Idempotency-Key: \(key)")
        return call
    }

    // MARK: Changes

    struct Changes: Decodable {
        struct Change: Decodable {
            let number: Int64
            let kind: String
            let byYou: Bool
            let report: Report?
        }

        let changes: [Change]
        let next: Int64
        let more: Bool
        var history: String?
        /// The versions that restores from backups have lost. Older servers don't say it.
        var lost: [Versions]?

        struct Versions: Decodable {
            let first: Int64
            let last: Int64
        }
    }

    func changes(after version: Int64, limit: Int = 1000) throws -> Changes {
        try document(Call(.get, "/v1/changes?after=\(version)&limit=\(limit)"))
    }

    struct Near: Decodable {
        struct Entry: Decodable {
            let distance: Int
            let report: Report
        }

        let reports: [Entry]
        /// Whether there are more reports within the distance.
        var more: Bool?
    }

    /// - Parameter limit: The server lists at most 1,000 reports, and fewer if they are long.
    func reports(near spot: Spot, meters: Int, limit: Int) throws -> Near {
        let place = "lat=\(spot.latitude)&long=\(spot.longitude)"
        return try document(Call(.get, "/v1/near?\(place)&radius=\(meters)&limit=\(min(limit, 1000))"))
    }

    // MARK: Supervision

    struct Decision: Encodable {
        let status: ReportStatus
        var reason: String?
        var publishPhotos: Bool?
        /// The version of the report that the supervisor has seen.
        let version: Int64
    }

    func decide(_ number: Int64, _ decision: Decision) throws -> Report {
        let answer = try answer(to: Call(.post, "/v1/reports/\(number)/status", decision))
        if answer.status == 409, let problem = answer.problem {
            throw ToolError.busy("\(problem.message) To see it as it is now: posters sync; posters show \(number)")
        }
        guard answer.isSuccess else { throw refusal(answer) }
        return try decoded(answer)
    }

    /// Deletes a report whose reporter has asked for that.
    ///
    /// - Returns: Whether the server had it.
    func delete(_ number: Int64) throws -> Bool {
        let answer = try answer(to: Call(.delete, "/v1/reports/\(number)"))
        if answer.status == 404, answer.problem != nil { return false }
        guard answer.isSuccess else { throw refusal(answer) }
        return true
    }

    struct Blocked: Decodable {
        struct Phone: Decodable {
            let number: String
            var reports: Int?
        }

        let phones: [Phone]
    }

    func block(_ phone: String, reason: String?) throws -> Blocked.Phone {
        struct Request: Encodable {
            let phone: String
            let reason: String?
        }
        return try document(Call(.post, "/v1/blocked", Request(phone: phone, reason: reason)))
    }

    func unblock(_ phone: String) throws {
        _ = try accepted(Call(.delete, "/v1/blocked/\(PercentEncoding.encoded(phone))"))
    }

    func blocked() throws -> [String] { try document(Call(.get, "/v1/blocked"), as: Blocked.self).phones.map(\.number) }
}
