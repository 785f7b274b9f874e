// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "desktop",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "launcher-badge-bridge", targets: ["LauncherBadgeBridge"])
    ],
    dependencies: [
        // Named, because a path's identity is otherwise the name of the checkout's folder.
        .package(name: "app-group", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CDesktopSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .executableTarget(
            name: "LauncherBadgeBridge",
            dependencies: [
                "CDesktopSystemd",
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "AppGroupTerminal", package: "app-group"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(
            name: "LauncherBadgeBridgeTests",
            dependencies: ["LauncherBadgeBridge", .product(name: "AppGroup", package: "app-group")]),
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
