/** `npm run bench -- [measurement …]`: measures the service. */
import { Command } from "effect/cli"
import * as CommandLine from "../workshop/CommandLine.ts"
import type { RunLength, Measurement } from "./suite/Measurement.ts"
import * as Measurements from "./Measurements.ts"
import * as Suite from "./suite/Suite.ts"

const flags = {
  smoke: CommandLine.booleanFlag("smoke", "Takes each measurement briefly, to check that it works."),
  long: CommandLine.booleanFlag("long", "Takes more and longer rounds, with 100,000 waiting collections.")
}

/** By default, a smoke run takes all measurements, and any other run omits the slow ones. */
export const defaultMeasurements = (
  named: ReadonlyArray<Measurement>,
  effort: RunLength,
  all: ReadonlyArray<Measurement>
): ReadonlyArray<Measurement> =>
  named.length < all.length || effort === "smoke" ? named : named.filter(({ onRequest }) => onRequest !== true)

export const command = Command.make(
  "bench",
  { measurements: CommandLine.choiceArgument("measurement", Measurements.all), list: CommandLine.listFlag, ...flags },
  ({ list, long, measurements, smoke }) => {
    const effort = smoke ? "smoke" : long ? "long" : "full"
    return CommandLine.listChoicesOrRun(list, Measurements.all, () =>
      Suite.run(defaultMeasurements(measurements, effort, Measurements.all), effort, console)
    )
  }
).pipe(
  Command.withShortDescription("Measures the service."),
  Command.withDescription(
    "Measures the service. Absolute figures depend on the machine, so compare the ratios. A run that names no measurement\n" +
      "leaves out monitors, nodes and costs."
  )
)
