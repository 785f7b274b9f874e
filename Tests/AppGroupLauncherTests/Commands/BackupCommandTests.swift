import AppGroup
import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct BackupCommandTests {
    private var file: String { "\(TestGroup.current.folder)/tools.backup" }
    /// Another machine: no group, and none that the environment names.
    private var elsewhere: [String: String?] {
        ["APP_GROUP": nil, "APP_GROUP_HOME": "\(TestGroup.current.folder)/elsewhere"]
    }

    @Test("On another machine, restore brings back the group that the backup was made of")
    func otherMachine() async throws {
        try await register("Tea", "--badge", "3")
        try await printed("backup", file)
        let result = try await launcher("restore", file, setting: elsewhere)
        #expect(result.ending == .exit(0) && result.output == "")
        #expect(result.errors == "launcher: The group org.example.family has 1 app now.\n")
        #expect(try await printed("badge", "get", "org.example.tea", setting: elsewhere) == "3\n")
        try await refuses("restore", file, status: 73, saying: "--replace", setting: elsewhere)
    }

    @Test(
        "restore keeps a copy of the old group if its file system gives a file no second name",
        arguments: ["EPERM", "ENOSYS", "ENOTSUP", "EMLINK"])
    func withoutLinks(error: String) async throws {
        try await register("Tea", "--badge", "3")
        try await printed("backup", file)
        let library = try await makeLibrary(
            "#include <errno.h>\nint link(const char *from, const char *to) { errno = \(error); return from == to ? 0 : -1; }\n"
        )
        let result = try await launcher("restore", file, "--replace", setting: ["LD_PRELOAD": library])
        #expect(result.ending == .exit(0), "\(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: TestGroup.current.container)
        #expect(names.contains { $0.hasPrefix("registry.sqlite.before-restore-") }, "\(names)")
    }

    @Test("restore leaves the only other group alone if none is named, and says so if the apps go to another group")
    func otherGroup() async throws {
        try await register("Tea", "--badge", "3")
        try await printed("backup", file)
        try await launcher(
            "register", "org.example.beer", "--group", "org.example.cold", "--", "/bin/true", setting: elsewhere)
        #expect(try await launcher("restore", file, setting: elsewhere).ending == .exit(0))
        let groups = try await printed("groups", "--format", "tsv", setting: elsewhere)
        let names = groups.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(names == ["org.example.cold", "org.example.family"])
        let named = try await launcher("restore", file, "--group", "org.example.new", setting: elsewhere)
        #expect(named.ending == .exit(0))
        let remark = "The backup is of the group org.example.family; its apps were copied to org.example.new."
        #expect(named.errors.contains(remark), "\(named.errors)")
    }

    @Test("restore says of how many packages the files are missing, since a backup has none")
    func packages() async throws {
        let digest = PackageDigest(stringLiteral: String(repeating: "0a", count: 32))
        let package = AppLaunch.InstalledPackage(
            digest: digest, command: .init(executable: "Tea.app/run", interface: .terminal))
        try TestGroup.current.registry.register(
            AppDescription(id: "org.example.tea", name: "Tea", launch: .package(package)))
        try await printed("backup", file)
        let result = try await launcher("restore", file, setting: elsewhere)
        let remark = "The files of 1 package are not on this machine."
        #expect(result.ending == .exit(0) && result.errors.contains(remark), "\(result.errors)")
    }

    @Test("backup refuses to write to standard output, and writes a file of that name if it is meant")
    func standardOutput() async throws {
        try await register("Tea")
        let folder = try TestGroup.current.makeFolder("here")
        let refused = try await shell("cd '\(folder)' && \"$launcher\" backup -")
        #expect(refused.ending == .exit(64) && refused.errors.contains("./-"), "\(refused.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        #expect(try await shell("cd '\(folder)' && \"$launcher\" backup ./-").ending == .exit(0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["-"])
    }

    @Test("backup, restore and history export refuse an empty name, as of a variable that is not set")
    func emptyName() async throws {
        try await register("Tea")
        for command in [["backup"], ["restore"], ["history", "export", "--output"]] {
            let result = try await launcher(command + [""])
            #expect(result.ending == .exit(64) && result.errors.contains("is empty; name"), "\(result.errors)")
        }
    }

    @Test("restore refuses a file that is not a backup before it asks for a group")
    func notABackup() async throws {
        try await refuses("restore", "/bin/true", status: 65, saying: "not a backup", setting: elsewhere)
        try await refuses("restore", "\(file).none", status: 66, saying: "There is no file", setting: elsewhere)
    }
}
