import Foundation
import TestSupport
import Testing

#if os(Linux)
@Suite("The trash of another file system than that of the home")
struct DiskTrashTests {
    /// Two devices that have two files of one fund, whose folder is on a file system of its own on the laptop. In the script, `laptop`
    /// and `desk` are programs, `$disk` is that folder, and `$user` the number of the user.
    private func run(_ script: String) async throws -> RunningProcess.Result {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].succeed("new", "Equity")
        for name in ["a", "b"] { try devices[0].write(name, to: "data/fund/Equity/2026/\(name) %.txt") }
        try await devices[0].succeed("sync", "--files", "all")
        try await devices[1].succeed("sync")
        let alone = geteuid() == 0 ? "--mount" : "--user --map-root-user --mount"
        let result = try await devices[1].shell(
            """
            exec unshare \(alone) /bin/sh -c '
            user=$(id -u)
            laptop() { "$fund" "$@"; }
            desk() { XDG_DATA_HOME="$desk" "$fund" "$@"; }
            sync() { "$1" sync --files all 2>>"$errors"; echo "$1 $?"; }
            mount -t tmpfs none "$disk" && sync laptop
            \(script)'
            """,
            [
                "desk": devices[0].home.appending(path: "data").path,
                "disk": devices[1].root.appending(path: "Equity").path,
                "errors": devices[1].home.appending(path: "errors").path,
            ])
        withExtendedLifetime(server) {}
        return result
    }

    private static let fetched: [Substring] = [
        "fetched\tfile\tEquity/2026/a %.txt", "fetched\tfile\tEquity/2026/b %.txt", "laptop 0",
    ]

    @Test("A file goes to the trash of its own file system, whether a person or another device deletes it")
    func ownFileSystem() async throws {
        let result = try await run(
            """
            desk rm --forever "Equity/2026/a %.txt" 2>/dev/null && sync desk && sync laptop && sync desk
            grep -h Path "$disk/.Trash-$user"/info/*
            cat "$disk/.Trash-$user/files/a %.txt" && echo
            mkdir -m 1777 "$disk/.Trash"
            laptop rm "Equity/2026/b %.txt" 2>/dev/null
            grep -h Path "$disk/.Trash/$user"/info/*
            cat "$disk/.Trash/$user/files/b %.txt" && echo
            """)
        #expect(
            result.lines
                == Self.fetched + [
                    "removed\tfile\tEquity/2026/a %.txt", "desk 0",
                    "removed\tfile\tEquity/2026/a %.txt", "laptop 0", "desk 0",
                    "Path=2026/a%20%25.txt", "a", "Path=2026/b%20%25.txt", "b",
                ], "\(result)")
    }

    @Test("A file goes to the trash of its own file system, even if nothing can be written to that of the home")
    func readOnlyHome() async throws {
        let result = try await run(
            """
            home="${disk%/fund/Equity}/Trash"
            mkdir -p "$home" && mount -t tmpfs -o ro none "$home"
            laptop rm "Equity/2026/a %.txt" 2>/dev/null; echo $?
            cat "$disk/.Trash-$user/files/a %.txt" && echo
            """)
        #expect(result.lines == Self.fetched + ["0", "a"], "\(result)")
    }

    @Test("A trash that other users could change is not used")
    func foreignTrash() async throws {
        let result = try await run(
            """
            mkdir -m 777 "$disk/.Trash" && mkdir "$disk/elsewhere" && ln -s elsewhere "$disk/.Trash-$user"
            laptop rm "Equity/2026/a %.txt" 2>/dev/null; echo $?
            rm "$disk/.Trash-$user"
            laptop rm "Equity/2026/a %.txt" 2>/dev/null; echo $?
            find "$disk" -name "a %*" -path "*files*" | wc -l; find "$disk/.Trash" "$disk/elsewhere" -type f
            """)
        #expect(result.lines == Self.fetched + ["74", "0", "1"], "\(result)")
    }

    @Test("A deletion that can't be done waits, and the file doesn't come back to the other devices")
    func failure() async throws {
        let result = try await run(
            """
            mount -o remount,bind,ro "$disk"
            desk rm --forever "Equity/2026/a %.txt" 2>/dev/null && sync desk && sync laptop && sync desk
            grep -c "fund rm --forever" "$errors"
            mount -o remount,bind,rw "$disk"
            sync laptop && ls "$disk/2026"
            """)
        let removed: Substring = "removed\tfile\tEquity/2026/a %.txt"
        #expect(
            result.lines
                == Self.fetched + [removed, "desk 0", "laptop 74", "desk 0", "1", removed, "laptop 0", "b %.txt"],
            "\(result)")
    }

    @Test("A fund that another device deleted stays while its folder is a mount point, and so does the trash in it")
    func mountPoint() async throws {
        let result = try await run(
            """
            desk rm --yes --forever Equity 2>/dev/null && sync desk >/dev/null
            sync laptop | tail -n 1 && sync laptop
            grep -c "Unmount it" "$errors"; grep -c forever "$errors"
            cat "$disk/.Trash-$user/files/a %.txt" && echo
            umount "$disk" && sync laptop | tail -n 1 && laptop list
            """)
        #expect(result.lines == Self.fetched + ["laptop 74", "laptop 74", "2", "0", "a", "laptop 0"], "\(result)")
    }

    @Test("A deleted fund stays while its folder is a link to files that can't be moved to the trash")
    func link() async throws {
        let result = try await run(
            """
            mkdir "$errors.d" && mount --bind "$disk" "$errors.d" && umount "$disk"
            rmdir "$disk" && ln -s "$errors.d" "$disk"
            mount -o remount,bind,ro "$errors.d"
            desk rm --yes --forever Equity 2>/dev/null && sync desk >/dev/null
            sync laptop && laptop list --format tsv | cut -f 1
            mount -o remount,bind,rw "$errors.d"
            sync laptop | tail -n 1 && laptop list
            cat "$errors.d/.Trash-$user/files/a %.txt" && echo
            """)
        #expect(result.lines == Self.fetched + ["laptop 74", "Equity", "laptop 0", "a"], "\(result)")
    }
}
#endif
