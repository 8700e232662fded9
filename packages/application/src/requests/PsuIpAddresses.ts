/**
 * The addresses that clients report as their users' (`psuIpAddress`, `endUserIp`; spec 2.3). Sheaf cannot verify that a person is
 * behind an address, so it only refuses impossible addresses, and reports addresses with many users.
 */
import { Counters, Sealer } from "@sheaf/ports"
import type { Caller, InvalidParameters } from "@sheaf/ports"
import { Clock, Context, Effect } from "effect"
import { dateOf } from "../views/DateFormat.ts"
import * as StartCheck from "./StartCheck.ts"

export interface PsuIpAddressRules {
  /** Returns true if an address can belong to a person's device. */
  readonly isPossible: (address: string) => boolean
  /** Returns one spelling for all spellings of an address. */
  readonly canonical: (address: string) => string
  /** The number of a client's users with one address in a day (UTC). Sheaf logs a warning if there are more. */
  readonly maxUsers: number
}

/** Makes the check of addresses, which counts users with the service's counters. */
export const make = ({ canonical, isPossible, maxUsers }: PsuIpAddressRules) => {
  /** Counts a user under a keyed hash of the address. Returns true if the user is the first one too many. */
  const isFirstTooMany = Effect.fnUntraced(function* (clientId: string, userId: string, address: string) {
    const index = (yield* Sealer).blindIndex({ tenant: clientId, record: "psuIpAddress" }, canonical(address))
    const day = dateOf(yield* Clock.currentTimeMillis)
    return yield* (yield* Counters).addMember({ clientId, name: index.shared, day, maxMembers: maxUsers }, userId)
  })

  return {
    /** Checks the address at `pointer`, and counts the user. */
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

/** The default number of users with one address. Offices and mobile networks share addresses among many people. */
export const defaultMaxUsers = 100

/** The rules in effect. By default, every address is possible, and no user is counted. */
export const PsuIpAddresses = Context.Reference<ReturnType<typeof make>>("@sheaf/application/PsuIpAddresses", {
  defaultValue: () => ({ check: () => Effect.void })
})
