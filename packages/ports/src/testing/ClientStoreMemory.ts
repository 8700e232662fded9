/** A {@link ClientStore} in memory, for tests of what stands on one. Passes the contract, like every other. */
import { Effect, Layer, Option } from "effect"
import { ClientStore } from "../ApiKeys.ts"
import type { Client } from "../ApiKeys.ts"
import { StoreError } from "../StoreError.ts"

const make = (): ClientStore["Service"] => {
  const clients = new Map<string, Client>()
  const owners = new Map<string, string>()
  const find = (clientId: string | undefined) =>
    Effect.sync(() => Option.fromUndefinedOr(clientId === undefined ? undefined : clients.get(clientId)))
  return {
    addClient: (client) =>
      Effect.sync(() => {
        if (!clients.has(client.id)) clients.set(client.id, client)
      }),
    findClient: find,
    addKey: (clientId, hash) =>
      Effect.suspend(() => {
        if (!clients.has(clientId)) return new StoreError({ operation: "add API key", cause: "no such client" })
        const text = hash.join()
        if (!owners.has(text)) owners.set(text, clientId)
        return Effect.void
      }),
    findByKey: (hash) => Effect.suspend(() => find(owners.get(hash.join())))
  }
}

export const layer = Layer.sync(ClientStore, make)
