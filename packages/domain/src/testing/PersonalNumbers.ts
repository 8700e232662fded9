/** Personal numbers and coordination numbers, for property tests of whatever takes one (spec 2.1). */
import { Arbitrary, Schema } from "effect"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const day = 86_400_000
const firstBirth = Date.parse("1890-01-01")
const lastBirth = Date.parse("2026-04-01")

/** The last day on which anyone of these is born: the `today` for which all of them are valid. */
export const today = "2026-04-01"
