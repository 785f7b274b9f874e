// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "app-group",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AppGroup", targets: ["AppGroup"]),
        .library(name: "AppGroupTerminal", targets: ["AppGroupTerminal"]),
        .library(name: "AppGroupWidget", targets: ["AppGroupWidget"]),
        .executable(name: "launcher", targets: ["AppGroupLauncher"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(name: "CAppGroupSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "AppGroup", dependencies: ["CAppGroupSQLite"]),
        .target(
            name: "AppGroupTerminal",
            dependencies: [
                "AppGroup",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(name: "AppGroupWidget", dependencies: ["AppGroup", "AppGroupTerminal"]),
        .executableTarget(
            name: "AppGroupLauncher",
            dependencies: [
                "AppGroup",
                "AppGroupTerminal",
                "AppGroupWidget",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(name: "TestSupport", dependencies: ["AppGroup"], path: "Tests/Support"),
        .executableTarget(
            name: "registry-worker", dependencies: ["AppGroup", "CAppGroupSQLite"], path: "Tests/Worker"),
        .executableTarget(name: "embedding-tool", dependencies: ["AppGroup"], path: "Tests/EmbeddingTool"),
        .testTarget(
            name: "AppGroupTests", dependencies: ["AppGroup", "TestSupport", "registry-worker"],
            exclude: ["Ranking/Evaluation/baselines.py"]),
        .testTarget(name: "AppGroupTerminalTests", dependencies: ["AppGroupTerminal", "TestSupport"]),
        .testTarget(
            name: "AppGroupWidgetTests",
            dependencies: ["AppGroup", "AppGroupTerminal", "AppGroupWidget", "TestSupport"]),
        .testTarget(
            name: "AppGroupLauncherTests",
            dependencies: ["AppGroupLauncher", "AppGroupTerminal", "AppGroupWidget", "TestSupport", "embedding-tool"],
            exclude: ["Snapshots"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    ]
    if Context.environment["CI"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
