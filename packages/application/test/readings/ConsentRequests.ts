/** Requests and data for tests of collections under a consent. */
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { StartCommand, StartCollection } from "@sheaf/domain/StartCollection"
import { Collections } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { account } from "../consents/BankAccounts.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"
import type { Script } from "../collections/ScriptedCompany.ts"

type Stored = Extract<StartCollection["parameters"][number], { readonly type: "STORED_CONSENT" }>

/** For an absent person, pass an `attendance` without `psuIpAddress`. */
export const storedConsentRequest = (
  consentId: string,
  attendance: Omit<Stored, "type" | "consentId"> = { psuIpAddress: "192.0.2.17" },
  ...more: StartCollection["parameters"]
): StartCollection => ({
  company: "se-fjallbanken",
  parameters: [{ type: "STORED_CONSENT", consentId, ...attendance }, ...more]
})

export const startError = Effect.fnUntraced(function* (caller: Caller, asked: StartCommand) {
  return yield* Effect.flip((yield* Collections).start(caller, asked))
})

/** No consent covers documents. */
const letter = { documentId: "letter", name: "letter.pdf", contentType: "application/pdf" } as const

export const accounts: ReadonlyArray<BankAccount> = [
  { ...account("acc1"), documents: [letter] },
  account("acc2", "PSD2_SAVINGS_ACCOUNT")
]

export const accountsScript: Script = Company.steps(
  Company.poll("COLLECTING"),
  Company.end("COMPLETED", { ...Company.noData, wealth: [CollectionSample.pensionRecord, ...accounts] })
)

type OneTime = Extract<StartCollection["parameters"][number], { readonly type: "PSD2_AIS_CONSENT" }>

export const oneTimeConsentRequest = (
  asked: Partial<OneTime> = {},
  company = "se-fjallbanken",
  ...more: StartCollection["parameters"]
): StartCollection => ({
  ...World.request,
  company,
  parameters: [...World.request.parameters, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", ...asked }, ...more]
})

export const collectUntilEnd = Effect.fnUntraced(function* (caller: Caller, asked: StartCollection) {
  const id = yield* World.start(asked, caller)
  yield* World.untilStatus(id, "COMPLETED")
  return id
})
