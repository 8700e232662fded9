/** Makes simulated companies and their connector misbehave (spec 2.5, 12). */
import { ConnectorError } from "@sheaf/ports"
import type { Step } from "@sheaf/ports"
import { Effect } from "effect"
import * as BoundedMap from "../storage/BoundedMap.ts"
import type { Misbehavior } from "../scenarios/Script.ts"

const slowMillis = 2500
const attemptsKept = 1000
const failingAttempts = 2

/** An invalid step. The step is parsed from JSON, because the compiler would reject it. */
const nonsense = '{"_tag":"Poll","status":"COLLECTING","afterMillis":"soon","session":42}'

/** Counts attempts by the step's key, which all retries share. */
export const make = () => {
  const attempts = BoundedMap.make<number>(attemptsKept)

  const unreachableTwice = (key: string, step: Step) =>
    Effect.suspend(() => {
      const attempt = (attempts.get(key) ?? 0) + 1
      attempts.set(key, attempt)
      return attempt > failingAttempts
        ? Effect.succeed(step)
        : Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    })

  /** If the action says so, misbehaves first. Then returns `step`. */
  return (behavior: Misbehavior | undefined, key: string, step: Step): Effect.Effect<Step, ConnectorError> => {
    switch (behavior) {
      case undefined:
        return Effect.succeed(step)
      case "SLOW":
        return Effect.delay(Effect.succeed(step), slowMillis)
      case "UNREACHABLE_TWICE":
        return unreachableTwice(key, step)
      case "THROWS":
        return Effect.die(new Error("the scenario makes this connector throw"))
      case "NONSENSE":
        return Effect.sync((): Step => JSON.parse(nonsense))
      case "HANGS":
        return Effect.never
    }
  }
}
