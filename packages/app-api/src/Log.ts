/** Logs one JSON object per line to stderr. Standard output is for results. */
import { Logger, References } from "effect"

const toStandardError = Logger.withConsoleError(Logger.formatJson)

/**
 * Effect's cluster logs this when the last node on a PostgreSQL database stops. It means nothing to operators, so it is
 * omitted.
 */
const stopNoise = "No healthy runners available"

const isStopNoise = ({ fiber, message }: Logger.Options<unknown>): boolean =>
  [message].flat().includes(stopNoise) &&
  fiber.getRef(References.CurrentLogAnnotations)["module"] === "effect/cluster/Sharding"

export const layer = Logger.layer([
  Logger.make((options) => (isStopNoise(options) ? undefined : toStandardError.log(options)))
])
