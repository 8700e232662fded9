/** Who holds an API key (spec 5; decisions 8). */
import { Context, Schema } from "effect"
import type { Effect, Option, Redacted } from "effect"
import type { Caller, Environment } from "./Caller.ts"
import type { StoreError } from "../StoreError.ts"

export class UnknownClient extends Schema.TaggedError<UnknownClient>()("UnknownClient", {}) {}

/** The client has as many live keys as it may have: two, so that one can take the place of the other. */
export class TooManyKeys extends Schema.TaggedError<TooManyKeys>()("TooManyKeys", {}) {}

/** How many keys of a client may be live at a time (decisions 8). */
export const maximumLiveKeys = 2

/** Issues and verifies the keys that clients send as `Authorization-token`. */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** The caller behind a key, or nothing when no live key reads like this. Constant in time for keys of one form. */
    readonly verify: (key: Redacted.Redacted) => Effect.Effect<Option.Option<Caller>, StoreError>
    /** A new key of a client. This is the only time that its text can be seen. */
    readonly issue: (clientId: string) => Effect.Effect<Redacted.Redacted, UnknownClient | TooManyKeys | StoreError>
  }
>()("@sheaf/ports/ApiKeys") {}

/** A client in the store. */
export interface StoredClient {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  /** Its requests come over mutual TLS, and are refused otherwise (decisions 15). Absent: it may choose. */
  readonly requiresMutualTls?: boolean
}

/** The caller that a client is, whatever it has shown. */
export const callerOf = ({ environment, id, requiresMutualTls = false }: StoredClient): Caller => ({
  clientId: id,
  environment,
  ...(requiresMutualTls && { requiresMutualTls })
})

/** What may be told of a key after it was issued. Times are milliseconds since 1970. */
export interface StoredKey {
  /** The part of its text that names it; absent for the key of the demonstration, which has no parts. */
  readonly keyId?: string
  readonly clientId: string
  readonly createdAt: number
  readonly revokedAt?: number
}

/** Where clients and the hashes of their keys are kept. */
export class ClientStore extends Context.Service<
  ClientStore,
  {
    /** Adds a client; one with the same id is left as it is. */
    readonly addClient: (client: StoredClient) => Effect.Effect<void, StoreError>
    readonly findClient: (clientId: string) => Effect.Effect<Option.Option<StoredClient>, StoreError>
    /**
     * Lets a client call over mutual TLS only, or as it likes again; false when there is no such client. Survives a power
     * cut.
     */
    readonly requireMutualTls: (clientId: string, isRequired: boolean) => Effect.Effect<boolean, StoreError>
    /** Every client, the oldest first. */
    readonly clients: Effect.Effect<ReadonlyArray<StoredClient>, StoreError>
    /**
     * Adds the keyed hash of a key; one that is there already is left as it is. False, and nothing added, when it is a new
     * one and the client has {@link maximumLiveKeys} live ones already. Survives a power cut, as revoking does.
     */
    readonly addKey: (clientId: string, hash: Uint8Array, keyId?: string) => Effect.Effect<boolean, StoreError>
    /** The keys of a client, revoked ones too, the oldest first. */
    readonly keys: (clientId: string) => Effect.Effect<ReadonlyArray<StoredKey>, StoreError>
    /** Revokes a key from this moment on; false when no live key has this id. */
    readonly revokeKey: (keyId: string) => Effect.Effect<boolean, StoreError>
    /** The client whose live key has this hash. */
    readonly findByKey: (hash: Uint8Array) => Effect.Effect<Option.Option<StoredClient>, StoreError>
  }
>()("@sheaf/ports/ClientStore") {}
