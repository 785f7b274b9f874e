import Foundation
import TestSupport
import Testing

@Suite("Folders of disks that are not mounted")
struct SyncLossTests {
    /// Two devices that have the thirteen files of one fund.
    private func twoDevices() async throws -> (server: SyncServer, desk: Investor, laptop: Investor) {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].succeed("new", "Hash")
        for number in 0..<13 { try devices[0].write("report \(number)", to: "data/fund/Hash/r\(number).txt") }
        for device in devices { try await device.succeed("sync", "--files", "all") }
        return (server, devices[0], devices[1])
    }

    private func folder(_ device: Investor) -> URL { device.root.appending(path: "Hash") }

    private func names(_ device: Investor) throws -> Set<String> {
        try Set(FileManager.default.contentsOfDirectory(atPath: folder(device).path))
    }

    /// Takes the files of the fund away.
    ///
    /// - Parameter hasFolder: Whether an empty folder is in their place.
    private func unmount(_ device: Investor, hasFolder: Bool = true) throws {
        try FileManager.default.moveItem(at: folder(device), to: device.home.appending(path: "disk"))
        if hasFolder {
            try FileManager.default.createDirectory(at: folder(device), withIntermediateDirectories: false)
        }
    }

    private func mount(_ device: Investor) throws {
        // It deletes only an empty folder.
        _ = rmdir(folder(device).path)
        try FileManager.default.moveItem(at: device.home.appending(path: "disk"), to: folder(device))
    }

    @Test("An empty folder deletes nothing on other devices, until a scan that names the fund says that this is meant")
    func emptyFolder() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try unmount(desk)
        for command in [["sync"], ["sync", "--files", "all"], ["scan"]] {
            let result = try await desk.start(command).result()
            #expect(result.ending == .exit(74), "\(result)")
            #expect(result.errors.contains("13 of 13 files of “Hash” are gone"), "\(result.errors)")
            #expect(result.errors.contains("fund scan Hash"), "\(result.errors)")
        }
        #expect(try await laptop.succeed("sync").output.isEmpty)
        #expect(try names(laptop).count == 13)
        try mount(desk)
        #expect(try await desk.succeed("sync").output.isEmpty)

        try unmount(desk)
        #expect(try await desk.succeed("scan", "Hash").lines.count == 13)
        #expect(try await desk.succeed("sync").lines.count == 13)
        try await laptop.succeed("sync")
        #expect(try names(laptop).isEmpty)
        let trash = laptop.home.appending(path: "data/Trash/files").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: trash).count == 13)
        withExtendedLifetime(server) {}
    }

    @Test(
        "While a disk is not mounted, nothing is fetched into its folder, and deletions wait until it is back",
        arguments: [true, false])
    func waiting(hasFolder: Bool) async throws {
        let (server, desk, laptop) = try await twoDevices()
        try unmount(desk, hasFolder: hasFolder)
        try laptop.write("new", to: "data/fund/Hash/new.txt")
        try await laptop.succeed("rm", "--forever", "Hash/r1.txt")
        try await laptop.succeed("sync", "--files", "all")
        // A file that arrived in the first sync would make the second one see a folder that is not empty.
        for _ in 0..<2 {
            let result = try await desk.fund("sync", "--files", "all")
            #expect(result.ending == .exit(74), "\(result)")
        }
        if hasFolder {
            #expect(try names(desk).isEmpty)
        } else {
            #expect(!FileManager.default.fileExists(atPath: folder(desk).path))
        }
        #expect(try await laptop.succeed("sync").output.isEmpty)
        try mount(desk)
        let lines = try await desk.succeed("sync", "--files", "all").lines
        #expect(lines.sorted() == ["fetched\tfile\tHash/new.txt", "removed\tfile\tHash/r1.txt"])
        #expect(try names(desk) == names(laptop) && names(desk).count == 13)
        for device in [laptop, desk] { #expect(try await device.succeed("sync").output.isEmpty) }
        withExtendedLifetime(server) {}
    }

    @Test("A fund that is deleted on another device while its disk is not mounted goes to the trash when it is back")
    func deletedFund() async throws {
        let (server, desk, laptop) = try await twoDevices()
        try unmount(desk)
        try await laptop.succeed("rm", "--yes", "Hash")
        try await laptop.succeed("sync")
        #expect(try await desk.fund("sync").ending == .exit(74))
        #expect(try await desk.records("list").map { $0[0] } == ["Hash"])
        try mount(desk)
        try await desk.succeed("sync")
        #expect(try await desk.records("list").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder(desk).path))
        let trash = try FileManager.default.subpathsOfDirectory(
            atPath: desk.home.appending(path: "data/Trash/files").path)
        #expect(trash.count { $0.hasSuffix(".txt") } == 13, "\(trash)")
        for device in [laptop, desk] { #expect(try await device.succeed("sync").output.isEmpty) }
        withExtendedLifetime(server) {}
    }

    @Test(
        "A fund that is a link to a disk that is away stays if another device deletes it and a file on the disk changed"
    )
    func deletedLink() async throws {
        let (server, desk, laptop) = try await twoDevices()
        let (disk, away) = (desk.home.appending(path: "disk"), desk.home.appending(path: "away"))
        try FileManager.default.moveItem(at: folder(desk), to: disk)
        try FileManager.default.createSymbolicLink(at: folder(desk), withDestinationURL: disk)
        #expect(try await desk.succeed("sync").output.isEmpty)
        try desk.write("an edited report", to: "disk/r1.txt")
        try FileManager.default.moveItem(at: disk, to: away)
        try await laptop.succeed("rm", "--yes", "Hash")
        try await laptop.succeed("sync")
        #expect(try await desk.fund("sync").ending == .exit(74))
        #expect(try await desk.records("list").map { $0[0] } == ["Hash"])
        try FileManager.default.moveItem(at: away, to: disk)
        let result = try await desk.fund("sync")
        #expect(result.errors.contains("“Hash” was deleted on another device, but stays"), "\(result)")
        #expect(try await desk.records("list").map { $0[0] } == ["Hash"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["r1.txt"])
        withExtendedLifetime(server) {}
    }

    @Test("Files that were never sent are not asked for one by one while their disk is not mounted")
    func unsent() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        try await desk.succeed("new", "Hash")
        for number in 0..<3 { try desk.write("report \(number)", to: "data/fund/Hash/r\(number).txt") }
        try await desk.succeed("sync")
        try unmount(desk)
        let result = try await desk.start(["sync", "--files", "all"]).result()
        #expect(result.ending == .exit(74), "\(result)")
        #expect(result.errors.contains("3 of 3 files of “Hash” are gone"), "\(result.errors)")
        #expect(!result.errors.contains("can't be read"), "\(result.errors)")
        withExtendedLifetime(server) {}
    }
}
