import Testing

@testable import AppGroup

@Suite("A read-only file system")
struct ReadOnlyTests {
    @Test("A read-only file system is named in the error")
    func isNamed() {
        let error = Container.described(.readOnly, "The store cannot be made")
        #expect(error.code == .permission)
        #expect(error.description == "The store cannot be made: Read-only file system; mount it for writing.")
    }
}
