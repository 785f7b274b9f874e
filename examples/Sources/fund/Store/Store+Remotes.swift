import RemoteFiles
import ToolDatabase
import ToolProgram

extension Store {
    private static let remoteColumns = "id, name, kind, place, user, password_command, is_remembered, authorities"

    /// All remote places, by name.
    func remotes() throws -> [Remote] {
        try database.rows("SELECT \(Self.remoteColumns) FROM remotes ORDER BY name", as: Self.remote)
            .compactMap { $0 }
    }

    private static func remote(_ row: SQLRow) -> Remote? {
        Remote.Kind(rawValue: row.text(2)).map { kind in
            Remote(
                id: row.integer(0), name: row.text(1), kind: kind, place: row.text(3), user: row.optionalText(4),
                passwordCommand: row.optionalText(5), isRemembered: row.flag(6), authorities: row.optionalText(7))
        }
    }

    /// The remote place of a name.
    func remote(_ name: String) throws -> Remote {
        guard let remote = try remotes().first(where: { $0.name == name }) else {
            throw ToolError.notFound("There is no remote place “\(name)”. To list them: fund remote list")
        }
        return remote
    }

    /// Adds a remote place.
    func addRemote(
        _ name: RemoteName, _ kind: Remote.Kind, _ place: String, user: String? = nil, passwordCommand: String? = nil,
        authorities: String? = nil
    ) throws -> Remote {
        try database.transaction {
            guard try !remotes().contains(where: { $0.name == "\(name)" }) else {
                throw ToolError.unreadable(
                    "There is a remote place “\(name)” already. To forget it first: fund remote rm \(name)")
            }
            try database.run(
                """
                INSERT INTO remotes(name, kind, place, user, password_command, authorities) VALUES(?, ?, ?, ?, ?, ?)
                """, .text("\(name)"), .text(kind.rawValue), .text(place), SQLValue(user), SQLValue(passwordCommand),
                SQLValue(authorities))
            return try remote("\(name)")
        }
    }

    /// Notes whether the keyring has the password of a remote place.
    func setRemembered(_ isRemembered: Bool, _ remote: Remote) throws {
        try database.run(
            "UPDATE remotes SET is_remembered = ? WHERE id = ?", .integer(isRemembered ? 1 : 0), .integer(remote.id))
    }

    /// Forgets a remote place, and what was to be fetched from it.
    func removeRemote(_ remote: Remote) throws {
        try database.run("DELETE FROM remotes WHERE id = ?", .integer(remote.id))
    }

    /// The place that `NAME:/PATH` or `NAME:` means; nil if the text is something else.
    ///
    /// - Throws: A ``ToolError`` if there is such a place and the path is none.
    func spot(ifRemote text: String) throws -> RemoteSpot? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.isEmpty || rest.hasPrefix("/"),
            let remote = try remotes().first(where: { $0.name == text[..<colon] })
        else { return nil }
        guard let path = RemotePath(String(rest)) else {
            throw ToolError.unreadable("“\(rest)” is not a path such as /Reports/Q3.pdf.")
        }
        return RemoteSpot(remote: remote, path: path)
    }

    /// The place that `NAME:/PATH` or `NAME:` means.
    func spot(_ text: String) throws -> RemoteSpot {
        if let spot = try spot(ifRemote: text) { return spot }
        let name = text.prefix { $0 != ":" }
        guard name.count < text.count else {
            throw ToolError.unreadable("“\(text)” names nothing in a remote place: write NAME:/PATH.")
        }
        _ = try remote(String(name))
        throw ToolError.unreadable("The path in “\(text)” must begin with a slash: write \(name):/PATH")
    }
}
