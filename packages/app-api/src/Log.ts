/** What the process writes of itself: to standard error, one JSON object a line. Standard output is for people and pipes. */
import { Logger, References } from "effect"

const toStandardError = Logger.withConsoleError(Logger.formatJson)

/**
 * What the engine says of any stop and any start of its only runner, which is this process: that no other one is there,
 * and that work is waiting whose workflow is registered a moment later. Whoever reads the log can do nothing about it.
 */
const ofEveryRestart: ReadonlySet<unknown> = new Set([
  "No healthy runners available",
  "Could not find entity manager for address, retrying"
])

const isOfRestarting = ({ fiber, message }: Logger.Options<unknown>): boolean =>
  [message].flat().some((part) => ofEveryRestart.has(part)) &&
  fiber.getRef(References.CurrentLogAnnotations)["module"] === "effect/cluster/Sharding"

export const layer = Logger.layer([
  Logger.make((options) => (isOfRestarting(options) ? undefined : toStandardError.log(options)))
])
