import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Syncs with a full or a read-only disk")
struct SyncDiskTests {
    /// Two devices and a server; the laptop and the server have small file systems of their own. Each line of the output has the
    /// action, its exit status, and what was said.
    private static let script = """
        fund=$1 server=$2 port=$3 home=$4
        mkdir -p "$home/laptop" "$home/server"
        mount -t tmpfs -o size=24m none "$home/laptop" || exit 99
        mount -t tmpfs -o size=100m none "$home/server" || exit 99
        run() { XDG_DATA_HOME="$home/$device" "$fund" "$@"; }
        said() {
            device=$1 name=$2; shift 2
            run "$@" >"$home/output" 2>"$home/errors"
            echo "$device $name $? $(tr '\\n' ' ' <"$home/errors")"
        }
        fill() { cat /dev/zero >"$home/$1/ballast" 2>/dev/null; }
        echo correct horse battery | "$server" user add ada --data "$home/server/data" --password-stdin 2>/dev/null || exit 98
        "$server" serve --data "$home/server/data" --listen "127.0.0.1:$port" 2>"$home/log" &
        running=$!
        until curl -sf -o /dev/null "http://127.0.0.1:$port/readyz"; do
            kill -0 $running || exit 97
            sleep 0.1
        done
        for device in desk laptop; do
            run login "http://127.0.0.1:$port" --user ada --password-command 'echo correct horse battery' >/dev/null 2>&1 \\
                || exit 96
        done
        device=desk
        run new Equity >/dev/null 2>&1
        head -c 8000000 /dev/urandom >"$home/desk/fund/Equity/film.mp4"
        said desk sends sync --files all
        head -c 3000000 /dev/zero | tr '\\0' n | fold -w 1000000 | while read -r text; do
            number=$((number + 1)); echo "$text" | run note add Equity "Note $number" >/dev/null 2>&1
        done
        said desk sends sync
        fill laptop
        said laptop full sync
        rm "$home/laptop/ballast"
        said laptop notes sync
        fill laptop
        truncate -s -3M "$home/laptop/ballast"
        said laptop full-in-a-file sync --files all
        rm "$home/laptop/ballast"
        mount -o remount,bind,ro "$home/laptop"
        said laptop read-only sync --files all
        mount -o remount,bind,rw "$home/laptop"
        said laptop goes-on sync --files all
        cmp "$home/desk/fund/Equity/film.mp4" "$home/laptop/fund/Equity/film.mp4" && echo same film
        head -c 5000000 /dev/urandom >"$home/desk/fund/Equity/second.mp4"
        fill server
        said desk full-server sync --files all
        echo edited | (device=desk; run note edit Equity "Note 1" >/dev/null 2>&1)
        said desk full-server sync
        said laptop reads sync
        truncate -s -40M "$home/server/ballast"
        said desk little-room sync --files all
        rm "$home/server/ballast"
        mount --bind "$home/server/data/uploads" "$home/server/data/uploads"
        mount -o remount,bind,ro "$home/server/data/uploads"
        said desk read-only-server sync --files all
        umount "$home/server/data/uploads"
        said desk goes-on sync --files all
        said laptop gets sync --files all
        cmp "$home/desk/fund/Equity/second.mp4" "$home/laptop/fund/Equity/second.mp4" && echo same film
        for device in desk laptop; do
            for number in 1 2 3; do run note show Equity "Note $number"; done | sha256sum
        done | uniq | wc -l
        find "$home/laptop/fund/.fund/arriving" "$home/server/data/uploads" -type f
        grep -q 'uploads cannot be used: ' "$home/log" && echo named in the log
        kill $running
        wait $running
        """

    @Test("A sync names a full or read-only disk, loses nothing, and goes on when there is room")
    func goesOn() async throws {
        let investor = try Investor()
        // Root needs no user namespace, and in a changed root it could not have one.
        let alone = geteuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        let result = try await RunningProcess.run(
            "/usr/bin/unshare",
            alone + [
                "/bin/bash", "-c", Self.script, "bash", Program.built("fund").path, Program.built("fund-server").path,
                "\(FreePort.take())", investor.home.path,
            ], environment: investor.environment)
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 3).map(String.init) }
        let outcomes = lines.map { $0.prefix(3).joined(separator: " ") }
        #expect(
            outcomes == [
                "desk sends 0", "desk sends 0", "laptop full 74", "laptop notes 0", "laptop full-in-a-file 74",
                "laptop read-only 74", "laptop goes-on 0", "same film", "desk full-server 69", "desk full-server 69",
                "laptop reads 0", "desk little-room 69", "desk read-only-server 69", "desk goes-on 0", "laptop gets 0",
                "same film", "1",
                "named in the",
            ], "\(result)")
        let words = [
            "full": "is full", "full-in-a-file": "no space left", "read-only": "read-only", "full-server": "is full",
            "little-room": "equity/second.mp4: the server's disk has no room", "read-only-server": "fails",
        ]
        for line in lines {
            guard line.count > 3, let word = words[line[1]] else { continue }
            #expect(line[3].lowercased().contains(word), "\(line)")
        }
    }

    @Test("A fund and a changed file wait while the folder of all funds is read-only, and the rest is synced")
    func readOnlyRoot() async throws {
        let server = try await SyncServer()
        let all = try await server.devices("desk", "laptop")
        let (desk, laptop) = (all[0], all[1])
        let file = "data/fund/Equity/report.txt"
        try await desk.succeed("new", "Equity")
        try desk.write("a report", to: file)
        for device in all { try await device.succeed("sync", "--files", "all") }
        try await desk.make("Bonds", note: "Rates", "2 %\n")
        try await desk.make("Equity", note: "Fees", "0.2 %\n")
        try desk.write("a newer report", to: file)
        try await desk.succeed("sync")
        try await laptop.make("Equity", note: "Plan", "buy\n")
        try laptop.write("an edited report", to: file)
        let alone = geteuid() == 0 ? "--mount" : "--user --map-root-user --mount"
        // What can't be changed is a mount of its own, because modes mean nothing to root.
        let result = try await laptop.shell(
            """
            export root="$XDG_DATA_HOME/fund"
            exec unshare \(alone) /bin/sh -c '
            mount --bind "$root" "$root" && mount --bind "$root/.fund" "$root/.fund" &&
            mount -o remount,bind,ro "$root" && exec "$fund" sync'
            """)
        #expect(result.ending == .exit(74), "\(result)")
        for failure in ["fund/Bonds can't be made", "Equity/report.txt can't be renamed"] {
            #expect(result.errors.contains(failure), "\(result.errors)")
        }
        try await desk.succeed("sync", "--files", "all")
        let notes = ["Fees": "0.2 %\n", "Plan": "buy\n"]
        #expect(try await laptop.notes == ["Equity": notes])
        #expect(try await desk.notes["Equity"] == notes)
        // Nothing is lost once it can be changed.
        #expect(try await laptop.succeed("sync", "--files", "all").errors.contains("Both stay"))
        #expect(try await laptop.notes == ["Bonds": ["Rates": "2 %\n"], "Equity": notes])
        let names = try FileManager.default.contentsOfDirectory(atPath: laptop.root.appending(path: "Equity").path)
        #expect(names.count { $0.hasPrefix("report (from laptop, ") } == 1, "\(names)")
        withExtendedLifetime(server) {}
    }
}
