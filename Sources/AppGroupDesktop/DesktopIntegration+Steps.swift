import AppGroup
import AppGroupPlatform

extension DesktopIntegration {
    /// Carries out a plan. A default handler that cannot be set or restored keeps no other app from the desktop. If a file cannot be
    /// written, the next one probably cannot be, either, so this is the end.
    ///
    /// - Returns: The plan with the steps that were carried out, and why another one was not.
    func carriedOut(_ plan: IntegrationPlan) throws -> IntegrationPlan {
        var done = plan
        done.steps = []
        // The entries that still handle a scheme after a failure. Only they name its earlier handler, so they stay as they are.
        var kept: Set<String> = []
        for step in plan.steps {
            if let id = step.desktopFileID, kept.contains(id) { continue }
            do {
                done.remarks += try carryOut(step)
                done.steps.append(step)
            } catch let error as AppGroupError {
                guard !step.handledSchemes.isEmpty else {
                    done.failure = error
                    return done
                }
                done.failure = done.failure ?? error
                let list = defaults.list
                kept.formUnion(step.handledSchemes.compactMap { list.handler(of: $0) })
            }
        }
        return done
    }

    /// - Returns: The steps that did not go as planned, and what the user has to do, in sentences for them.
    private func carryOut(_ step: IntegrationPlan.Step) throws -> [String] {
        switch step {
        case .writeEntry(let path, _, let bytes): try write(bytes, to: path, "The desktop entry")
        case .setDefault(let id, let schemes, let settled): return try setDefault(id, schemes, settled)
        case .restoreDefault(let id, let scheme, let earlier): try defaults.restore(scheme, from: id, to: earlier)
        case .removeEntry(let path, _):
            try describingErrors("The desktop entry", path) { try removeIntactEntry(path) }
        case .writeUnit(let path, let bytes):
            try write(bytes, to: path, "The unit")
            return try startUnit()
        case .startUnit: return try startUnit()
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
            try Files.makeFolders(Paths.parent(of: path), permissions: 0o700)
            try Files.replace(path, with: bytes, permissions: 0o644)
        }
    }

    private func setDefault(_ id: String, _ schemes: [URLScheme], _ settled: [UInt8]) throws -> [String] {
        try defaults.set(id, for: schemes)
        let path = "\(entries)/\(id)"
        if let file = ExistingDesktopFile(path), file.isIntact, file.bytes != settled {
            try write(settled, to: path, "The desktop entry")
        }
        let handler = DefaultHandler(environment)
        return schemes.compactMap { scheme in
            guard let first = handler.candidates(for: scheme).first, first != id else { return nil }
            return
                "\(scheme): is still opened by \(PlainText.harmless(first)), which your desktop's own list of defaults names."
        }
    }
}

extension DesktopIntegration {
    /// What has the name of a unit or of a file for searches.
    enum Occupant {
        case nothing
        /// A file that was written here and not changed since, with its bytes.
        case ownFile([UInt8])
        /// Something of the user or of another program: a link, or a file that was changed or cannot be read.
        case stranger
    }

    func occupant(of path: String) -> Occupant {
        guard let status = try? Files.status(path, followingLinks: false) else { return .nothing }
        guard status.kind == .file, let bytes = try? Files.contents(of: path, limit: DesktopEntry.maximumSize),
            Seal.integrate.isIntact(bytes)
        else { return .stranger }
        return .ownFile(bytes)
    }

    func strangerRemark(_ path: String) -> String {
        "\(PlainText.harmless(path)) is not a file that launcher integrate wrote, and is left as it is."
    }
}

extension IntegrationPlan.Step {
    /// The entry that this step is about; `nil` for the unit and the files for searches.
    fileprivate var desktopFileID: String? {
        switch self {
        case .writeEntry(let path, _, _), .removeEntry(let path, _): Paths.lastComponent(of: path)
        case .setDefault(let id, _, _), .restoreDefault(let id, _, _): id
        case .writeUnit, .startUnit, .removeUnit, .writeSearchFile, .removeSearchFile: nil
        }
    }

    /// The schemes that get another default handler.
    fileprivate var handledSchemes: [URLScheme] {
        switch self {
        case .setDefault(_, let schemes, _): schemes
        case .restoreDefault(_, let scheme, _): [scheme]
        case .writeEntry, .removeEntry, .writeUnit, .startUnit, .removeUnit, .writeSearchFile, .removeSearchFile: []
        }
    }
}
