import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// `Tests/Oracle/dav_server.py` in its own process, which ends with the last reference to it.
final class FailingCloud: Sendable {
    private let folder: URL
    private let process: RunningProcess
    let address: String

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fund-cloud-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = try RunningProcess(
            Python.interpreter.path, [Python.path(of: "dav_server.py"), folder.path], environment: .current)
        self.process = process
        try #require(await comesTrue { process.output.contains("\n") }, "\(process.errors)")
        address = "http://127.0.0.1:\(process.output.split(separator: "\n")[0])"
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Serves these bytes.
    func put(_ bytes: [UInt8], as name: String) throws {
        let file = folder.appending(path: "served/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    /// Cuts the connection after so many bytes of a file, once.
    func cut(_ name: String, after count: Int) throws {
        try Data("\(count)".utf8).write(to: folder.appending(path: "\(name).cut"))
    }

    /// Stops after so many bytes of a file.
    func hold(_ name: String, after count: Int) throws {
        try Data("\(count)".utf8).write(to: folder.appending(path: "\(name).hold"))
    }

    /// Goes on.
    func letGo(_ name: String) throws { try FileManager.default.removeItem(at: folder.appending(path: "\(name).hold")) }

    /// The requests so far.
    var requests: [[String: String]] {
        get throws {
            let data = try Data(contentsOf: folder.appending(path: "requests"))
            return try data.split(separator: 10).map { try JSONDecoder().decode([String: String].self, from: $0) }
        }
    }
}

extension Investor {
    /// The bytes of a file below the folder of all funds.
    func bytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: root.appending(path: path))) }

    /// The names in a fund's folder, without hidden ones.
    func names(in fund: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: fund).path).filter {
            !$0.hasPrefix(".")
        }
    }

    /// The parts and locks that are left of fetches.
    var leftovers: [String] {
        get throws {
            let locks = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: ".fund/fetches").path)
            let parts = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Equity").path)
            return locks + parts.filter { $0.hasPrefix(".") }
        }
    }

    /// How many bytes of a file have been fetched into `Equity`.
    var partSize: Int {
        let folder = root.appending(path: "Equity")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".part") }.reduce(0) { sum, name in
            sum + ((try? folder.appending(path: name).resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
        }
    }

    /// Whether the store's files hold a text.
    func storeContains(_ text: String) throws -> Bool {
        let folder = root.appending(path: ".fund")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
            .contains { file in (try? Data(contentsOf: file))?.range(of: Data(text.utf8)) != nil }
    }
}
