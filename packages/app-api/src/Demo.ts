/** The client and the key that everybody may use who reaches the sandbox from its own machine (architecture). */
import { ApiKeys, callerOf, ClientStore } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"

export const clientId = "demo"

/**
 * Not a secret: it opens nothing but a sandbox that only this machine can reach. It is never stored, so that a service
 * which is started without it does not know it.
 */
export const apiKey = "sheaf-demo"

/** Knows the demonstration key beside the keys that were issued. */
export const layer = Layer.effect(
  ApiKeys,
  Effect.gen(function* () {
    const issued = yield* ApiKeys
    const clients = yield* ClientStore
    yield* clients.addClient({ id: clientId, name: "Demonstration", environment: "test" })
    const known = Effect.map(clients.findClient(clientId), Option.map(callerOf))
    return ApiKeys.of({
      ...issued,
      verify: (key) => (Redacted.value(key) === apiKey ? known : issued.verify(key))
    })
  })
)
