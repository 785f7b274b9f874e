// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bench",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "app-group", path: "..")
    ],
    targets: [
        .executableTarget(name: "store-bench", dependencies: [.product(name: "AppGroup", package: "app-group")]),
        .executableTarget(name: "tool-embedding", dependencies: [.product(name: "AppGroup", package: "app-group")]),
        .executableTarget(name: "tool-plain"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    ]
    if Context.environment["CI"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
