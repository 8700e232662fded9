/** What the process writes of itself: to standard error, one JSON object a line. Standard output is for people and pipes. */
import { Logger, References } from "effect"

const toStandardError = Logger.withConsoleError(Logger.formatJson)

/**
 * The engine misses a healthy runner while its only one stops, which is this process. Whoever reads the log can do nothing
 * about it.
 */
const isOfStopping = ({ fiber, message }: Logger.Options<unknown>): boolean =>
  [message].flat().includes("No healthy runners available") &&
  fiber.getRef(References.CurrentLogAnnotations)["module"] === "effect/cluster/Sharding"

export const layer = Logger.layer([
  Logger.make((options) => (isOfStopping(options) ? undefined : toStandardError.log(options)))
])
