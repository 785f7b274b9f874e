import AppGroup
import AppGroupPlatform

/// For which folder of groups a file was written. Each user has one bridge and one search, which serve a single folder.
extension DesktopIntegration {
    private static let variable = "APP_GROUP_HOME"

    /// The variable with the folder of groups, as env(1) takes it; `nil` for the usual folder.
    var homeAssignment: String? { environment[Self.variable] == nil ? nil : assignment }

    private var assignment: String { "\(Self.variable)=\(home)" }

    /// Whether a unit, or a file for searches that starts a program, is for the groups in this folder.
    func isForThisHome(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("\(Self.variable)=") else { return home == usualHome }
        return [
            "\nEnvironment=\(UnitText.quoted(assignment))\n",
            "\nExec=\(DesktopText.string(ShellWords.line(["/usr/bin/env", assignment]))) ",
            "\nExec=\(DesktopText.exec(["env", assignment])) ",
        ].contains { text.contains($0) }
    }

    /// A remark about such a file that is for another folder.
    func otherHomeRemark(_ path: String, _ bytes: [UInt8]) -> String {
        let namesHome = String(decoding: bytes, as: UTF8.self).contains("\(Self.variable)=")
        return
            "\(PlainText.harmless(path)) is for the groups in another folder and is left as it is. To remove it, run "
            + "“launcher integrate --remove” \(namesHome ? "with the \(Self.variable) that it names" : "without \(Self.variable)")."
    }

    /// The folder of groups if no variable names it.
    private var usualHome: String? {
        var usual = environment
        usual.variables[Self.variable] = nil
        return try? Container.parent(in: usual)
    }
}
