/** Work in progress survives a rotation of the pepper, on one node and on two (ADR 28). */
import { assert, describe, it } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Collections, Consents, InputNoLongerPending } from "@sheaf/ports"
import type { AuthorizationResponse, StoredConnectSession } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import * as SessionSecrets from "../src/sessions/SessionSecrets.ts"
import { StartCheck } from "../src/index.ts"
import { temporaryDatabase } from "./collections/TemporaryDatabase.ts"
import * as Company from "./collections/ScriptedCompany.ts"
import * as World from "./collections/World.ts"
import * as ConfirmationSteps from "./consents/ConfirmationSteps.ts"
import * as Consent from "./consents/ConsentWorld.ts"
import * as Bank from "./consents/ScriptedBank.ts"
import { makeVisit } from "./BankVisit.ts"

type Peppers = readonly [number, ...ReadonlyArray<number>]

interface Rotation {
  readonly when: string
  readonly before: Peppers
  readonly after: Peppers
}

const [old, next] = [1, 2]

const rotations: ReadonlyArray<Rotation> = [
  { when: "after a restart with the new pepper in front", before: [old], after: [next, old] },
  { when: "on a node that already hashes with the new pepper", before: [old, next], after: [next, old] },
  { when: "on a node that still hashes with the old pepper", before: [next, old], after: [old, next] }
]

const services = Effect.fnUntraced(function* (rotation: Rotation, company = Company.make()) {
  const [file, bank] = [yield* temporaryDatabase, Bank.make()]
  const service =
    (peppers: Peppers) =>
    <A, E, R>(use: Effect.Effect<A, E, R>) =>
      Consent.runInWorldAgain({ bank, file, peppers }, company)(use)
  return { bank, before: service(rotation.before), after: service(rotation.after) }
})

const page: StartCollection = {
  company: "se-fjallbanken",
  loginMethod: "EMAIL",
  parameters: [
    { type: "EMAIL", email: "maja@example.com" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
}

const session: Pick<StoredConnectSession, "clientId" | "connectSessionId"> = {
  clientId: World.caller.clientId,
  connectSessionId: "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"
}

describe.each(rotations)("$when", (rotation) => {
  it.effect("a person who returns from the bank brings a code back, which authorizes the consent", () =>
    Effect.gen(function* () {
      const { after, bank, before } = yield* services(rotation)
      const { consentId, user } = yield* before(
        Effect.flatMap(ConfirmationSteps.requestWithReturnUrl(), (asked) => Consent.createAwaiting(asked))
      )
      bank.state = { status: "valid", granted: {} }
      const location = yield* after(ConfirmationSteps.returnFromBank(bank))
      const { body } = yield* after(ConfirmationSteps.confirm(user, consentId, ConfirmationSteps.codeIn(location)))
      assert.strictEqual(body.status, "AUTHORIZED")
    })
  )

  it.effect("a code from before is shown again in its browser, and authorizes the consent", () =>
    Effect.gen(function* () {
      const { after, bank, before } = yield* services(rotation)
      const { consentId, first, user } = yield* before(
        Effect.gen(function* () {
          const waiting = yield* Consent.createAwaiting(yield* ConfirmationSteps.requestWithReturnUrl())
          bank.state = { status: "valid", granted: {} }
          return { ...waiting, first: yield* (yield* Consents).handleReturn(makeVisit(Bank.returnState(bank))) }
        })
      )
      if (first._tag !== "REDIRECTED" || first.browser === undefined) return assert.fail("no secret for the browser")
      assert.strictEqual(yield* after(ConfirmationSteps.returnFromBank(bank, first.browser.secret)), first.location)
      const code = ConfirmationSteps.codeIn(first.location)
      const { body } = yield* after(ConfirmationSteps.confirm(user, consentId, code))
      assert.strictEqual(body.status, "AUTHORIZED")
      assert.deepStrictEqual((yield* before(ConfirmationSteps.confirm(user, consentId, code))).body, body)
    })
  )

  it.effect("a collection continues when its person returns from the bank", () =>
    Effect.gen(function* () {
      const script = Company.steps(Company.poll("LOGIN"), Company.page(60_000))
      const company = Object.assign(Company.make(script), { page: true as const })
      const { after, before } = yield* services(rotation, company)
      yield* before(
        Effect.gen(function* () {
          const id = yield* Effect.provideService(World.start(page), StartCheck.AllowsLoopbackReturnUrls, true)
          yield* World.untilStatus(id, "WAITING_FOR_USER_ACTION")
        })
      )
      const state = company.orders.at(-1)?.pageReturn?.state ?? assert.fail("there is no state")
      const response: AuthorizationResponse = { code: Redacted.make("code") }
      const back = (returnState: string) =>
        Effect.flatMap(Collections, (collections) => collections.handleReturn(makeVisit(returnState, { response })))
      assert.strictEqual((yield* after(back(`${state}x`)))._tag, "UNKNOWN")
      assert.strictEqual((yield* after(back(state)))._tag, "RETURNED")
    })
  )

  it.effect("a repeated answer to a question is recognized", () =>
    Effect.gen(function* () {
      const script = Company.steps(Company.poll("LOGIN"), Company.askForCode, Company.poll("COLLECTING", 60_000))
      const { after, before } = yield* services(rotation, Company.make(script))
      const answer = (id: string, value: string, inputId?: string) =>
        Effect.flatMap(Collections, (collections) => {
          const input: SupplementInfo = { type: "TWO_FACTOR_CODE", value }
          return collections.supply(World.caller, id, { ...input, ...(inputId !== undefined && { inputId }) })
        })
      const { id, inputId } = yield* before(
        Effect.gen(function* () {
          const started = yield* World.start()
          const { pendingInput } = yield* World.untilStatus(started, "TWO_FACTOR_PENDING")
          yield* World.runPendingWork(20)
          yield* answer(started, "246810", pendingInput?.inputId)
          return { id: started, inputId: pendingInput?.inputId }
        })
      )
      yield* after(answer(id, "246810", inputId))
      assert.instanceOf(yield* Effect.flip(after(answer(id, "135791", inputId))), InputNoLongerPending)
    })
  )

  it.effect("a Connect page keeps its token, and a finished session its code", () =>
    Effect.gen(function* () {
      const { after, before } = yield* services(rotation)
      const browser = Redacted.make("b".repeat(43))
      const { code, codeHash, token } = yield* before(
        Effect.gen(function* () {
          const shown = yield* SessionSecrets.confirmationCodeOf(session)
          const { written } = yield* SessionSecrets.codeHashOf(session, shown)
          const given = yield* SessionSecrets.pageTokenOf(session.connectSessionId, browser)
          return { code: shown, codeHash: written.text, token: given }
        })
      )
      const proven = yield* after(SessionSecrets.verifyPageToken(token, () => browser))
      assert.strictEqual(proven?.connectSessionId, session.connectSessionId)
      assert.isUndefined(yield* after(SessionSecrets.verifyPageToken(`${token.slice(0, -5)}AAAAA`, () => browser)))
      const again = yield* after(SessionSecrets.rederiveCode(session, codeHash))
      assert.strictEqual(again && Redacted.value(again), Redacted.value(code))
      assert.isTrue((yield* after(SessionSecrets.codeHashOf(session, code))).matches(codeHash))
      const wrong = yield* after(SessionSecrets.codeHashOf(session, Redacted.make("wrong")))
      assert.isFalse(wrong.matches(codeHash))
    })
  )
})
