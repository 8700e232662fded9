/** Who holds an API key (spec 5; decisions 8). */
import { Context } from "effect"
import type { Effect, Option, Redacted } from "effect"
import type { Caller, Environment } from "./Caller.ts"
import type { StoreError } from "./StoreError.ts"

/** Issues and verifies the keys that clients send as `Authorization-token`. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** The caller behind a key, or nothing when no live key reads like this. Constant in time for keys of one form. */
    readonly verify: (key: Redacted.Redacted) => Effect.Effect<Option.Option<Caller>, StoreError>
    /** A new key of a client. This is the only time that its text can be seen. */
    readonly issue: (clientId: string) => Effect.Effect<Redacted.Redacted, StoreError>
  }
>()("@sheaf/ports/ApiKeys") {}

/** A client as it is stored. */
export interface Client {
  readonly id: string
  readonly name: string
  readonly environment: Environment
}

/** Where clients and the hashes of their keys are kept. */
export class ClientStore extends Context.Service<
  ClientStore,
  {
    /** Adds a client; one with the same id is left as it is. */
    readonly addClient: (client: Client) => Effect.Effect<void, StoreError>
    /** The client with this id. */
    readonly findClient: (clientId: string) => Effect.Effect<Option.Option<Client>, StoreError>
    /** Adds the keyed hash of a key; one that is there already is left as it is. */
    readonly addKey: (clientId: string, hash: Uint8Array) => Effect.Effect<void, StoreError>
    /** The client whose live key has this hash. */
    readonly findByKey: (hash: Uint8Array) => Effect.Effect<Option.Option<Client>, StoreError>
  }
>()("@sheaf/ports/ClientStore") {}
