/**
 * Driving port: status polls with an API key. Each poll takes a single read, because polls are most of the traffic (ADR
 * 9).
 */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"
import type { Caller } from "../auth/Caller.ts"
import type { CurrentCollectionStatus } from "./Collections.ts"

export interface StatusPoll {
  readonly caller: Caller
  readonly current: CurrentCollectionStatus
}

export class Polls extends Context.Service<
  Polls,
  {
    /**
     * Returns the client of an API key and the status of that client's collection. Returns nothing if the key is not
     * live, or if the client has no such collection.
     */
    readonly find: (key: string, collectionId: string) => Effect.Effect<Option.Option<StatusPoll>, StoreError>
  }
>()("@sheaf/ports/Polls") {}
