/**
 * How durable a commit has to be (architecture 4). FULL survives a power cut, and is for what somebody was promised:
 * accepted starts and inputs, keys. NORMAL survives the death of the process, and is for what can be done again.
 */
import { Context, Effect } from "effect"

export type Durability = "FULL" | "NORMAL"

/** What the next top-level transaction of this fiber asks for. */
export const Durability = Context.Reference<Durability>("@sheaf/adapters-sql/Durability", {
  defaultValue: () => "NORMAL"
})

/** Runs a transaction whose commit survives a power cut. */
export const promised = Effect.provideService(Durability, "FULL")
