/**
 * The IP addresses that clients report for their users (`psuIpAddress`, `endUserIp`; spec 2.3). Sheaf cannot verify
 * them, so it only rejects impossible ones, and logs a warning about those that many users share.
 */
import { Counters, Sealer } from "@sheaf/ports"
import type { Caller, InvalidParameters } from "@sheaf/ports"
import { Clock, Context, Effect } from "effect"
import { dateOf } from "../views/Display.ts"
import * as StartCheck from "./StartCheck.ts"

export interface PsuIpAddressRules {
  /** Returns false if no person's device can have this address. */
  readonly isPossible: (address: string) => boolean
  readonly canonical: (address: string) => string
  /** How many of a client's users may share one address on a UTC day before a warning is logged. */
  readonly maxUsers: number
}

export const make = ({ canonical, isPossible, maxUsers }: PsuIpAddressRules) => {
  /**
   * Counts a user of an address, which is stored only as a keyed hash. Returns true for the first user beyond
   * `maxUsers`.
   */
  const isFirstTooMany = Effect.fnUntraced(function* (clientId: string, userId: string, address: string) {
    const index = (yield* Sealer).blindIndex({ tenant: clientId, record: "psuIpAddress" }, canonical(address))
    const day = dateOf(yield* Clock.currentTimeMillis)
    return yield* (yield* Counters).addMember({ clientId, name: index.shared, day, maxMembers: maxUsers }, userId)
  })

  return {
    check: Effect.fnUntraced(function* (
      { clientId, userId }: Caller,
      address: string | undefined,
      pointer: string
    ): Effect.fn.Return<void, InvalidParameters, Counters | Sealer> {
      if (address === undefined) return
      if (!isPossible(address)) {
        const detail = "Must be the public address of the person's device."
        return yield* StartCheck.failWithViolation({ pointer, code: "INVALID_FIELD", detail })
      }
      if (userId !== undefined && (yield* isFirstTooMany(clientId, userId, address))) {
        yield* Effect.logWarning("client reports one psuIpAddress for many users").pipe(
          Effect.annotateLogs({ client: clientId, users: `more than ${maxUsers}` })
        )
      }
    })
  }
}

/** A high number, because the people in an office or on a mobile network can share one address. */
export const defaultMaxUsers = 100

/** By default, every address is accepted, and users are not counted. */
export const PsuIpAddresses = Context.Reference<ReturnType<typeof make>>("@sheaf/application/PsuIpAddresses", {
  defaultValue: () => ({ check: () => Effect.void })
})
