/// Deletes the openings of apps, within one transaction.
///
/// The table has no index on its apps, because every opening would have to keep it up to date. The openings of one app are found
/// by looking through the table. If several apps are deleted, as when pruning, the table is read once and remembered.
final class OpeningsOfApps {
    /// The numbers of the openings of each app, by its folded identifier; `nil` if they were not read or have changed.
    private var numbers: [String: [Int64]]?
    private var hasDeleted = false

    /// To be called when an opening was added.
    func noteAddition() { numbers = nil }

    func delete(_ id: AppID, on connection: SQLiteConnection) throws {
        guard hasDeleted else {
            hasDeleted = true
            return try connection.statement("DELETE FROM opening WHERE app = ?").run(.text(id.description))
        }
        let numbers = try self.numbers ?? Self.read(connection)
        let delete = try connection.statement("DELETE FROM opening WHERE number = ?")
        for number in numbers[id.folded] ?? [] { try delete.run(.integer(number)) }
        self.numbers = numbers
    }

    private static func read(_ connection: SQLiteConnection) throws -> [String: [Int64]] {
        var numbers: [String: [Int64]] = [:]
        try connection.statement("SELECT app, number FROM opening").all { row in
            numbers[row.text(0).lowercased(), default: []].append(row.integer(1))
        }
        return numbers
    }
}
