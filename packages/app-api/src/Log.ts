/** The log: one JSON object per line on stderr. Standard output is for results. */
import { Logger, References } from "effect"

const toStandardError = Logger.withConsoleError(Logger.formatJson)

/**
 * What the cluster logs when the last node on a PostgreSQL database stops. It tells operators nothing, so it is left
 * out.
 */
const stopNoise = "No healthy runners available"

const isStopNoise = ({ fiber, message }: Logger.Options<unknown>): boolean =>
  [message].flat().includes(stopNoise) &&
  fiber.getRef(References.CurrentLogAnnotations)["module"] === "effect/cluster/Sharding"

export const layer = Logger.layer([
  Logger.make((options) => (isStopNoise(options) ? undefined : toStandardError.log(options)))
])
