/// A processor's instruction set, such as `x86_64`.
///
/// 1 to 32 lower-case letters, digits, `_`, `-` and single spaces between them: one that is not named here is called by its
/// number in the program's header, `machine 243`.
public struct Architecture: Hashable, Sendable, CustomStringConvertible {
    /// The identifier, which is also what most systems call it: see ``name(on:)``.
    public let description: String

    /// AMD's and Intel's with 64 bits.
    public static let x86_64 = Architecture(known: "x86_64")
    /// Intel's with 32 bits.
    public static let i386 = Architecture(known: "i386")
    /// ARM's with 64 bits, which Linux calls aarch64.
    public static let arm64 = Architecture(known: "arm64")
    /// ARM's with 64 bits and signed pointers, as Apple's own programs use it.
    public static let arm64e = Architecture(known: "arm64e")
    /// ARM's with 32 bits.
    public static let arm = Architecture(known: "arm")

    /// Takes an identifier that comes from outside; `aarch64` and `amd64` are other names of `arm64` and `x86_64`. Refuses
    /// one that breaks the rules with a sentence that says so.
    public init(_ identifier: String) throws(PackageError) {
        guard PlatformIdentifier.isOne(identifier) else {
            throw PackageError(.refused, PlatformIdentifier.refusal(of: identifier, as: "processor architecture"))
        }
        description =
            switch identifier {
            case "aarch64": "arm64"
            case "amd64": "x86_64"
            default: identifier
            }
    }

    /// What a system calls it: Linux has a word of its own for ARM's with 64 bits, as `uname -m` prints it.
    public func name(on system: OperatingSystem) -> String {
        self == .arm64 && system == .linux ? "aarch64" : description
    }

    init(known identifier: String) { description = identifier }

    /// One that has no name here, by its number in a program's header.
    static func machine(_ number: some UnsignedInteger) -> Architecture { Architecture(known: "machine \(number)") }
}
