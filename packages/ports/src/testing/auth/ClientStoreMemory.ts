/** A {@link ClientStore} in memory, for tests of its callers. */
import { Clock, Effect, Layer, Option } from "effect"
import { ClientStore, maxLiveApiKeys } from "../../auth/ClientStore.ts"
import type { StoredClient, StoredApiKey } from "../../auth/ClientStore.ts"
import { hasExpired } from "../../auth/ApiKeyLimits.ts"
import { StoreError } from "../../stores/StoreError.ts"

const isRevoked = ({ revokedAt }: StoredApiKey): boolean => revokedAt !== undefined

const make = (): ClientStore["Service"] => {
  const clients = new Map<string, StoredClient>()
  const keys = new Map<string, StoredApiKey>()
  const [returnUrls, origins] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const listed = (of: typeof origins, clientId: string) => Effect.sync(() => [...(of.get(clientId) ?? [])])
  const added = (of: typeof origins, clientId: string, text: string) =>
    Effect.suspend(() => {
      if (!clients.has(clientId)) return new StoreError({ operation: "register address", cause: "no such client" })
      of.set(clientId, (of.get(clientId) ?? new Set()).add(text))
      return Effect.void
    })
  const removed = (of: typeof origins, clientId: string, text: string) =>
    Effect.sync(() => of.get(clientId)?.delete(text) ?? false)
  const keysOf = (clientId: string) => [...keys.values()].filter((key) => key.clientId === clientId)
  const find = (clientId: string | undefined) =>
    Effect.sync(() => Option.fromUndefinedOr(clientId === undefined ? undefined : clients.get(clientId)))
  return {
    addClient: (client) =>
      Effect.sync(() => {
        if (!clients.has(client.id)) clients.set(client.id, client)
      }),
    findClient: find,
    requireMutualTls: (clientId, isRequired) =>
      Effect.sync(() => {
        const client = clients.get(clientId)
        if (client === undefined) return false
        const { requiresMutualTls: _, ...rest } = client
        clients.set(clientId, { ...rest, ...(isRequired && { requiresMutualTls: true }) })
        return true
      }),
    allowSensitive: (clientId, categories) =>
      Effect.sync(() => {
        const client = clients.get(clientId)
        if (client === undefined) return false
        const { sensitive: _, ...rest } = client
        clients.set(clientId, { ...rest, ...(categories.length > 0 && { sensitive: categories }) })
        return true
      }),
    allowTestMethods: (clientId, isAllowed) =>
      Effect.sync(() => {
        const client = clients.get(clientId)
        if (client === undefined) return false
        const { usesTestMethods: _, ...rest } = client
        clients.set(clientId, { ...rest, ...(isAllowed && { usesTestMethods: true }) })
        return true
      }),
    allowStoredCredentials: (clientId, isAllowed) =>
      Effect.sync(() => {
        const client = clients.get(clientId)
        if (client === undefined) return false
        const { storesCredentials: _, ...rest } = client
        clients.set(clientId, { ...rest, ...(isAllowed && { storesCredentials: true }) })
        return true
      }),
    returnUrls: (clientId) => listed(returnUrls, clientId),
    addReturnUrl: (clientId, returnUrl) => added(returnUrls, clientId, returnUrl),
    removeReturnUrl: (clientId, returnUrl) => removed(returnUrls, clientId, returnUrl),
    origins: (clientId) => listed(origins, clientId),
    addOrigin: (clientId, origin) => added(origins, clientId, origin),
    removeOrigin: (clientId, origin) => removed(origins, clientId, origin),
    clients: Effect.sync(() => [...clients.values()]),
    addKey: (clientId, hash, keyId, limits) =>
      Effect.flatMap(Clock.currentTimeMillis, (createdAt) => {
        if (!clients.has(clientId)) return new StoreError({ operation: "add API key", cause: "no such client" })
        if (keys.has(hash.join())) return Effect.succeed(true)
        const isLive = (key: StoredApiKey) => !isRevoked(key) && !hasExpired(key, createdAt)
        if (keysOf(clientId).filter(isLive).length >= maxLiveApiKeys) return Effect.succeed(false)
        keys.set(hash.join(), { clientId, createdAt, ...(keyId !== undefined && { keyId }), ...limits })
        return Effect.succeed(true)
      }),
    keys: (clientId) => Effect.sync(() => keysOf(clientId)),
    revokeKey: (keyId) =>
      Effect.map(Clock.currentTimeMillis, (revokedAt) => {
        const [hash, key] = [...keys].find(([, known]) => known.keyId === keyId && !isRevoked(known)) ?? []
        if (hash === undefined || key === undefined) return false
        keys.set(hash, { ...key, revokedAt })
        return true
      }),
    eraseKeys: (endedBefore) =>
      Effect.sync(() => {
        for (const [hash, { expiresAt = Infinity, revokedAt }] of keys) {
          if ((revokedAt ?? expiresAt) < endedBefore) keys.delete(hash)
        }
      }),
    rehashKey: (clientId, before, hash) =>
      Effect.sync(() => {
        const key = keys.get(before.join())
        if (key?.clientId !== clientId || isRevoked(key)) return
        keys.delete(before.join())
        keys.set(hash.join(), key)
      }),
    findByKey: (hash) =>
      Effect.suspend(() => {
        const key = keys.get(hash.join())
        if (key === undefined || isRevoked(key)) return Effect.succeedNone
        const { clientId, createdAt: _, keyId, ...limits } = key
        const hasLimits = Object.keys(limits).length > 0
        return Effect.map(
          find(clientId),
          Option.map((client) => ({
            ...client,
            ...(keyId !== undefined && { keyId }),
            ...(hasLimits && { keyLimits: limits })
          }))
        )
      })
  }
}

export const layer = Layer.sync(ClientStore, make)
