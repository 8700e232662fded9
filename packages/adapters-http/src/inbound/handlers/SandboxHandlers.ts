/** What the sandbox can be made to do (decisions 16). */
import { Api, CurrentCaller, SandboxGroup, SandboxGroup20250101 } from "@sheaf/http-contract"
import { Consents, Scenarios } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Dialect from "../versions/Dialect.ts"
import { orRefuse } from "../problems/Refusals.ts"
import * as CollectionOperations from "./CollectionOperations.ts"
import { personal } from "./Personal.ts"

const scenarios = Effect.map(
  Scenarios,
  ({ all }) =>
    () =>
      Effect.succeed(all)
)

const consentScenarios = Effect.map(
  Scenarios,
  ({ consents }) =>
    () =>
      Effect.succeed(consents)
)

interface OfConsent {
  readonly params: { readonly consentId: string }
}

const expireConsent = Effect.map(Consents, (consents) =>
  Effect.fnUntraced(function* ({ params }: OfConsent) {
    return personal((yield* orRefuse(consents.expire(yield* CurrentCaller, params.consentId))).body)
  })
)

export const layer = HttpApiBuilder.group(
  Api.of("2026-04-01").add(SandboxGroup),
  "sandbox",
  Effect.fnUntraced(function* (handlers) {
    const { expire } = yield* CollectionOperations.make(Dialect.head)
    return handlers
      .handle("scenarios", yield* scenarios)
      .handle("consentScenarios", yield* consentScenarios)
      .handle("expire", expire)
      .handle("expireConsent", yield* expireConsent)
  })
)

export const layer20250101 = HttpApiBuilder.group(
  Api.of("2025-01-01").add(SandboxGroup20250101),
  "sandbox",
  Effect.fnUntraced(function* (handlers) {
    const { expire } = yield* CollectionOperations.make(Dialect.dialect20250101)
    return handlers
      .handle("scenarios", yield* scenarios)
      .handle("consentScenarios", yield* consentScenarios)
      .handle("expire", expire)
      .handle("expireConsent", yield* expireConsent)
  })
)
