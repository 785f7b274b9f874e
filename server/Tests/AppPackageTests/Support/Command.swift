import Foundation

/// Runs other programs, which judge the files that we write and write files that we read.
enum Command {
    struct Result {
        let status: Int32
        let output: String
    }

    /// Runs a program to its end. Standard output and standard error are mixed.
    static func run(_ arguments: String..., in folder: String? = nil) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}
