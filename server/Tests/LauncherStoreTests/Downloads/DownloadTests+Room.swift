import Foundation
import TestSupport
import Testing

/// Downloads while the disk is full.
extension DownloadTests {
    @Test("A download without room does not begin, and one that fills the disk leaves nothing behind")
    func diskFull() throws {
        let release = try publish([{ _ in }])
        var huge = release
        huge.unpackedSize = 1 << 40
        try serve(huge)
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 74 && answer.errors.contains("1.1 TB"), "\(answer.errors)")
        #expect(downloads.isEmpty)
        try serve(release)
        // What a file system does that fills up meanwhile, a limit on the size of files does as well.
        let script = "trap '' XFSZ; ulimit -f 512; exec \"$@\""
        let limited = try Finished.run(
            ["/bin/sh", "-c", script, "sh", Sandbox.program, "install", "rooms"],
            environment: testServer.sandbox.environment)
        #expect(limited.status == 74 && limited.errors.split(separator: "\n").count == 1, "\(limited.errors)")
        try expectNothing()
    }

    @Test("A whole download waits until there is room to unpack it, however often that is tried")
    func waitsForRoom() throws {
        let release = try publish([{ _ in }])
        let folder = "\(testServer.sandbox.folder)/home/.cache/app-groups/downloads"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(testServer.sandbox.folder)/Rooms-1.0.ipa", toPath: "\(folder)/\(release.sha256).part")
        var huge = release
        huge.unpackedSize = 1 << 40
        try serve(huge)
        for _ in 0..<2 { #expect(try testServer.store("install", "rooms").status == 74) }
        #expect(try testServer.parts.count == 1)
        try serve(release)
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        #expect(downloads.isEmpty)
    }

    @Test("A download to a full disk says so and leaves nothing behind")
    func fullFileSystem() throws {
        try publish([{ _ in }])
        let script = """
            mount -t tmpfs -o size=256k,mode=700 none "$HOME/.cache/app-groups/downloads" || exit 99
            "$0" install rooms; status=$?; ls "$HOME/.cache/app-groups/downloads"; exit $status
            """
        try FileManager.default.createDirectory(
            atPath: "\(testServer.sandbox.folder)/home/.cache/app-groups/downloads", withIntermediateDirectories: true)
        let answer = try testServer.sandbox.withOwnMounts(script)
        #expect(answer.status == 74 && answer.errors.contains("make room") && answer.output.isEmpty, "\(answer.errors)")
    }

    @Test("What a killed installation left does not take the room that the next one needs")
    func roomOfTheKilled() throws {
        try publish(payload: 4 << 20, [{ _ in }])
        let script = """
            mount -t tmpfs -o size=16m,mode=700 none "$APP_GROUP_HOME" || exit 99
            umask 077
            mkdir -p "$1/packages/.incoming-0123456789abcdef/files"
            head -c 15000000 /dev/zero >"$1/packages/.incoming-0123456789abcdef/files/half" || exit 98
            "$0" install rooms; status=$?; ls -A "$1/packages"; exit $status
            """
        let answer = try testServer.sandbox.withOwnMounts(script, testServer.sandbox.container)
        #expect(answer.status == 0 && answer.output == "org.example.rooms\n", "\(answer)")
    }

    @Test("Two downloads that do not fit on the disk together run one after the other")
    func inTurn() throws {
        let rooms = try testServer.makeReleases(["1.0"], payload: 1 << 20)
        let file = try testServer.sandbox.makePackage("Tea", version: "2.0", id: "org.example.tea", payload: 1 << 20)
        let tea = try testServer.release(file, version: "2.0")
        var script = try testServer.answers(
            [testServer.package(rooms.0), testServer.package([tea], id: "org.example.tea", name: "Tea")],
            files: rooms.1.merging(["2.0": file]) { $1 })
        // Time enough for the other one to fill the disk.
        script["GET /files/1.0"]?[0]["pause"] = [tea.size * 3 / 4, 2]
        try testServer.server.script(script)
        try testServer.logIn()
        let folder = "\(testServer.sandbox.folder)/home/.cache/app-groups/downloads"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let commands = """
            mount -t tmpfs -o size=\(tea.size * 3 / 2),mode=700 none "$1" || exit 99
            exec "$0" install rooms tea
            """
        let answer = try testServer.sandbox.withOwnMounts(commands, folder)
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(try testServer.rooms?.version == "1.0")
        #expect(try testServer.sandbox.registry.app("org.example.tea")?.version == "2.0")
    }

    @Test("A download that has ended takes no room from the next one, even while another is under way")
    func roomOfTheEnded() throws {
        let (slow, file) = try testServer.makeReleases(["1.0"], payload: 1 << 20)
        var (packages, files) = ([testServer.package(slow)], file)
        for (name, version) in [("Tea", "2.0"), ("Water", "3.0")] {
            let id = "org.example.\(name.lowercased())"
            let file = try testServer.sandbox.makePackage(name, version: version, id: id, payload: 1 << 20)
            packages.append(
                testServer.package([try testServer.release(file, version: version)], id: id, name: name))
            files[version] = file
        }
        var script = try testServer.answers(packages, files: files)
        script["GET /files/1.0"]?[0]["pause"] = [slow[0].size * 3 / 4, 30]
        try testServer.server.script(script)
        try testServer.logIn()
        let folder = "\(testServer.sandbox.folder)/home/.cache/app-groups/downloads"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The slow one goes on once the last one is installed.
        let commands = """
            mount -t tmpfs -o size=\(slow[0].size * 5 / 2),mode=700 none "$1" || exit 99
            "$0" install rooms tea water &
            tries=0
            until [ -e "$2/org.example.water" ] || [ $((tries += 1)) -gt 600 ]; do sleep 0.1; done
            touch "$3/go"
            wait $!
            """
        let answer = try testServer.sandbox.withOwnMounts(
            commands, folder, testServer.sandbox.packages, testServer.server.folder)
        #expect(answer.status == 0, "\(answer.errors)")
        let ends = ["Installed Water", "Installed Rooms"].compactMap { answer.errors.range(of: $0)?.lowerBound }
        #expect(ends.count == 2 && ends == ends.sorted(), "\(answer.errors)")
    }
}
