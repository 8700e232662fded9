/**
 * Downloads, for which clients take turns. A document can be up to 20 MiB, so memory holds only a few documents per
 * client until the clients have read them (decisions 14).
 */
import { Effect, Exit } from "effect"
import { Arrival } from "../pipeline/Arrival.ts"
import * as FairPlaces from "./FairPlaces.ts"

export interface Downloads {
  /** Runs `read` in the client's turn. The turn lasts until the response to the request with this `source` is sent. */
  readonly inTurn: <A, E, R>(client: string, source: object, read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Further downloads wait. The request rates limit the number of waiting downloads. */
const options: FairPlaces.Options = { places: 32, perClient: 4, waitingPerClient: Infinity }

export const make = (): Downloads => {
  const places = FairPlaces.make(options)
  return {
    inTurn: (client, source, read) =>
      Effect.suspend(() => {
        let claim: FairPlaces.Claim | undefined
        const turn = Effect.callback<void>((resume) => {
          claim = places.claim(client, { granted: () => resume(Effect.void) })
        })
        const response = source instanceof Arrival ? source.response : undefined
        return Effect.onExit(Effect.andThen(turn, read), (exit) =>
          Effect.sync(() => {
            if (Exit.isFailure(exit) || response === undefined || response.destroyed) claim?.end()
            else response.once("close", () => claim?.end())
          })
        )
      })
  }
}
