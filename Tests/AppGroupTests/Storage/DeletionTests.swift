import CAppGroupSQLite
import TestSupport
import Testing

@testable import AppGroup

@Suite("Deleting many apps at once", .ownGroup)
struct DeletionTests {
    static let (apps, openings) = (200, 4000)

    private func id(_ number: Int) throws -> AppID { try AppID("org.example.App\(number)") }

    private func storage() throws -> SQLiteStorage {
        let storage = try SQLiteStorage(group: TestGroup.current.id, environment: TestGroup.current.environment)
        try storage.write { writer in
            for number in 0..<Self.apps {
                try writer.save(
                    AppRecord(
                        id: try id(number), name: "App", launch: .graphical("x"), registered: Timestamp(seconds: 0)))
            }
            for number in 0..<Self.openings {
                _ = try writer.appendOpening(
                    of: try id(number * 7 % Self.apps), at: Timestamp(seconds: 0), utcOffset: 0, isClaimed: true)
            }
        }
        return storage
    }

    @Test("The work of deleting apps grows with their openings, not with apps times openings")
    func isLinear() throws {
        let storage = try storage()
        let thousands = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        thousands.initialize(to: 0)
        defer { thousands.deallocate() }
        try storage.write { writer in
            let transaction = try #require(writer as? SQLiteTransaction)
            // Called once for a thousand instructions of SQLite's virtual machine.
            sqlite3_progress_handler(
                transaction.connection.handle, 1000,
                { context in
                    context?.assumingMemoryBound(to: Int.self).pointee += 1
                    return 0
                }, thousands)
            for number in 0..<Self.apps { try writer.delete(try id(number)) }
            sqlite3_progress_handler(transaction.connection.handle, 0, nil, nil)
        }
        #expect(thousands.pointee * 1000 / Self.openings < 200)
        #expect(try storage.read { try $0.openings() }.isEmpty)
    }

    @Test("Openings that are recorded between two deletions are deleted with their app")
    func includesNewOpenings() throws {
        let storage = try storage()
        try storage.write { writer in
            for number in 0..<3 { try writer.removeOpenings(of: try id(number)) }
            for number in 0..<6 {
                _ = try writer.appendOpening(
                    of: try AppID("org.EXAMPLE.app\(number)"), at: Timestamp(seconds: 1), utcOffset: 0, isClaimed: true)
            }
            for number in 0..<5 { try writer.delete(try id(number)) }
        }
        let left = try storage.read { try $0.openings() }
        let expected = try Set((5..<Self.apps).map { try id($0) })
        #expect(Set(left.map(\.app)) == expected)
        #expect(left.count == Self.openings / Self.apps * expected.count + 1)
    }
}
