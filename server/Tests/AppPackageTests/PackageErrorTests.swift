import AppPackage
import Testing

@Suite("Errors of a package")
struct PackageErrorTests {
    @Test("end a program with the status of their kind")
    func status() {
        #expect(PackageError(.refused, "x").exitStatus == 65)
        #expect(PackageError(.unsupported, "x").exitStatus == 69)
    }
}
