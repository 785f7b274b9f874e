package import AppGroup
import AppGroupPlatform

/// Draws SVG images with librsvg's program `rsvg-convert`, which runs as a separate process: a terminal shows pixels.
///
/// The program reads the image from its standard input, so references to other files lead nowhere.
package struct SVGConverter: Sendable {
    private let program: String
    private let environment: ProcessEnvironment

    /// The most time for one image. An ordinary icon takes some milliseconds.
    private static let timeout = Duration.seconds(3)

    /// `nil` if the program is not installed.
    package init?(_ environment: ProcessEnvironment) {
        guard let program = environment.executable(named: "rsvg-convert") else { return nil }
        self.program = program
        self.environment = environment
    }

    /// The image as a PNG file whose longer side is `side` pixels; `nil` if it cannot be drawn.
    package func png(_ svg: [UInt8], side: Int) -> [UInt8]? {
        guard SVGImage.fault(in: svg) == nil else { return nil }
        let call = Processes.Program(
            executable: program,
            arguments: ["--keep-aspect-ratio", "--width=\(side)", "--height=\(side)", "--format=png"],
            environment: environment)
        let output = try? Processes.output(
            of: call, input: svg, in: environment.temporaryFolder, limit: AppIcon.maximumSize,
            timeout: Self.timeout)
        return output.flatMap(\.self)
    }
}
