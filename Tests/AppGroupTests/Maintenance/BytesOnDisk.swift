import AppGroupPlatform
import Foundation

@testable import AppGroup

/// Files as bytes.
enum BytesOnDisk {
    static func read(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    static func permissions(_ path: String) throws -> UInt32 {
        try Files.status(path, followingLinks: false).permissions
    }
}
