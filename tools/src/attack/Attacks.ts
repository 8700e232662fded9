/** All attacks, in the order of a run. */
import * as Companies from "./attacks/Companies.ts"
import * as Connections from "./attacks/Connections.ts"
import * as Floods from "./attacks/Floods.ts"
import * as Heads from "./attacks/Heads.ts"
import * as Unread from "./attacks/Unread.ts"
import type { Attack } from "./Stage.ts"

export const all: ReadonlyArray<Attack> = [Heads, Unread, Connections, Floods, Companies].flatMap((file) => file.all)
