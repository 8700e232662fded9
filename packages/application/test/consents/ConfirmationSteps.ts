/** Test steps in which a person returns to the client with a confirmation code. */
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import { ClientStore, Consents } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import * as Consent from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import { makeVisit } from "../BankVisit.ts"
import * as World from "../collections/World.ts"

export const returnUrl = "https://app.example/done"

export const requestWithReturnUrl = Effect.fnUntraced(function* (more: Partial<CreateConsent> = {}) {
  yield* (yield* ClientStore).addReturnUrl(World.caller.clientId, returnUrl)
  const request: CreateConsent = { ...Consent.request(), returnUrl, ...more }
  return request
})

export const returnFromBank = Effect.fnUntraced(function* (bank: ScriptedBank, secret?: Redacted.Redacted) {
  const returned = yield* (yield* Consents).handleReturn(makeVisit(Bank.returnState(bank), { secret }))
  if (returned._tag === "REDIRECTED") return returned.location
  return returned._tag === "RETURNED" && returned.isUndecided ? "UNDECIDED" : returned._tag
})

export const codeIn = (location: string): string => new URLSearchParams(location.split("?")[1]).get("code") ?? "none"

export const grantAndReturn = Effect.fnUntraced(function* (
  bank: ScriptedBank,
  grant: ScriptedBank["state"]["granted"] = {}
) {
  bank.state = { status: "received", granted: {} }
  const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
  bank.state = { status: "valid", granted: grant }
  return { consentId, user, code: codeIn(yield* returnFromBank(bank)) }
})

export const confirm = (user: UserCaller, consentId: string, code: string) =>
  Effect.flatMap(Consents, (consents) => consents.confirm(user, consentId, Redacted.make(code)))
