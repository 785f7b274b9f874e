import Accounts
import Serving
import Testing

@Suite("Room for bodies")
struct BodyRoomTests {
    @Test func `An account gets no more room for bodies than its share, and gets it back`() async throws {
        let (room, ada, bob) = (BodyRoom(most: 15, mostOfAccount: 10), AccountID(rawValue: 1), AccountID(rawValue: 2))
        try await room.holding(6, of: ada) {
            await #expect(throws: ServiceError.self) { try await room.holding(6, of: ada) {} }
            try await room.holding(6, of: bob) {}
            await #expect(throws: ServiceError.self) { try await room.holding(10, of: bob) {} }
        }
        await #expect(throws: CancellationError.self) {
            try await room.holding(10, of: ada) { throw CancellationError() }
        }
        try await room.holding(10, of: ada) {}
    }
}
