import NIOCore
import SystemPackage

extension ServiceError {
    /// Why the server can't listen where its settings say.
    init(_ error: IOError, listeningAt settings: Settings) {
        let place = "port \(settings.port) of \(settings.host)"
        switch Errno(rawValue: error.errnoCode) {
        case .addressInUse:
            self.init(.busy, "Another program listens at \(place); end it, or choose another --port.")
        case .permissionDenied:
            self.init(.permission, "This user may not listen at \(place); choose a --port from 1024 on.")
        case .addressNotAvailable:
            self.init(.configuration, "This machine has no address \(settings.host); correct --host.")
        default: self.init(.inputOutput, "The server can't listen at \(place): \(error).")
        }
    }
}
