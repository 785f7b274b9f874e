/// The score behind the order `frecency`: frequent and recent use in one number.
///
///     score = ½ (1 − 2^(−1/5)) · fast · 2^(−Δ/5)  +  ½ (1 − 2^(−1/100)) · slow · 2^(−Δ/100)
///
/// with Δ the openings of the group since the app's last one. Each half is scaled so that it sums to at most 1 over all
/// apps: it estimates how likely the next opening is this app, one half from the last few openings and the other from the
/// last few hundred. Without the scale, the slow half would outweigh the fast one.
public enum Frecency {
    /// A pure function of one app's usage and the number of the group's last opening; 0 (never opened) to 1.
    public static func score(_ usage: AppUsage, lastOpeningOfGroup: AppOpening.Number) -> Double {
        let age = AppUsage.age(of: usage.lastOpening, at: lastOpeningOfGroup)
        return 0.5 * share(usage.fast, age, AppUsage.fastHalfLife) + 0.5 * share(usage.slow, age, AppUsage.slowHalfLife)
    }

    private static func share(_ counter: Double, _ age: Double, _ halfLife: Double) -> Double {
        (1 - Decay.factor(1, halfLife: halfLife)) * counter * Decay.factor(age, halfLife: halfLife)
    }
}
