import AppGroupPlatform

/// Another program that does something for this one, started without a shell.
struct HelperProgram {
    /// The file and its arguments. A bare name is looked up in `PATH`.
    let arguments: [String]
    /// The most bytes of output. A program that writes more is stopped.
    var limit = 64 << 10
    /// A program that takes longer is stopped.
    var patience = Duration.seconds(60)

    /// Runs the program to its end.
    ///
    /// - Throws: Why it could not be started.
    func run() throws(SystemError) -> Processes.Collected {
        let environment = ProcessEnvironment.current
        guard let name = arguments.first,
            let executable = Paths.isAbsolute(name) ? name : environment.executable(named: name)
        else { throw .notFound }
        let program = Processes.Program(
            executable: executable, arguments: Array(arguments.dropFirst()), environment: environment)
        return try Processes.collect(program, showingErrors: true, limit: limit, timeout: patience)
    }
}
