import Testing

@testable import PostgresClient

@Suite("Addresses of PostgreSQL")
struct PostgresAddressTests {
    @Test("What libpq says in several lines becomes one line without tabs")
    func line() {
        let words = "connection to server failed: Connection refused\n\tIs the server running on that host?\n"
        #expect(
            PostgresAddress.line(words)
                == "connection to server failed: Connection refused; Is the server running on that host?")
    }
}
