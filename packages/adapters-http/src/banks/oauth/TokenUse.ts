/** The use of a consent's token in calls to the bank, and the faults of expired and rejected tokens (decisions 21). */
import { Clock, Effect } from "effect"
import type { Redacted } from "effect"
import { Unsendable } from "../BankFault.ts"
import type { BankFault } from "../BankFault.ts"
import * as BankCredentials from "./BankCredentials.ts"

/** The age below which a rejected token is not renewed, in milliseconds. */
const freshMillis = 60_000

/** The codes with which a bank rejects a token. */
const tokenCodes: ReadonlyArray<string | undefined> = ["TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_UNKNOWN", undefined]

/** Returns the fields for a call with credentials. Fails if the credentials must be renewed, or if nobody can renew them. */
export const fieldsOf = Effect.fnUntraced(function* (given: Redacted.Redacted | undefined) {
  const credentials = given && BankCredentials.read(given)
  const none: Readonly<Record<string, string>> = {}
  switch (credentials?._tag) {
    case undefined:
    case "PENDING":
      return none
    case "RETURNED":
      return yield* new Unsendable({ reason: "CREDENTIALS_EXPIRED" })
    case "GRANTED": {
      const { accessToken, expiresAt = Infinity, refreshToken } = credentials
      if ((yield* Clock.currentTimeMillis) < expiresAt) return { authorization: `Bearer ${accessToken}` }
      const reason = refreshToken === undefined ? "CONSENT_INVALID" : "CREDENTIALS_EXPIRED"
      return yield* new Unsendable({ reason })
    }
  }
})

/** Returns true if the person has not returned yet, so that Sheaf cannot use the consent. */
export const isPending = (given: Redacted.Redacted | undefined): boolean =>
  given !== undefined && BankCredentials.read(given)?._tag === "PENDING"

/** Returns the fault of a call whose token the bank rejected. Renewal can help only if the rejected token is old. */
export const onRejected = (given: Redacted.Redacted | undefined, fault: BankFault, now: number): BankFault => {
  const credentials = given && BankCredentials.read(given)
  if (credentials?._tag !== "GRANTED" || fault._tag !== "BankRejection" || fault.status !== 401) return fault
  if (!tokenCodes.includes(fault.code) || now - credentials.issuedAt < freshMillis) return fault
  return new Unsendable({
    reason: credentials.refreshToken === undefined ? "CONSENT_INVALID" : "CREDENTIALS_EXPIRED"
  })
}
