import TestSupport

/// Runs other programs, which judge the files that we write and write files that we read.
enum Command {
    struct Result {
        let status: Int32
        let output: String
    }

    /// Runs a program to its end. What it wrote to standard error follows its output.
    static func run(_ arguments: String..., in folder: String? = nil) throws -> Result {
        let finished = try Finished.run(["/usr/bin/env"] + arguments, in: folder)
        return Result(status: finished.status, output: finished.output + finished.errors)
    }
}
