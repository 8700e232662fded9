/**
 * The durability of commits (architecture 4). FULL survives a power cut and protects promises to clients, such as
 * accepted start requests, inputs and keys. NORMAL survives a process crash and suits work that Sheaf can repeat.
 */
import { Context, Effect } from "effect"

export type Durability = "FULL" | "NORMAL"

/** The durability of this fiber's next top-level transaction. */
export const Durability = Context.Reference<Durability>("@sheaf/adapters-sql/Durability", {
  defaultValue: () => "NORMAL"
})

/** Makes the commit of a transaction survive a power cut. */
export const withFullDurability = Effect.provideService(Durability, "FULL")
