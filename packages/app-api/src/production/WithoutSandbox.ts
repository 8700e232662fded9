/** The ports of a service without a sandbox (spec 14.1). */
import {
  AccountHoldingBanks,
  ElectronicId,
  ElectronicIdError,
  SandboxPages,
  Scenarios,
  WebhookInboxes
} from "@sheaf/ports"
import { Effect, Layer } from "effect"

/** There are no scenarios and no pages, because the service has none of the sandbox's paths. */
export const catalogs = Layer.mergeAll(
  Layer.succeed(Scenarios, { all: [], consents: [] }),
  Layer.succeed(WebhookInboxes, { receive: () => Effect.void, after: () => Effect.succeed([]) }),
  Layer.succeed(SandboxPages, { answer: () => Effect.succeed({ statusCode: 404, headers: {}, body: "" }) })
)

/** Finds no bank, because connectors do not support stored consents. */
export const banks = Layer.succeed(AccountHoldingBanks, { find: () => Effect.succeedNone })

const refused = Effect.fail(new ElectronicIdError({ reason: "REFUSED" }))

/** Without a configured provider, Sheaf itself identifies nobody. Connectors identify people on their own. */
export const electronicId = Layer.succeed(ElectronicId, {
  order: () => refused,
  collect: () => refused,
  cancel: () => Effect.void
})
