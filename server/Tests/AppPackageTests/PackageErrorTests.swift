import AppPackage
import Testing

@Suite("Package errors")
struct PackageErrorTests {
    @Test("Each kind of package error has its own exit status")
    func status() {
        #expect(PackageError(.refused, "x").exitStatus == 65)
        #expect(PackageError(.unsupported, "x").exitStatus == 69)
    }
}
