/// The categories of an entry, by which desktops sort their menus (Desktop Menu Specification 1.1, appendix A).
struct DesktopCategories {
    /// The names in the user's order, with at least one main category. Every name that no specification registers begins
    /// with `X-`.
    let names: [String]

    /// - Parameter text: The text that the app registered: names with semicolons, commas or spaces between them. Other characters
    ///   than letters, digits and hyphens are left out.
    init(_ text: String) {
        var names: [String] = []
        for word in text.split(whereSeparator: { " ;,".contains($0) }) {
            let name = String(word.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            guard !name.isEmpty else { continue }
            let known = Self.known[name.lowercased()]
            names.append(known ?? (name.hasPrefix("X-") ? name : "X-\(name)"))
        }
        if !names.contains(where: Self.main.contains) { names.append("Utility") }
        if names.contains("Audio") || names.contains("Video"), !names.contains("AudioVideo") {
            names.insert("AudioVideo", at: 0)
        }
        self.names = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
    }

    private static let main = [
        "AudioVideo", "Audio", "Video", "Development", "Education", "Game", "Graphics", "Network", "Office", "Science",
        "Settings", "System", "Utility",
    ]

    private static let additional = [
        "Building", "Debugger", "IDE", "GUIDesigner", "Profiling", "RevisionControl", "Translation", "Calendar",
        "ContactManagement", "Database", "Dictionary", "Chart", "Email", "Finance", "FlowChart", "PDA",
        "ProjectManagement", "Presentation", "Spreadsheet", "WordProcessor", "2DGraphics", "VectorGraphics",
        "RasterGraphics", "3DGraphics", "Scanning", "OCR", "Photography", "Publishing", "Viewer", "TextTools",
        "DesktopSettings", "HardwareSettings", "Printing", "PackageManager", "Dialup", "InstantMessaging", "Chat",
        "IRCClient", "Feed", "FileTransfer", "HamRadio", "News", "P2P", "RemoteAccess", "Telephony",
        "TelephonyTools", "VideoConference", "WebBrowser", "WebDevelopment", "Midi", "Mixer", "Sequencer", "Tuner",
        "TV", "AudioVideoEditing", "Player", "Recorder", "DiscBurning", "ActionGame", "AdventureGame", "ArcadeGame",
        "BoardGame", "BlocksGame", "CardGame", "KidsGame", "LogicGame", "RolePlaying", "Shooter", "Simulation",
        "SportsGame", "StrategyGame", "Art", "Construction", "Music", "Languages", "ArtificialIntelligence",
        "Astronomy", "Biology", "Chemistry", "ComputerScience", "DataVisualization", "Economy", "Electricity",
        "Geography", "Geology", "Geoscience", "History", "Humanities", "ImageProcessing", "Literature", "Maps", "Math",
        "NumericalAnalysis", "MedicalSoftware", "Physics", "Robotics", "Spirituality", "Sports", "ParallelComputing",
        "Amusement", "Archiving", "Compression", "Electronics", "Emulator", "Engineering", "FileTools", "FileManager",
        "TerminalEmulator", "Filesystem", "Monitor", "Security", "Accessibility", "Calculator", "Clock", "TextEditor",
        "Documentation", "Adult", "Core", "KDE", "GNOME", "XFCE", "GTK", "Qt", "Motif", "Java", "ConsoleOnly",
    ]

    private static let known = Dictionary((main + additional).map { ($0.lowercased(), $0) }) { first, _ in first }
}
