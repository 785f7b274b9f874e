import AppGroup
import AppGroupPlatform

extension DesktopIntegration {
    /// The file to which `xdg-mime default` writes.
    var mimeAppsPath: String { "\(configHome)/mimeapps.list" }

    /// The user's own default applications.
    var defaults: MimeAppsList {
        MimeAppsList((try? Files.contents(of: mimeAppsPath, limit: 16 << 20)) ?? [])
    }

    /// - Returns: The steps that did not go as planned, in sentences for the user.
    func carryOut(_ step: IntegrationPlan.Step) throws -> [String] {
        switch step {
        case .writeEntry(let path, _, let bytes): try write(bytes, to: path, "The desktop entry")
        case .setDefault(let id, let schemes, let settled): return try setDefault(id, schemes, settled)
        case .restoreDefault(let id, let scheme, let earlier): try restoreDefault(id, scheme, earlier)
        case .removeEntry(let path, _):
            try describingErrors("The desktop entry", path) { try removeIntactEntry(path) }
        case .writeUnit(let path, let bytes):
            try write(bytes, to: path, "The unit")
            try startUnit()
        case .removeUnit(let path): try stopUnit(path)
        case .writeSearchFile(let path, let bytes): try writeSearchFile(path, bytes)
        case .removeSearchFile(let path): try removeSearchFile(path)
        }
        return []
    }

    /// Removes an entry that `launcher integrate` wrote and no other program changed. A link is no such entry.
    private func removeIntactEntry(_ path: String) throws {
        guard let file = ExistingDesktopFile(path), file.isIntact else { return }
        try Files.remove(path)
    }

    func write(_ bytes: [UInt8], to path: String, _ what: String) throws {
        try describingErrors(what, path) {
            try Files.makeDirectories(Paths.parent(of: path), permissions: 0o700)
            try Files.replace(path, with: bytes, permissions: 0o644)
        }
    }

    private func setDefault(_ id: String, _ schemes: [URLScheme], _ settled: [UInt8]) throws -> [String] {
        guard let opener = environment.executable(named: "xdg-mime") else { return [] }
        let ending = try? Processes.run(
            Processes.Program(
                executable: opener, arguments: ["default", id] + schemes.map(\.mimeType), environment: environment),
            timeout: 30_000_000_000)
        // It says nothing if it could not write.
        let defaults = defaults
        let isDone = schemes.allSatisfy { defaults[$0].map { KeyFile.list($0).first } == id }
        guard ending?.status == 0, isDone else {
            let reason = PlainText.harmless(
                (ending?.errors ?? "").split(whereSeparator: \.isNewline).joined(separator: " "))
            throw AppGroupError(
                .inputOutput,
                "xdg-mime could not make \(id) the default handler of \(schemes[0]): "
                    + (reason.isEmpty
                        ? "\(PlainText.harmless(mimeAppsPath)) is as it was. See that it can be written." : reason))
        }
        let path = "\(entries)/\(id)"
        if let file = ExistingDesktopFile(path), file.isIntact, file.bytes != settled {
            try write(settled, to: path, "The desktop entry")
        }
        let handler = DefaultHandler(environment)
        return schemes.compactMap { scheme in
            guard let first = handler.candidates(for: scheme).first, first != id else { return nil }
            return
                "\(scheme): is still opened by \(PlainText.harmless(first)), which a list of your desktop's own names."
        }
    }

    private func restoreDefault(_ id: String, _ scheme: URLScheme, _ earlier: String?) throws {
        try describingErrors("The list of default applications", mimeAppsPath) {
            // The target of a link, so that the link stays.
            let path = try Files.resolved(mimeAppsPath)
            var list = MimeAppsList(try Files.contents(of: path, limit: 16 << 20))
            guard let current = list[scheme], KeyFile.list(current).first == id else { return }
            list.restore(scheme, to: earlier)
            // Most likely, xdg-mime created the file. A link is the user's.
            if list.isEmpty, try Files.status(mimeAppsPath, followingLinks: false).kind == .file {
                return try Files.remove(mimeAppsPath)
            }
            try Files.replace(
                path, with: list.bytes, permissions: try Files.status(path).permissions, exactly: true)
        }
    }
}
