/** Contract tests for finding a person's other consents at a bank, across all clients (spec 16). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { NewConsent } from "../../consents/ConsentStore.ts"
import { newId, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentOwner, ConsentTestMethods } from "../samples/ConsentSample.ts"

interface Facts {
  readonly company?: NewConsent["view"]["company"]
  readonly accountIds?: ReadonlyArray<string>
  readonly personalNumber?: string
}

const authorized = Effect.fnUntraced(function* (
  owner: ConsentOwner,
  { accountIds, company, personalNumber }: Facts = {}
) {
  const store = yield* ConsentStore
  const made = yield* Sample.make(owner, company === undefined ? {} : { company })
  const { view } = made
  yield* store.accept({
    ...made,
    progress: {
      ...Sample.initialProgress,
      authorization:
        personalNumber === undefined
          ? { _tag: "Page" }
          : { _tag: "ElectronicId", identity: Sample.identityOf(personalNumber) }
    }
  })
  const scope = { type: "PSD2_AIS", balances: true, transactions: true, ...(accountIds && { accountIds }) } as const
  const change = Sample.changeToStatus("AUTHORIZED", 2, { progress: Sample.authorizedProgress, scope })
  assert.isTrue(yield* store.advance(Sample.precondition(view, 0, 1), change))
  return view
})

export const samePersonConsentTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("finds the person's other authorized consents by user, personal number and account", function* (store) {
    const owner = yield* Sample.newOwner()
    const [number, account] = [yield* newId, yield* newId]
    const facts = { personalNumber: number, accountIds: [account, "another"] }
    const found = yield* authorized(owner, facts)
    const ofUser = yield* authorized(owner)
    const byNumber = yield* authorized(yield* Sample.newOwner(), { personalNumber: number })
    const byAccount = yield* authorized(yield* Sample.newOwner(), { accountIds: [account] })
    yield* authorized(yield* Sample.newOwner(), { personalNumber: account, accountIds: [number] })
    yield* authorized(yield* Sample.newOwner(), { ...facts, company: "ee-tuulepank" })
    const others = [ofUser, byNumber, byAccount].map(({ consentId }) => consentId)
    assert.sameMembers([...(yield* store.ofSamePerson(found))], others)
  })

  test("omits consents that are not authorized", function* (store) {
    const owner = yield* Sample.newOwner()
    const personalNumber = yield* newId
    const found = yield* authorized(owner, { personalNumber })
    yield* Sample.acceptConsent(owner)
    const ended = yield* authorized(yield* Sample.newOwner(), { personalNumber })
    assert.deepStrictEqual(yield* store.ofSamePerson(found), [ended.consentId])
    yield* store.advance(Sample.precondition(ended, 1, 2), Sample.changeToStatus("REVOKED", 3))
    assert.deepStrictEqual(yield* store.ofSamePerson(found), [])
  })
}
