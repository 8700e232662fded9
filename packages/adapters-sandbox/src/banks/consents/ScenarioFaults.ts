/** The faults that a person's scenario triggers at the bank (spec 12). */
import { Effect, Schema } from "effect"
import { behaviorOf } from "../ConsentTable.ts"
import type { ConsentRecord } from "../ConsentRecord.ts"
import * as ConsentRecords from "../ConsentRecord.ts"
import * as TppMessage from "../protocol/TppMessage.ts"
import { failWith } from "../protocol/TppErrors.ts"
import * as ConsentLookup from "./ConsentLookup.ts"

/** A response that the protocol does not define. */
export class OutageError extends Schema.TaggedError<OutageError>()("OutageError", {
  /** UNAVAILABLE: status 503. FAILED: status 500. UNREADABLE: a body that is not JSON. */
  kind: Schema.Literals(["UNAVAILABLE", "FAILED", "UNREADABLE"])
}) {}

const fail = (kind: OutageError["kind"]) => Effect.die(new OutageError({ kind }))

/** Makes the creation of a consent fail if the user name is a message code, or if the person's scenario requires it. */
export const injectCreationFault = (user: string) => {
  if (TppMessage.isCode(user)) return failWith(user, "The user name selects this error.")
  switch (behaviorOf(user)) {
    case "UNREACHABLE":
      return fail("UNAVAILABLE")
    case "UNREADABLE":
      return fail("UNREADABLE")
    default:
      return Effect.void
  }
}

const once = Effect.fnUntraced(function* (
  { id, person, record }: ConsentLookup.FoundConsent,
  call: ConsentRecord["failedOnce"][number]
) {
  if (behaviorOf(person) !== "FAILS_ONCE" || record.failedOnce.includes(call)) return
  yield* ConsentLookup.changeConsent(id, (found) => ({ ...found, failedOnce: [...found.failedOnce, call] }))
  yield* fail("FAILED")
})

/** Makes the first status request fail if the person's scenario requires it. */
export const injectStatusFault = (found: ConsentLookup.FoundConsent) => once(found, "status")

export const injectReadingFault = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent) {
  switch (behaviorOf(found.person)) {
    case "REVOKED_BY_PERSON":
      yield* ConsentLookup.changeConsent(found.id, ConsentRecords.revokeByPerson)
      return yield* failWith("CONSENT_INVALID", "The person has revoked the consent.")
    case "REFUSES_READING":
      return yield* failWith("SERVICE_BLOCKED", "The bank does not return the accounts.")
    default:
      return yield* once(found, "accounts")
  }
})
