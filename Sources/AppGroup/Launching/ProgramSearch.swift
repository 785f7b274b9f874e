import AppGroupPlatform

/// Finds the files of programs. Results are remembered as long as the value lives: many apps may share a program, such
/// as an interpreter.
struct ProgramSearch {
    private let environment: ProcessEnvironment
    // By bytes: two strings that are equal to Swift may be two paths.
    private var found: [[UInt8]: String?] = [:]
    private var problems: [[UInt8]: String?] = [:]

    init(_ environment: ProcessEnvironment) { self.environment = environment }

    /// The path of an executable file.
    ///
    /// - Parameter program: An absolute path, which is checked, or a bare name, which is looked up in `PATH`.
    mutating func path(of program: String) throws(NotInstalled) -> String {
        if program.utf8.first == UInt8(ascii: "/") {
            let bytes = Array(program.utf8)
            let problem = problems[bytes] ?? Self.problem(with: program)
            problems[bytes] = .some(problem)
            if let problem { throw NotInstalled(program, problem) }
            return program
        }
        guard !program.utf8.contains(UInt8(ascii: "/")) else {
            throw NotInstalled(program, "a relative path; register an absolute one")
        }
        guard let path = lookUp(program) else { throw NotInstalled(program, "not in PATH") }
        return path
    }

    /// What keeps a file from being executed; `nil` if nothing does.
    static func problem(with path: String) -> String? {
        do throws(SystemError) {
            switch try Files.status(path).kind {
            case .file: return Files.isExecutable(path) ? nil : "not executable"
            case .folder: return "a folder, not a program"
            case .link, .other: return "not a regular file"
            }
        } catch .notFound {
            return "no such file"
        } catch .notFolder {
            return "no such file"
        } catch .linkLoop {
            return "too many symbolic links"
        } catch .accessDenied {
            return "permission denied"
        } catch {
            return error.message
        }
    }

    private mutating func lookUp(_ name: String) -> String? {
        let bytes = Array(name.utf8)
        if let known = found[bytes] { return known }
        let path = environment.executable(named: name)
        found[bytes] = .some(path)
        return path
    }
}
