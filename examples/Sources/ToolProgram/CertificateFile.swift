import AppGroupPlatform
public import ArgumentParser
import ToolSupport

/// A file with certificates to trust in addition to the system's, in PEM form.
public enum CertificateFile {
    /// The largest file, in bytes.
    private static let limit = 16 << 20

    /// The bytes of a file.
    ///
    /// - Throws: An error with status 74 if it can't be read, and 65 if it has no certificate.
    public static func contents(of path: String) throws(ToolError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try Files.fileContents(of: path, limit: limit) } catch {
            throw .inputOutput("\(path) can't be read: \(error).")
        }
        guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
            throw .unreadable("\(path) holds no certificate in PEM form.")
        }
        return bytes
    }
}

/// The option that names a file with certificates.
public struct CertificateOptions: ParsableArguments {
    /// The path as it was typed. Older releases knew only `--ca`.
    @Option(
        name: [.customLong("ca-file"), .customLong("ca")],
        help: "A file with certificates (PEM) to trust in addition to the system's, such as your organization's own.",
        completion: .file())
    public var caFile: String?

    /// Without the option.
    public init() {}

    /// The absolute path of the file, which later commands can use; nil without the option.
    ///
    /// - Throws: An error with status 74 if the working directory is gone.
    public func path() throws(ToolError) -> String? {
        guard let caFile else { return nil }
        do throws(SystemError) { return try Files.absolute(caFile) } catch {
            throw .inputOutput("The working directory is unknown: \(error).")
        }
    }
}
