import AppGroup
import AppGroupPlatform

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The logins of this user: a file for each server, which only the user may read.
struct LoginFiles {
    let folder: String
    /// Whether logins are read to end them: then it does not matter who else may read their files.
    var isEnding = false

    /// The contents of a file. Members may be added; a file of a later version is refused.
    fileprivate struct Contents: Codable {
        var version = 1
        var server: String
        var user: String?
        var group: String
        var token: String?
        var tokenCommand: String?
        var authorityFile: String?
    }

    /// The largest file of a login, in bytes.
    private static let limit = 64 << 10

    /// Every login, sorted by server.
    ///
    /// - Throws: ``ClientError`` if one cannot be read: a command must not act as if it did not exist.
    func all() throws -> [Account] { try files().compactMap { try account(inFile: $0) } }

    /// Every login that can be read, sorted by server.
    func usable() throws -> [Account] { try files().compactMap { try? account(inFile: $0) } }

    /// The logins at servers with a text in their address; uppercase and lowercase letters are equal.
    ///
    /// - Throws: ``ClientError`` if a login cannot be read and the name of its file contains the text: it may be meant.
    func accounts(at part: String) throws -> [Account] {
        let part = part.lowercased()
        let nameOfPart = ServerAddress.fileName(
            of: part.firstRange(of: "://").map { part[$0.upperBound...] } ?? part[...])
        return try files().compactMap { file in
            do {
                guard let account = try account(inFile: file) else { return nil }
                return "\(account.server)".contains(part) ? account : nil
            } catch {
                guard file.dropFirst(folder.count).contains(nameOfPart) else { return nil }
                throw error
            }
        }
    }

    private func files() throws -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try PrivateFile.names(in: folder)
        } catch {
            throw ClientError(.inputOutput, "\(folder) cannot be read: \(error.message); check its permissions.")
        }
        return names.filter { $0.hasSuffix(Self.ending) }.map { "\(folder)/\($0)" }
    }

    /// The login to a server; `nil` if there is none.
    func account(at server: ServerAddress) throws -> Account? { try account(inFile: path(of: server)) }

    func save(_ account: Account) throws {
        var contents = Contents(
            server: "\(account.server)", user: account.user, group: "\(account.group)",
            authorityFile: account.authorityFile)
        switch account.credential {
        case .token(let token): contents.token = token.secret
        case .command(let command): contents.tokenCommand = command
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try PrivateFile.replace(path(of: account.server), with: Array(try encoder.encode(contents)))
    }

    /// Whether there is a file of a login.
    func has(_ account: Account) -> Bool { Files.exists(path(of: account.server), followingLinks: false) }

    /// Deletes a login, and the drafts of processes that were killed while they wrote it.
    func remove(_ account: Account) throws { try PrivateFile.remove(path(of: account.server)) }

    private static let ending = ".json"

    private func path(of server: ServerAddress) -> String { "\(folder)/\(server.fileName)\(Self.ending)" }

    private func account(inFile path: String) throws -> Account? {
        guard let bytes = try PrivateFile.contents(of: path, limit: Self.limit, allowingReaders: isEnding) else {
            return nil
        }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)), contents.version == 1,
            let server = try? ServerAddress(contents.server), self.path(of: server) == path,
            let group = try? GroupID(contents.group), let credential = contents.credential
        else {
            throw ClientError(.configuration, "\(path) does not hold a login; delete it, and log in again.")
        }
        return Account(
            server: server, user: contents.user, group: group, credential: credential,
            authorityFile: contents.authorityFile)
    }
}

extension LoginFiles.Contents {
    fileprivate var credential: Account.Credential? {
        if let tokenCommand { return .command(tokenCommand) }
        return token.flatMap { Token($0) }.map { .token($0) }
    }
}
