/**
 * The durability of commits (architecture 4). FULL survives a power failure, and is meant for promises to clients, such
 * as accepted requests, inputs and keys. NORMAL survives a process crash, and is meant for work that can be repeated.
 */
import { Context, Effect } from "effect"

export type Durability = "FULL" | "NORMAL"

/** Applies to the fiber's next top-level transaction. */
export const Durability = Context.Reference<Durability>("@sheaf/adapters-sql/Durability", {
  defaultValue: () => "NORMAL"
})

export const withFullDurability = Effect.provideService(Durability, "FULL")
