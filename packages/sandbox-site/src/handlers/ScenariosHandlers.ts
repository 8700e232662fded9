/**
 * The operations on scenarios: listing them, and making a waiting collection or consent time out immediately (spec 12).
 */
import { CallerResponse, CollectionsHandlers } from "@sheaf/adapters-http/additional"
import type { ApiErrors, VersionTranslation } from "@sheaf/adapters-http/additional"
import type { Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { CurrentCaller } from "@sheaf/http-contract"
import { Consents } from "@sheaf/ports"
import type { Collections, ConsentNotExpirable, ConsentNotFound, IdempotencyKeyReused } from "@sheaf/ports"
import { Effect } from "effect"
import type { HttpApiSchema } from "effect/http-api"

interface ScenarioOperations extends Pick<CollectionsHandlers.CollectionsHandlers, "expire"> {
  readonly scenarios: () => Effect.Effect<Scenarios["Service"]["all"]>
  readonly consentScenarios: () => Effect.Effect<Scenarios["Service"]["consents"]>
  readonly expireConsent: (request: {
    readonly params: { readonly consentId: string }
  }) => Effect.Effect<
    HttpApiSchema.withHeaders<ConsentStatusObject, CallerResponse.NoStoreHeaders>,
    ApiErrors.ProblemOf<ConsentNotFound | ConsentNotExpirable | IdempotencyKeyReused>,
    CurrentCaller
  >
}

export const make = Effect.fnUntraced(function* (
  rendering: VersionTranslation,
  scenarios: Scenarios["Service"]
): Effect.fn.Return<ScenarioOperations, never, Collections | Consents> {
  const consents = yield* Consents
  const { expire } = yield* CollectionsHandlers.make(rendering)
  return {
    scenarios: () => Effect.succeed(scenarios.all),
    consentScenarios: () => Effect.succeed(scenarios.consents),
    expire,
    expireConsent: ({ params }) =>
      CallerResponse.runForCaller((caller) => consents.expire(caller, params.consentId)).pipe(
        Effect.map(({ body }) => CallerResponse.noStoreResponse(body))
      )
  }
})
