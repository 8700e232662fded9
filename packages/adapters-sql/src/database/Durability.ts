/**
 * How durable a commit is (architecture 4). FULL survives a power failure, and is for promises to clients, such as
 * accepted requests, inputs and keys. NORMAL survives a process crash, and is for work that can be repeated.
 */
import { Context, Effect } from "effect"

export type Durability = "FULL" | "NORMAL"

/** How durable the fiber's next top-level transaction is. */
export const Durability = Context.Reference<Durability>("@sheaf/adapters-sql/Durability", {
  defaultValue: () => "NORMAL"
})

/** Makes the commit survive a power failure. */
export const withFullDurability = Effect.provideService(Durability, "FULL")
