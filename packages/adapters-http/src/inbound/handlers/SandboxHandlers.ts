/** What the sandbox can be made to do (decisions 16). */
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { Api, CurrentCaller, SandboxGroup } from "@sheaf/http-contract"
import { Consents, Scenarios } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { HttpApiSchema } from "effect/http-api"
import type { Rendering } from "../versions/Rendering.ts"
import { orRefuse } from "../problems/Refusals.ts"
import type { ProblemOf } from "../problems/Refusals.ts"
import * as CollectionOperations from "./CollectionOperations.ts"
import { personal } from "./Personal.ts"
import type { NotKept } from "./Personal.ts"

interface OfConsent {
  readonly params: { readonly consentId: string }
}

type Use = Consents["Service"]

/** Functions for the routes of a version. */
interface Operations extends Pick<CollectionOperations.Operations, "expire"> {
  readonly scenarios: () => Effect.Effect<Scenarios["Service"]["all"]>
  readonly consentScenarios: () => Effect.Effect<Scenarios["Service"]["consents"]>
  readonly expireConsent: (
    request: OfConsent
  ) => Effect.Effect<
    HttpApiSchema.withHeaders<ConsentStatusObject, NotKept>,
    ProblemOf<Effect.Error<ReturnType<Use["expire"]>>>,
    CurrentCaller
  >
}

/** The operations as a version renders them. */
export const operations = Effect.fnUntraced(function* (rendering: Rendering) {
  const { all, consents: consentScenarios } = yield* Scenarios
  const consents = yield* Consents
  const { expire } = yield* CollectionOperations.make(rendering)
  const made: Operations = {
    scenarios: () => Effect.succeed(all),
    consentScenarios: () => Effect.succeed(consentScenarios),
    expire,
    expireConsent: Effect.fnUntraced(function* ({ params }) {
      return personal((yield* orRefuse(consents.expire(yield* CurrentCaller, params.consentId))).body)
    })
  }
  return made
})

export const layer = <Version extends string>(rendering: Rendering<Version>) =>
  HttpApiBuilder.group(Api.of(rendering.version).add(SandboxGroup), "sandbox", (handlers) =>
    Effect.map(operations(rendering), (all) => handlers.handleAll({ ...all }))
  )
