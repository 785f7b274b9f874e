import Foundation
import PackageCorpus

/// Writes every hostile package into a folder, for tests of other programs: `package-corpus FOLDER`.
@main
enum CorpusWriter {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("package-corpus FOLDER")
            exit(64)
        }
        let folder = URL(filePath: CommandLine.arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, package) in (HostileArchive.all + HostileArchive.bundles).enumerated() {
            try Data(package.bytes).write(to: folder.appending(path: "\(number).ipa"))
        }
    }
}
