import AppGroup

extension GroupAppearance {
    /// The appearance of the group; that of a group without settings if there are several, because each has its own.
    init(of registries: [Registry]) {
        self = registries.count == 1 ? (try? registries[0].appearance()) ?? GroupAppearance() : GroupAppearance()
    }
}

extension GroupAppearance.Color {
    /// The nearest color of the cube in xterm's palette of 256 colors.
    var paletteNumber: Int {
        // The steps of the cube are 0, 95, 135, 175, 215 and 255.
        func step(_ part: UInt8) -> Int { part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40 }
        return 16 + 36 * step(red) + 6 * step(green) + step(blue)
    }
}
