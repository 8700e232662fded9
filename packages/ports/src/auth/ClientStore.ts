/** Clients, and the hashes of their API keys (spec 5). */
import type { SensitiveCategory } from "@sheaf/domain/Sensitive"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Caller, Environment } from "./Caller.ts"
import type { ApiKeyLimits } from "./ApiKeyLimits.ts"
import type { StoreError } from "../stores/StoreError.ts"

/** The maximum number of live keys per client. With two, a client can replace its key without a gap (spec 5). */
export const maxLiveApiKeys = 2

export interface StoredClient {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  /** True if Sheaf rejects the client's requests without mutual TLS (spec 5.3). */
  readonly requiresMutualTls?: boolean
  /** The sensitive data that the operator allows the client to collect. Default: none. */
  readonly sensitive?: ReadonlyArray<SensitiveCategory>
  readonly usesTestMethods?: boolean
  /** True if Sheaf may keep usernames and passwords for the client's monitors (spec 18). */
  readonly storesCredentials?: boolean
}

export interface ApiKeyHolder extends StoredClient {
  /** The key's public id: its text before the secret. The demo key has none. */
  readonly keyId?: string
  readonly keyLimits?: ApiKeyLimits
}

/** Returns the caller for a client. Works the same way for every kind of credential. */
export const callerOf = ({
  environment,
  id,
  keyId,
  keyLimits,
  requiresMutualTls = false
}: Pick<ApiKeyHolder, "environment" | "id" | "keyId" | "keyLimits" | "requiresMutualTls">): Caller => ({
  clientId: id,
  environment,
  ...(keyId !== undefined && { keyId }),
  ...(requiresMutualTls && { requiresMutualTls }),
  ...(keyLimits && { keyLimits })
})

/** An issued key without its secret. Times are milliseconds since 1970. */
export interface StoredApiKey extends ApiKeyLimits {
  /** The key's public id: its text before the secret. The demo key has none. */
  readonly keyId?: string
  readonly clientId: string
  readonly createdAt: number
  readonly revokedAt?: number
  /** True if somebody changed the row outside Sheaf. Sheaf then rejects the key. */
  readonly isAltered?: true
}

/** Stores clients, and their keys as hashes. All writes survive a power failure. */
export class ClientStore extends Context.Service<
  ClientStore,
  {
    /** Adds a client. Has no effect if the id exists. */
    readonly addClient: (client: StoredClient) => Effect.Effect<void, StoreError>
    readonly findClient: (clientId: string) => Effect.Effect<Option.Option<StoredClient>, StoreError>
    /** Sets whether a client must use mutual TLS. Returns false if there is no such client. */
    readonly requireMutualTls: (clientId: string, isRequired: boolean) => Effect.Effect<boolean, StoreError>
    /** Sets the sensitive data that a client may collect. Returns false if there is no such client. */
    readonly allowSensitive: (
      clientId: string,
      categories: ReadonlyArray<SensitiveCategory>
    ) => Effect.Effect<boolean, StoreError>
    /** Sets whether a client may use test login methods in production. Returns false if there is no such client. */
    readonly allowTestMethods: (clientId: string, isAllowed: boolean) => Effect.Effect<boolean, StoreError>
    /**
     * Sets whether Sheaf may keep usernames and passwords for a client's monitors. If `isAllowed` is false, the
     * client's monitors that have stored credentials become due, and their next step erases the credentials. Returns
     * false if there is no such client.
     */
    readonly allowStoredCredentials: (clientId: string, isAllowed: boolean) => Effect.Effect<boolean, StoreError>
    /** All clients, oldest first. */
    readonly clients: Effect.Effect<ReadonlyArray<StoredClient>, StoreError>
    /** Returns the URLs that Sheaf may redirect a client's users to, oldest first (spec 2.4). */
    readonly returnUrls: (clientId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Registers a return URL, unless it is registered already. Fails if the client does not exist. */
    readonly addReturnUrl: (clientId: string, returnUrl: string) => Effect.Effect<void, StoreError>
    /** Removes a return URL, and returns false if it is not registered. */
    readonly removeReturnUrl: (clientId: string, returnUrl: string) => Effect.Effect<boolean, StoreError>
    /** Returns the origins whose pages may embed Connect sessions of a client, oldest first (spec 13). */
    readonly origins: (clientId: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Registers an origin. Has no effect if it is already registered. Fails if the client does not exist. */
    readonly addOrigin: (clientId: string, origin: string) => Effect.Effect<void, StoreError>
    /** Removes an origin. Returns false if it is not registered. */
    readonly removeOrigin: (clientId: string, origin: string) => Effect.Effect<boolean, StoreError>
    /** Adds a key's hash if it is new. Returns false if {@link maxLiveApiKeys} keys are already live. */
    readonly addKey: (
      clientId: string,
      hash: Uint8Array,
      keyId?: string,
      limits?: ApiKeyLimits
    ) => Effect.Effect<boolean, StoreError>
    /** Returns all keys of a client, including revoked keys, oldest first. */
    readonly keys: (clientId: string) => Effect.Effect<ReadonlyArray<StoredApiKey>, StoreError>
    /** Revokes a key now. Returns false if no live key has this id. */
    readonly revokeKey: (keyId: string) => Effect.Effect<boolean, StoreError>
    /** Erases the keys that were revoked or expired before a time. */
    readonly eraseKeys: (endedBefore: number) => Effect.Effect<void, StoreError>
    /**
     * Replaces the stored hash of a client's live key after the pepper has changed. Has no effect if the key is
     * revoked, or if its row was changed outside Sheaf.
     */
    readonly rehashKey: (clientId: string, before: Uint8Array, hash: Uint8Array) => Effect.Effect<void, StoreError>
    /**
     * Returns the client whose key has this hash. Also finds expired keys, but not keys that were revoked or whose row
     * was changed outside Sheaf.
     */
    readonly findByKey: (hash: Uint8Array) => Effect.Effect<Option.Option<ApiKeyHolder>, StoreError>
  }
>()("@sheaf/ports/ClientStore") {}
