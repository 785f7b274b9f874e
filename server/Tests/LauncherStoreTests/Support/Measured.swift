import Foundation
import TestSupport
import Testing

/// A program that has run to its end, and what it took.
struct Measured: Decodable {
    /// Its exit status; negative for the signal that ended it.
    let status: Int32
    let output: String
    let errors: String
    /// The most memory that was in use at once, in bytes.
    let peakMemory: Int
    /// In seconds.
    let processorTime: Double

    /// Runs programs one after the other, each for at most 60 seconds of processor time.
    ///
    /// Python starts them, since Linux counts as theirs also the memory of the process that started them, and it is small.
    static func run(_ commands: [[String]], environment: [String: String]) throws -> [Measured] {
        let folder = try TemporaryFolder("commands")
        let input = try folder.write("commands", JSONEncoder().encode(commands))
        let finished = try Finished.run([Python.interpreter.path, "-c", program, input], environment: environment)
        withExtendedLifetime(folder) {}
        try #require(finished.status == 0, "\(finished.errors)")
        return try JSONDecoder().decode([Measured].self, from: Data(finished.output.utf8))
    }

    private static let program = """
        import json, os, resource, subprocess, sys, tempfile
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        unit = 1 if sys.platform == "darwin" else 1024
        def text(file):
            file.seek(0)
            return file.read().decode()
        answers = []
        for command in json.load(open(sys.argv[1])):
            with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                answers.append({
                    "status": process.returncode, "output": text(output), "errors": text(errors),
                    "peakMemory": usage.ru_maxrss * unit, "processorTime": usage.ru_utime + usage.ru_stime})
        json.dump(answers, sys.stdout)
        """
}
