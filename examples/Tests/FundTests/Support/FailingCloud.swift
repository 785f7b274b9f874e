import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// `Tests/Oracle/dav_server.py` in its own process, which ends with the last reference to it.
final class FailingCloud: Sendable {
    private let folder: TemporaryFolder
    private let server: PythonServer
    let address: String

    /// The certificate of the authority that signed its certificate, if it is encrypted.
    var authority: String { "\(folder.path)/authority.pem" }

    /// - Parameter isEncrypted: Whether it speaks https, as `localhost`.
    init(isEncrypted: Bool = false) async throws {
        folder = try TemporaryFolder("fund-cloud")
        server = try await PythonServer(
            Python.path(of: "dav_server.py"), [folder.path] + (isEncrypted ? ["tls"] : []), keeping: folder)
        address = "\(isEncrypted ? "https://localhost" : "http://127.0.0.1"):\(try server.port)"
    }

    /// Serves these bytes.
    func put(_ bytes: [UInt8], as name: String) throws {
        try folder.write("served/\(name)", bytes)
    }

    /// Makes a folder for the faults of files in a folder.
    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }

    /// Cuts the connection after so many bytes of a file, once.
    func cut(_ name: String, after count: Int) throws {
        try folder.write("\(name).cut", "\(count)".utf8)
    }

    /// Cuts the connection after so many bytes of a file, again and again until ``mend(_:)``.
    func breakOff(_ name: String, after count: Int) throws {
        try folder.write("\(name).break", "\(count)".utf8)
    }

    /// Sends a file whole again.
    func mend(_ name: String) throws { try folder.remove("\(name).break") }

    /// Sends so many bytes of a file without a length, and closes the connection, until ``sendWhole(_:)``.
    func shorten(_ name: String, to count: Int) throws {
        try folder.write("\(name).short", "\(count)".utf8)
    }

    /// Sends a file whole again.
    func sendWhole(_ name: String) throws { try folder.remove("\(name).short") }

    /// The names and sizes of what it has, hidden files too.
    var files: [String: Int] {
        get throws {
            let served = folder.url.appending(path: "served")
            let names = try FileManager.default.contentsOfDirectory(atPath: served.path)
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let values = try served.appending(path: name).resourceValues(forKeys: [.fileSizeKey])
                    return (name, values.fileSize ?? 0)
                })
        }
    }

    /// Stops after so many bytes of a file, or, if the name is `put`, of any file that it is sent.
    func hold(_ name: String, after count: Int) throws {
        try folder.write("\(name).hold", "\(count)".utf8)
    }

    /// Goes on.
    func letGo(_ name: String) throws { try folder.remove("\(name).hold") }

    /// The requests so far.
    var requests: [[String: String]] {
        get throws {
            let data = try Data(contentsOf: folder.url.appending(path: "requests"))
            return try data.split(separator: 10).map { try JSONDecoder().decode([String: String].self, from: $0) }
        }
    }
}

extension FailingCloud {
    /// An investor with the fund `Equity`, and a server as the place `cloud`.
    static func stage() async throws -> (Investor, FailingCloud) {
        let (anna, cloud) = (try Investor(), try await FailingCloud())
        try await anna.succeed("new", "Equity")
        try await anna.succeed("remote", "add", "cloud", "webdav", cloud.address)
        return (anna, cloud)
    }
}

/// This many bytes, which depend on a number.
func bytes(_ count: Int, _ seed: UInt64) -> [UInt8] {
    var source = RandomSource(seed: seed)
    var result: [UInt8] = []
    result.reserveCapacity(count + 8)
    while result.count < count { withUnsafeBytes(of: source.next()) { result += $0 } }
    return Array(result.prefix(count))
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
