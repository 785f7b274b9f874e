import AppGroup
import AppGroupHome
import AppGroupText

/// A column of the table that `launcher list` writes.
private struct AppColumn: Sendable {
    let column: TextTable.Column
    let cell: @Sendable (AppEntry) -> TextTable.Cell
    /// The cell of an app that could be installed.
    var offerCell: @Sendable (AppListing.Offer) -> TextTable.Cell = { _ in "" }
}

extension AppListing {
    var columns: [TextTable.Column] { appColumns.map(\.column) }

    var rows: [[TextTable.Cell]] {
        let columns = appColumns
        return apps.map { app in columns.map { $0.cell(app) } }
            + (offers ?? []).map { offer in columns.map { $0.offerCell(offer) } }
    }

    private var appColumns: [AppColumn] {
        guard !explains else { return [.name, .likelihood] + Predictor.Prediction.Part.allCases.map(AppColumn.part) }
        return [.name, .badge] + (hasUpdates ? [.update] : []) + [.schemes, .icon, .opened(clock), .id]
            + (group == nil ? [.group] : []) + (showsAll ? [.state] : [])
    }

    /// Whether any app has an update or could be installed, which adds a column. It looks at all of them.
    private var hasUpdates: Bool { apps.contains { $0.availableVersion != nil } || offers?.isEmpty == false }
}

extension AppColumn {
    static let name = AppColumn(
        column: TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 8),
        cell: { app in
            TextTable.Cell((app.preferences.isPinned ? "★ " : "") + "\(app.name)", style: app.isShown ? .bold : .dim)
        },
        offerCell: { TextTable.Cell("\($0.offer.name)", style: .dim) })

    static let badge = AppColumn(
        column: TextTable.Column(header: "BADGE", alignment: .right),
        cell: { TextTable.Cell($0.badge == .zero ? "" : "\($0.badge)", style: $0.isShown ? .red : .dim) })

    static let update = AppColumn(
        column: TextTable.Column(header: "UPDATE", shrinkOrder: 2, minimumWidth: 6),
        cell: { TextTable.Cell($0.availableVersion.map { "↑ \($0)" } ?? "", style: .green) },
        offerCell: { TextTable.Cell($0.offer.version.map { "+ \($0)" } ?? "+", style: .green) })

    static let schemes = AppColumn(
        column: TextTable.Column(header: "SCHEMES", shrinkOrder: 1, minimumWidth: 6),
        cell: { app in
            TextTable.Cell(app.schemes.map(\.description).joined(separator: " "), style: app.isShown ? .cyan : .dim)
        })

    static let icon = AppColumn(
        column: TextTable.Column(header: "ICON", shrinkOrder: 0, minimumWidth: 6),
        cell: { TextTable.Cell($0.icon?.summary ?? "", style: .dim) })

    static func opened(_ clock: LocalClock) -> AppColumn {
        AppColumn(
            column: TextTable.Column(header: "OPENED", shrinkOrder: 1, minimumWidth: 10),
            cell: { TextTable.Cell($0.usage.lastOpened.map(clock.ago) ?? "never", style: .dim) },
            offerCell: { _ in TextTable.Cell("not installed", style: .dim) })
    }

    static let id = AppColumn(
        column: TextTable.Column(header: "ID", shrinkOrder: 2, minimumWidth: 8, keepsEnd: true),
        cell: { TextTable.Cell("\($0.id)", style: .dim) },
        offerCell: { TextTable.Cell("\($0.offer.app)", style: .dim) })

    static let group = AppColumn(
        column: TextTable.Column(header: "GROUP", shrinkOrder: 1, minimumWidth: 8, keepsEnd: true),
        cell: { TextTable.Cell("\($0.group)", style: .dim) },
        offerCell: { TextTable.Cell("\($0.group)", style: .dim) })

    static let state = AppColumn(
        column: TextTable.Column(header: "STATE", shrinkOrder: 2, minimumWidth: 12, wraps: true),
        cell: { TextTable.Cell($0.state, style: $0.isShown ? .dim : .yellow) },
        offerCell: { TextTable.Cell("offered by \($0.offer.source)", style: .dim) })
}

// `launcher list --explain`: how likely each app is to be opened next, and how much each part of the model contributes,
// as the logarithm of a factor.
extension AppColumn {
    static let likelihood = AppColumn(
        column: TextTable.Column(header: "LIKELY", alignment: .right),
        cell: { TextTable.Cell(Decimal.text(($0.likelihood ?? 0) * 100, digits: 1) + " %") })

    static func part(_ part: Predictor.Prediction.Part) -> AppColumn {
        AppColumn(
            // Room for a complete number: a truncated number would be wrong.
            column: TextTable.Column(header: part.header, alignment: .right, shrinkOrder: 1, minimumWidth: 6),
            cell: { app in
                let contribution = app.contributions.first { $0.part == part }
                return TextTable.Cell(contribution.map { Decimal.text($0.value, digits: 2, showsPlus: true) } ?? "")
            })
    }
}

extension Predictor.Prediction.Part {
    fileprivate var header: String {
        switch self {
        case .needsYou: "NEEDS YOU"
        case .recency, .rhythm, .sequence, .hour: rawValue.uppercased()
        }
    }
}
