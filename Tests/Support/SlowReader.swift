package import AppGroup

/// Reads slowly what a program prints into a small pipe that was made non-blocking.
package enum SlowReader {
    private static let script = """
        import fcntl, os, subprocess, sys, time
        reader, writer = os.pipe()
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
        os.set_blocking(writer, False)
        child = subprocess.Popen(sys.argv[1:], stdout=writer)
        os.close(writer)
        output = b""
        while True:
            time.sleep(0.05)
            part = os.read(reader, 4096)
            if not part:
                break
            output += part
        sys.stdout.buffer.write(output)
        sys.exit(child.wait())
        """

    /// Runs a program to its end.
    package static func run(
        _ command: [String], environment: ProcessEnvironment
    ) async throws -> RunningProcess.Result {
        try await RunningProcess.run("/usr/bin/env", ["python3", "-c", script] + command, environment: environment)
    }
}
