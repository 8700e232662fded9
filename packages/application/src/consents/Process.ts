/** Consents as processes, from creation until the bank has been notified of the end (spec 2.4). */
import { ConsentStore, UserStore } from "@sheaf/ports"
import type { ConsentEnd, ConsentOutline } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import * as Abandoning from "../process/Abandoning.ts"
import type { Abandonable } from "../process/Abandoning.ts"
import * as Runner from "../process/Runner.ts"
import type { Surroundings } from "./Asking.ts"
import { abandoned } from "./Settlement.ts"
import { ConsentRunner, takeSteps } from "./Steps.ts"

export { ConsentRunner }

/** What happens to consents that cannot be read. */
export const abandonable: Abandonable<ConsentOutline, ConsentEnd, ConsentStore | UserStore> = {
  kind: "consent",
  idName: "consentId",
  store: ConsentStore,
  isKept: ({ clientId, expiresAt, userId }, now) =>
    now >= expiresAt
      ? Effect.succeed(false)
      : Effect.flatMap(UserStore, (users) => Effect.map(users.find(clientId, userId), Option.isSome)),
  abandoned
}

/** Runs consents. Their steps change other consents of the same person, so they need the runner themselves. */
export const runner = Layer.effect(
  ConsentRunner,
  Effect.gen(function* () {
    const steps = (id: string) => Effect.suspend(() => Effect.provideService(takeSteps(id), ConsentRunner, made))
    const made: Runner.ProcessRunner = yield* Runner.make<never, Surroundings | UserStore>({
      ...abandonable,
      takeSteps: steps,
      giveUp: yield* Abandoning.make(abandonable)
    })
    return made
  })
)
