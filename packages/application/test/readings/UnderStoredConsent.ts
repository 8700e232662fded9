/** What tests of collections under a stored consent share. */
import type { LimitedStart, StartCollection } from "@sheaf/domain/StartCollection"
import { Collections } from "@sheaf/ports"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import { create, maja, pass, request, until } from "../consents/ConsentWorld.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"
import * as World from "../collections/World.ts"

/** A consent of Maja's that is authorised for what the bank grants. */
export const authorized = Effect.fnUntraced(function* (
  bank: ScriptedBank,
  granted: ScriptedBank["state"]["granted"] = {},
  user?: UserCaller
) {
  const caller = user ?? (yield* maja)
  bank.state = { status: "received", granted: {} }
  const consentId = yield* create(caller, request())
  yield* until(caller, consentId, "AWAITING_AUTHORIZATION")
  bank.state = { status: "valid", granted }
  yield* pass(2)
  yield* until(caller, consentId, "AUTHORIZED")
  return { user: caller, consentId }
})

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

/** The tag of the error that a start is refused with. */
export const refusal = Effect.fnUntraced(function* (caller: Caller, asked: LimitedStart) {
  return yield* Effect.flip((yield* Collections).start(caller, asked))
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
