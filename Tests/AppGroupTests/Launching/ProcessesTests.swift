import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Processes")
struct ProcessesTests {
    private let sandbox: LaunchingSandbox

    init() throws { sandbox = try LaunchingSandbox() }

    private func program(
        _ executable: String, _ arguments: String..., environment: [String: String] = [:], folder: String? = nil
    ) -> Processes.Program {
        Processes.Program(
            executable: executable, arguments: arguments,
            environment: sandbox.environment(system: true, environment), workingDirectory: folder)
    }

    /// A set of signals in `/proc/PID/status`, without those from 32 on, which the C library keeps for itself.
    private func signals(_ set: String, of process: Int32) throws -> UInt32 {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(set) })
        return UInt32(try #require(UInt64(line.suffix(16), radix: 16)) & 0x7FFF_FFFF)
    }

    static let hardArguments = [
        "", "a b", "\"'`", "$(touch x) $HOME ${x}", ";|&<>", "%u %% %", "*?[a]~#", "é漢字🙂\u{301}", "-n", "\\\\",
        "rooms://book?a=b;c&d",
    ]

    @Test("Arguments arrive unchanged, each as one argument")
    func arguments() throws {
        let out = "\(sandbox.root)/out"
        var dump = program(try sandbox.argumentDumper(), environment: ["OUT": out])
        dump.arguments = Self.hardArguments
        _ = try Processes.startDetached(dump)
        #expect(LaunchingSandbox.dumpedArguments(out) == Self.hardArguments)
    }

    @Test("A detached program has a session of its own, silent input and output, no other file, and default signals")
    func detached() throws {
        let open = try Descriptor(opening: "\(sandbox.root)/store", O_RDWR | O_CREAT)
        let stray = dup(open.number)
        defer { close(stray) }
        #expect(fcntl(stray, F_GETFD) == 0)
        let process = try Processes.startDetached(program("/bin/sleep", "1000", folder: sandbox.bin))
        defer { kill(process, SIGKILL) }
        #expect(getsid(process) == process)
        let files = ["0", "1", "2"]
        // The loader opens what the program is made of.
        #expect(
            blockUntil {
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").sorted()) == files
            })
        for file in files {
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(file)") == "/dev/null")
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd") == sandbox.bin)
        #expect(try signals("SigBlk", of: process) == 0)
        #expect(try signals("SigIgn", of: process) == 0)
    }

    @Test("Files that this library opens reach no started program, not even in the foreground")
    func noLeak() throws {
        let store = try Descriptor(opening: "\(sandbox.root)/store", O_RDWR | O_CREAT)
        let out = "\(sandbox.root)/out"
        let lister = try sandbox.program("lister", "#!/bin/sh\nreadlink /proc/self/fd/* > \"$OUT\"\n")
        #expect(try Processes.runInForeground(program(lister, environment: ["OUT": out])) <= 1)
        let files = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
        #expect(files.contains { $0 == out } && !files.contains { $0 == "\(sandbox.root)/store" })
        #expect(try store.status().size == 0)
    }

    @Test("A detached program that ends leaves no zombie")
    func noZombie() throws {
        let process = try Processes.startDetached(program("/bin/true"))
        #expect(blockUntil { kill(process, 0) == -1 && errno == ESRCH })
    }

    @Test("A detached program outlives its starter, and takes neither its blocked signals nor its ignored ones")
    func survives() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            disturbSignals()
            let sleep = Processes.Program(
                executable: "/bin/sleep", arguments: ["1000"], environment: ProcessEnvironment([:]))
            print("\nprocess=\(try Processes.startDetached(sleep))")
        }
        let process = try #require(Int32(LaunchingSandbox.value("process", in: result) ?? ""))
        defer { kill(process, SIGKILL) }
        #expect(kill(process, 0) == 0)
        #expect(try signals("SigBlk", of: process) == 0)
        #expect(try signals("SigIgn", of: process) == 0)
    }

    @Test("A program takes the caller's place: same process, same output, its own exit status, open signals")
    func replaces() async throws {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardOutputContent]) {
            disturbSignals()
            print("\nbefore=\(getpid())")
            let script = """
                echo "after=$$"; echo "folder=$PWD"; echo "argument=$1"
                exec awk '/^Sig(Blk|Ign)/ { sub(":", "", $1); print $1 "=" $2 } END { exit 7 }' /proc/self/status
                """
            try Processes.replaceSelf(
                with: Processes.Program(
                    executable: "/bin/sh", arguments: ["-c", script, "sh", "a  $(b)"],
                    environment: ProcessEnvironment(["PATH": "/usr/bin:/bin"]), workingDirectory: "/usr"))
        }
        let before = try #require(LaunchingSandbox.value("before", in: result))
        #expect(LaunchingSandbox.value("after", in: result) == before)
        #expect(LaunchingSandbox.value("folder", in: result) == "/usr")
        #expect(LaunchingSandbox.value("argument", in: result) == "a  $(b)")
        #expect(LaunchingSandbox.value("SigBlk", in: result) == "0000000000000000")
        let ignored = try #require(UInt64(LaunchingSandbox.value("SigIgn", in: result) ?? "", radix: 16))
        #expect(ignored & 1 << UInt64(SIGPIPE - 1) == 0)
    }

    @Test("If the program cannot be executed, the caller continues unchanged")
    func failsToReplace() async {
        await #expect(processExitsWith: .success) {
            disturbSignals()
            let folder = FileManager.default.currentDirectoryPath
            let program = Processes.Program(
                executable: "/none", environment: ProcessEnvironment([:]), workingDirectory: "/usr")
            #expect(throws: SystemError.notFound) { try Processes.replaceSelf(with: program) }
            var mask = sigset_t()
            pthread_sigmask(SIG_SETMASK, nil, &mask)
            #expect(sigismember(&mask, SIGTERM) == 1)
            #expect(FileManager.default.currentDirectoryPath == folder)
            sigemptyset(&mask)
            pthread_sigmask(SIG_SETMASK, &mask, nil)
            #expect(pthread_kill(pthread_self(), SIGPIPE) == 0)
        }
    }

    @Test("A file that cannot be executed gives an error with its number, whichever way it is started")
    func failures() throws {
        let files: [(String, Int32)] = [
            ("\(sandbox.bin)/none", ENOENT), (sandbox.bin, EACCES), (try sandbox.write("bin/text", "x"), EACCES),
            (try sandbox.program("bare", "echo no interpreter\n"), ENOEXEC),
            (try sandbox.program("lost", "#!/none/sh\n"), ENOENT),
        ]
        for (path, number) in files {
            let error = SystemError(number)
            #expect(throws: error) { try Processes.startDetached(program(path)) }
            #expect(throws: error) { try Processes.runInForeground(program(path)) }
            #expect(throws: error) { try Processes.run(program(path), timeout: .seconds(1)) }
        }
        #expect(throws: SystemError.notFound) { try Processes.startDetached(program("/bin/true", folder: "/none")) }
    }

    @Test("A program in the foreground returns its exit status, or 128 plus its signal")
    func foreground() throws {
        #expect(try Processes.runInForeground(program("/bin/true")) == 0)
        #expect(try Processes.runInForeground(program(try sandbox.program("seven", "#!/bin/sh\nexit 7\n"))) == 7)
        let suicide = try sandbox.program("suicide", "#!/bin/sh\nkill -TERM $$\n")
        #expect(try Processes.runInForeground(program(suicide)) == 128 + SIGTERM)
    }

    @Test("The error output of a helper is kept up to 4 KiB, however much it writes")
    func capturesErrors() throws {
        let short = try sandbox.program("short", "#!/bin/sh\necho out; echo no such thing >&2; exit 3\n")
        let outcome = try Processes.run(program(short), timeout: .seconds(600))
        #expect(outcome.ending == .ended(3) && outcome.errors == "no such thing\n")
        let long = try sandbox.program("long", "#!/bin/sh\nhead -c 1000000 /dev/zero | tr '\\0' x >&2\n")
        let flood = try Processes.run(program(long), timeout: .seconds(600))
        #expect(flood.ending != .stopped && flood.errors == String(repeating: "x", count: 4096))
    }

    @Test("A helper that does not end is killed after the time-out")
    func timeOut() throws {
        let path = try sandbox.program("hangs", "#!/bin/sh\necho $$ >&2\nexec sleep 1000 2>/dev/null\n")
        let outcome = try Processes.run(program(path), timeout: .milliseconds(200))
        #expect(outcome.ending == .stopped)
        if let process = Int32(outcome.errors.dropLast()) { #expect(kill(process, 0) == -1) }
    }

    @Test("A program that closes its output and goes on is stopped after the time-out, too")
    func closedOutput() throws {
        let path = try sandbox.program("goes-on", "#!/bin/sh\necho $$\nexec >&-\nexec sleep 1000\n")
        let collected = try Processes.collect(
            program(path), showingErrors: true, limit: 100, timeout: .milliseconds(200))
        #expect(collected.ending == nil)
        if let process = Int32(String(decoding: collected.output.dropLast(), as: UTF8.self)) {
            #expect(kill(process, 0) == -1)
        }
    }

    @Test("A program that is found through PATH gets its input, and its output comes back")
    func givenInput() throws {
        let environment = ProcessEnvironment(["PATH": "/usr/bin:/bin"])
        let program = try #require(Processes.Program(["tr", "a-z", "A-Z"], environment: environment))
        let collected = try Processes.collect(
            program, input: .bytes(Array("secret".utf8)), showingErrors: true, limit: 100, timeout: .seconds(600))
        #expect(collected.ending == .exit(0) && collected.output == Array("SECRET".utf8))
        #expect(Processes.Program(["no-such-program"], environment: environment) == nil)
    }

    @Test("Waiting for a child ends with it, even if the caller ignores the ends of its children")
    func ignoredEnds() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            let child = try Processes.start(
                Processes.Program(executable: "/bin/false", environment: ProcessEnvironment([:])))
            #expect(child.ending(within: .seconds(600)) == .exit(0))
            #expect(child.hasEnded)
        }
    }

    @Test(
        "How a helper ended is unknown if the caller ignores the ends of its children, whatever it wrote",
        arguments: ["exit 0", "echo careful >&2; exit 0", "exit 1", "echo failed >&2; exit 1"])
    func unknownEnding(script: String) async {
        await #expect(processExitsWith: .success) { [script = script as String] in
            signal(SIGCHLD, SIG_IGN)
            let helper = Processes.Program(
                executable: "/bin/sh", arguments: ["-c", script], environment: ProcessEnvironment([:]))
            let outcome = try Processes.run(helper, timeout: .seconds(600))
            #expect(outcome.ending == .unknown)
        }
    }

    @Test("A child of a helper that keeps the pipe open does not prolong the wait")
    func grandchild() throws {
        let path = try sandbox.program("parent", "#!/bin/sh\nsleep 1000 & echo $! >&2; exit 0\n")
        let outcome = try Processes.run(program(path), timeout: .seconds(600))
        #expect(outcome.ending == .ended(0))
        kill(try #require(Int32(outcome.errors.dropLast())), SIGKILL)
    }
}

/// Blocks every signal and ignores some, as a caller may have done.
private func disturbSignals() {
    for number in [SIGHUP, SIGPIPE, SIGINT] { signal(number, SIG_IGN) }
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
}
