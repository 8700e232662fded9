/** The API keys of clients (spec 5). */
import { Context, Schema } from "effect"
import type { Effect, Option, Redacted } from "effect"
import type { Caller } from "./Caller.ts"
import type { ApiKeyLimits } from "./ApiKeyLimits.ts"
import type { StoreError } from "../stores/StoreError.ts"

export class UnknownClient extends Schema.TaggedError<UnknownClient>()("UnknownClient", {}) {}

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", {}) {}

/** How to find a key's client: by the key's hash or, for a key that is never stored, by the client's id. */
export type ApiKeyLookup =
  | { readonly _tag: "Hash"; readonly hash: Uint8Array }
  | { readonly _tag: "Client"; readonly clientId: string }

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /**
     * Returns a live key's client. Revoked and expired keys are not live. Takes the same time for every well-formed
     * key.
     */
    readonly verify: (key: Redacted.Redacted) => Effect.Effect<Option.Option<Caller>, StoreError>
    /** Returns how to look up a key's client, or undefined if `key` is malformed. Does not read the store. */
    readonly lookup: (key: string) => ApiKeyLookup | undefined
    /** Issues a key. Its text cannot be retrieved later. */
    readonly issue: (
      clientId: string,
      limits?: ApiKeyLimits
    ) => Effect.Effect<Redacted.Redacted, UnknownClient | TooManyApiKeys | StoreError>
  }
>()("@sheaf/ports/ApiKeys") {}
