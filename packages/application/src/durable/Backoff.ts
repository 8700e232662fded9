/** The pauses before somebody is asked again who gave no answer: short at first, and ten seconds at most. */
import { Schedule } from "effect"

export const backoff = Schedule.min([Schedule.exponential("250 millis", 2), Schedule.spaced("10 seconds")])
