import AppPackage
import Crypto

/// The one style sheet of all pages, at an address that changes with it, so that browsers may keep it for good.
enum PageStyle {
    static let css = PackageResources.style_css
    static let path = "/assets/\(SHA256.hash(data: css).prefix(8).hexadecimal).css"
}
