/** The log: one JSON object per line on stderr. Standard output is for results. */
import { Logger, References } from "effect"

const toStandardError = Logger.withConsoleError(Logger.formatJson)

/**
 * Messages that the engine logs whenever its only runner, this process, starts or stops. They say that no runner is
 * available, or that work waits for a workflow that is registered a moment later. Operators cannot act on either.
 */
const restartNoise: ReadonlySet<unknown> = new Set([
  "No healthy runners available",
  "Could not find entity manager for address, retrying"
])

const isRestartNoise = ({ fiber, message }: Logger.Options<unknown>): boolean =>
  [message].flat().some((part) => restartNoise.has(part)) &&
  fiber.getRef(References.CurrentLogAnnotations)["module"] === "effect/cluster/Sharding"

export const layer = Logger.layer([
  Logger.make((options) => (isRestartNoise(options) ? undefined : toStandardError.log(options)))
])
