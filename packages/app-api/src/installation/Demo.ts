/** The demonstration client and its API key, for a service that only its own machine can reach. */
import { SensitiveCategory } from "@sheaf/domain/Sensitive"
import { ApiKeys, callerOf, ClientStore } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"

export const clientId = "demo"

/**
 * A publicly known key. It works only on the same machine, in a service with simulated companies. It is never stored,
 * so a service without this layer rejects it.
 */
export const apiKey = "sheaf-demo"

export const layer = Layer.effect(
  ApiKeys,
  Effect.gen(function* () {
    const issued = yield* ApiKeys
    const clients = yield* ClientStore
    yield* clients.addClient({
      id: clientId,
      name: "Demonstration",
      environment: "test",
      sensitive: SensitiveCategory.literals
    })
    const demo = Effect.map(clients.findClient(clientId), Option.map(callerOf))
    return ApiKeys.of({
      ...issued,
      lookup: (key) => (key === apiKey ? { _tag: "Client", clientId } : issued.lookup(key)),
      verify: (key) => (Redacted.value(key) === apiKey ? demo : issued.verify(key))
    })
  })
)
