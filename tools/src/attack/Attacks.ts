/** All attacks, in the order in which they run. */
import * as Companies from "./attacks/Companies.ts"
import * as Connections from "./attacks/Connections.ts"
import * as Floods from "./attacks/Floods.ts"
import * as RequestHeads from "./attacks/RequestHeads.ts"
import * as UnreadResponses from "./attacks/UnreadResponses.ts"
import type { Attack } from "./stage/Testbed.ts"

export const all: ReadonlyArray<Attack> = [RequestHeads, UnreadResponses, Connections, Floods, Companies].flatMap(
  (file) => file.all
)
