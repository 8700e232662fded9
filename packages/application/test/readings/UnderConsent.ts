/** What tests of collections under a consent share. */
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { LimitedStart, StartCollection } from "@sheaf/domain/StartCollection"
import { Collections } from "@sheaf/ports"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import type { Caller } from "@sheaf/ports"
import { Effect } from "effect"
import { account } from "../consents/BankAccounts.ts"
import * as World from "../collections/World.ts"
import type { Script } from "../collections/World.ts"

type Stored = Extract<StartCollection["parameters"][number], { readonly type: "STORED_CONSENT" }>

/** A start under a stored consent; the person is there unless `psuIpAddress` is left out. */
export const underConsent = (
  consentId: string,
  attendance: Omit<Stored, "type" | "consentId"> = { psuIpAddress: "192.0.2.17" },
  ...more: StartCollection["parameters"]
): StartCollection => ({
  company: "se-fjallbanken",
  parameters: [{ type: "STORED_CONSENT", consentId, ...attendance }, ...more]
})

/** Starts a collection, and gives its id. */
export const start = Effect.fnUntraced(function* (caller: Caller, asked: StartCollection) {
  return (yield* (yield* Collections).start(caller, asked)).body.id
})

/** Why a start is refused. */
export const refusal = Effect.fnUntraced(function* (caller: Caller, asked: LimitedStart) {
  return yield* Effect.flip((yield* Collections).start(caller, asked))
})

/** A letter that a record may bring along, which no consent covers. */
const letter = { documentId: "letter", name: "letter.pdf", contentType: "application/pdf" } as const

/** The accounts of the person, at the bank and at the company. */
export const accounts: ReadonlyArray<BankAccount> = [
  { ...account("acc-1"), documents: [letter] },
  account("acc-2", "PSD2_SAVINGS_ACCOUNT")
]

const pension: WealthRecord = {
  id: "pension",
  type: "OCCUPATIONAL_PENSION",
  company: "se-fjallbanken",
  companyDisplayName: "Fjällbanken"
}

/** A company that gives all that it has. */
export const giving: Script = World.steps(
  World.poll("COLLECTING"),
  World.end("COMPLETED", { ...World.nothing, wealth: [pension, ...accounts] })
)

type OneTime = Extract<StartCollection["parameters"][number], { readonly type: "PSD2_AIS_CONSENT" }>

/** A start with a one-time consent. */
export const withConsent = (
  asked: Partial<OneTime> = {},
  company = "se-fjallbanken",
  ...more: StartCollection["parameters"]
): StartCollection => ({
  ...World.request,
  company,
  parameters: [...World.request.parameters, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", ...asked }, ...more]
})

/** Starts a collection, and waits for its end. */
export const collect = Effect.fnUntraced(function* (
  caller: Caller,
  asked: StartCollection,
  status: "COMPLETED" | "COMPLETED_EMPTY" = "COMPLETED"
) {
  const id = yield* start(caller, asked)
  yield* World.until(id, status)
  return id
})
