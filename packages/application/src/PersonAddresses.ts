/**
 * The addresses that clients report as their users' (`psuIpAddress`; decisions 9). Sheaf cannot verify that a person is
 * behind an address, so it only refuses impossible addresses, and reports addresses with many users.
 */
import type { Caller, InvalidParameters } from "@sheaf/ports"
import { Clock, Context, Effect } from "effect"
import { dateOf } from "./Day.ts"
import * as StartCheck from "./StartCheck.ts"

export interface PersonAddressRules {
  /** Returns true if an address can belong to a person's device. */
  readonly isPossible: (address: string) => boolean
  /** The number of a client's users with one address in a day (UTC). Sheaf logs a warning if there are more. */
  readonly mostUsers: number
}

/** The largest number of addresses that Sheaf counts in a day. Further addresses are not counted. */
const mostAddresses = 10_000

/** Makes rules with their own counts, which are in memory. */
export const make = ({ isPossible, mostUsers }: PersonAddressRules) => {
  let day = ""
  let users = new Map<string, Set<string>>()

  /** Counts a user, and returns true if the user is the first one too many. */
  const isFirstTooMany = (today: string, name: string, userId: string): boolean => {
    if (day !== today) {
      day = today
      users = new Map()
    }
    const known = users.get(name) ?? new Set()
    if (known.size > mostUsers || known.has(userId) || (known.size === 0 && users.size >= mostAddresses)) return false
    users.set(name, known.add(userId))
    return known.size > mostUsers
  }

  return {
    /** Checks the address in a parameter at `pointer`, and counts the user. */
    check: Effect.fnUntraced(function* (
      { clientId, userId }: Caller,
      address: string | undefined,
      pointer: string
    ): Effect.fn.Return<void, InvalidParameters> {
      if (address === undefined) return
      if (!isPossible(address)) {
        const detail = "Must be the public address of the person's device."
        return yield* StartCheck.violated({ pointer: `${pointer}/psuIpAddress`, code: "INVALID_FIELD", detail })
      }
      const today = dateOf(yield* Clock.currentTimeMillis)
      if (userId !== undefined && isFirstTooMany(today, JSON.stringify([clientId, address]), userId)) {
        yield* Effect.logWarning("client reports one psuIpAddress for many users").pipe(
          Effect.annotateLogs({ client: clientId, users: `more than ${mostUsers}` })
        )
      }
    })
  }
}

/** The default number of users with one address. Offices and mobile networks share addresses among many people. */
export const mostUsersDefault = 100

/** The rules in effect. By default, every address is possible, and no user is counted. */
export const PersonAddresses = Context.Reference<ReturnType<typeof make>>("@sheaf/application/PersonAddresses", {
  defaultValue: () => ({ check: () => Effect.void })
})
