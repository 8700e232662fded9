/** The sandbox's operations: list scenarios, and let a waiting collection time out immediately (spec 12). */
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { CurrentCaller } from "@sheaf/http-contract"
import { Consents, Scenarios } from "@sheaf/ports"
import type { Collections, ConsentNotExpirable, ConsentNotFound, IdempotencyKeyReused } from "@sheaf/ports"
import { Effect } from "effect"
import type { HttpApiSchema } from "effect/http-api"
import type { ProblemOf } from "../../problems/ApiErrors.ts"
import type { VersionTranslation } from "../../versions/VersionTranslation.ts"
import * as CollectionsHandlers from "../CollectionsHandlers.ts"
import { runForCaller, noStoreResponse } from "../CallerResponse.ts"
import type { NoStoreHeaders } from "../CallerResponse.ts"

/** The functions for a version's routes. */
interface SandboxOperations extends Pick<CollectionsHandlers.CollectionsHandlers, "expire"> {
  readonly scenarios: () => Effect.Effect<Scenarios["Service"]["all"]>
  readonly consentScenarios: () => Effect.Effect<Scenarios["Service"]["consents"]>
  readonly expireConsent: (request: {
    readonly params: { readonly consentId: string }
  }) => Effect.Effect<
    HttpApiSchema.withHeaders<ConsentStatusObject, NoStoreHeaders>,
    ProblemOf<ConsentNotFound | ConsentNotExpirable | IdempotencyKeyReused>,
    CurrentCaller
  >
}

export const make = Effect.fnUntraced(function* (
  rendering: VersionTranslation
): Effect.fn.Return<SandboxOperations, never, Collections | Consents | Scenarios> {
  const scenarios = yield* Scenarios
  const consents = yield* Consents
  const { expire } = yield* CollectionsHandlers.make(rendering)
  return {
    scenarios: () => Effect.succeed(scenarios.all),
    consentScenarios: () => Effect.succeed(scenarios.consents),
    expire,
    expireConsent: ({ params }) =>
      runForCaller((caller) => consents.expire(caller, params.consentId)).pipe(
        Effect.map(({ body }) => noStoreResponse(body))
      )
  }
})
