/** The sandbox's operations: list scenarios, and let a waiting collection time out immediately (spec 12). */
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { CurrentCaller } from "@sheaf/http-contract"
import { Consents, Scenarios } from "@sheaf/ports"
import type { Collections, ConsentNotExpirable, ConsentNotFound, KeyReused } from "@sheaf/ports"
import { Effect } from "effect"
import type { HttpApiSchema } from "effect/http-api"
import type { ProblemOf } from "../../problems/Refusals.ts"
import type { Rendering } from "../../versions/Rendering.ts"
import * as CollectionOperations from "../CollectionOperations.ts"
import { forCaller, personal } from "../Personal.ts"
import type { NotKept } from "../Personal.ts"

/** The functions for a version's routes. */
interface SandboxOperations extends Pick<CollectionOperations.Operations, "expire"> {
  readonly scenarios: () => Effect.Effect<Scenarios["Service"]["all"]>
  readonly consentScenarios: () => Effect.Effect<Scenarios["Service"]["consents"]>
  readonly expireConsent: (request: {
    readonly params: { readonly consentId: string }
  }) => Effect.Effect<
    HttpApiSchema.withHeaders<ConsentStatusObject, NotKept>,
    ProblemOf<ConsentNotFound | ConsentNotExpirable | KeyReused>,
    CurrentCaller
  >
}

export const make = Effect.fnUntraced(function* (
  rendering: Rendering
): Effect.fn.Return<SandboxOperations, never, Collections | Consents | Scenarios> {
  const scenarios = yield* Scenarios
  const isListed = ({ presses }: { readonly presses?: unknown }) => rendering.showsSandboxPage || presses === undefined
  const [all, consentScenarios] = [scenarios.all.filter(isListed), scenarios.consents.filter(isListed)]
  const consents = yield* Consents
  const { expire } = yield* CollectionOperations.make(rendering)
  return {
    scenarios: () => Effect.succeed(all),
    consentScenarios: () => Effect.succeed(consentScenarios),
    expire,
    expireConsent: ({ params }) =>
      forCaller((caller) => consents.expire(caller, params.consentId)).pipe(Effect.map(({ body }) => personal(body)))
  }
})
