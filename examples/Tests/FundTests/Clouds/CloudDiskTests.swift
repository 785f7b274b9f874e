import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// Real file systems that are small, or that nobody may write to.
@Suite("Transfers of files with a full or a read-only disk")
struct CloudDiskTests {
    /// Runs a script of the shell, which may mount file systems that only it sees.
    private func run(_ anna: Investor, _ script: String) async throws -> RunningProcess.Result {
        let tools = """
            disk() { mkdir -p "$1" && mount -t tmpfs -o "size=$2" none "$1" || exit 99; }
            said() { name=$1; shift; "$fund" "$@" 2>"$HOME/errors"; echo "$name $? $(tr '\\n' ' ' <"$HOME/errors")"; }

            """
        // Root needs no user namespace, and in a changed root it could not have one.
        let alone = geteuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        var variables = anna.environment.variables
        variables["fund"] = Program.built("fund").path
        return try await RunningProcess.run(
            "/usr/bin/unshare", alone + ["/bin/sh", "-c", tools + script], environment: .init(variables))
    }

    /// Checks lines that begin with a name and a status, and say something.
    private func expect(_ result: RunningProcess.Result, _ expected: [(String, says: String)]) {
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.lines.count == expected.count, "\(result.lines)")
        for (line, (beginning, says)) in zip(result.lines, expected) {
            #expect(line.hasPrefix(beginning) && (says.isEmpty || line.contains(says)), "\(line)")
        }
    }

    @Test("On a full disk, get names it with status 74, and fetches only the rest once there is room")
    func get() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        try cloud.put(bytes(3_000_000, 4), as: "big.bin")
        try cloud.put(bytes(1000, 5), as: "small.bin")
        let result = try await run(
            anna,
            """
            folder=$XDG_DATA_HOME/fund/Equity
            disk "$folder" 2m
            said full get cloud:/big.bin --to Equity
            echo part $(stat -c %s "$folder"/.*.part)
            mount -o remount,size=8m none "$folder"
            said room get cloud:/big.bin --to Equity
            cp "$folder/big.bin" "$HOME/big.bin"
            mount -o remount,bind,ro "$folder"
            said read-only get cloud:/small.bin --to Equity
            mount -o remount,bind,rw "$folder"
            said writable get cloud:/small.bin --to Equity
            echo files $(ls -A "$folder")
            """)
        expect(
            result,
            [
                ("full 74", "No space left"), ("part 2", ""), ("room 0", "is fetched"),
                ("read-only 74", "Read-only file system"), ("writable 0", "is fetched"), ("files", "big.bin small.bin"),
            ])
        #expect(try Array(Data(contentsOf: anna.home.appending(path: "big.bin"))) == bytes(3_000_000, 4))
        let fetches = try cloud.requests.filter { $0["method"] == "GET" && $0["name"] == "big.bin" }
        #expect(fetches.count == 2 && fetches.last?["range"]?.hasPrefix("bytes=2") == true, "\(fetches)")
    }

    @Test("If there is no room for the store, get names it with status 74, and goes on once there is room")
    func store() async throws {
        let cloud = try await FailingCloud()
        try cloud.put(bytes(300_000, 4), as: "report.bin")
        let result = try await run(
            try Investor(),
            """
            disk "$XDG_DATA_HOME" 4m
            said new new Equity
            said add remote add cloud webdav \(cloud.address)
            cat /dev/zero >"$XDG_DATA_HOME/ballast" 2>/dev/null
            said full get cloud:/report.bin --to Equity
            rm "$XDG_DATA_HOME/ballast"
            said room get cloud:/report.bin --to Equity
            mount -o remount,bind,ro "$XDG_DATA_HOME"
            said read-only get cloud:/report.bin --to Equity
            """)
        expect(
            result,
            [
                ("new 0", ""), ("add 0", ""), ("full 74", "store.sqlite"), ("room 0", "is fetched"),
                ("read-only 74", "store.sqlite"),
            ])
    }

    @Test("If a remote place is a full or read-only folder, put names it with status 74, and leaves nothing there")
    func put() async throws {
        let anna = try Investor()
        let result = try await run(
            anna,
            """
            disk "$HOME/disk" 1m
            head -c 3000000 /dev/zero >"$HOME/big.bin"
            said add remote add disk folder "$HOME/disk"
            said full put "$HOME/big.bin" disk:/
            echo left $(ls -A "$HOME/disk")
            mount -o remount,size=8m none "$HOME/disk"
            said room put "$HOME/big.bin" disk:/
            mount -o remount,bind,ro "$HOME/disk"
            said read-only put "$HOME/big.bin" disk:/other.bin
            said folder mkdir disk:/folder
            said move mv disk:/big.bin disk:/other.bin
            said remove rm disk:/big.bin --forever
            echo files $(ls -A "$HOME/disk")
            """)
        let readOnly = "Read-only file system"
        expect(
            result,
            [
                ("add 0", ""), ("full 74", "No space left"), ("left", ""), ("room 0", "is written"),
                ("read-only 74", readOnly), ("folder 74", readOnly), ("move 74", readOnly), ("remove 74", readOnly),
                ("files", "big.bin"),
            ])
        #expect(result.lines.dropFirst(2).first == "left", "\(result.lines)")
    }

    @Test("If the cache is full or read-only, preview names it with status 74, and leaves nothing there")
    func preview() async throws {
        let (anna, cloud) = try await FailingCloud.stage()
        try cloud.put(Array(String(repeating: "A line of a report.\n", count: 20_000).utf8), as: "report.txt")
        let result = try await run(
            anna,
            """
            disk "$XDG_CACHE_HOME" 64k
            said full preview cloud:/report.txt
            echo left $(find "$XDG_CACHE_HOME" -type f)
            mount -o remount,size=4m none "$XDG_CACHE_HOME"
            "$fund" preview cloud:/report.txt | head -n 1
            mount -o remount,bind,ro "$XDG_CACHE_HOME"
            said read-only preview cloud:/report.txt
            """)
        expect(
            result,
            [
                ("full 74", "No space left"), ("left", ""), ("A line", "of a report."),
                ("read-only 74", "Read-only file system"),
            ])
        #expect(result.lines.dropFirst().first == "left", "\(result.lines)")
    }
}
