/** The accounts that a collection returns under a stored or a one-time consent (spec 2.1, 2.3, 2.4). */
import { assert, describe } from "@effect/vitest"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Collections } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Effect } from "effect"
import * as Consent from "../consents/ConsentWorld.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"
import {
  accounts,
  collectUntilEnd,
  accountsScript,
  storedConsentRequest,
  oneTimeConsentRequest
} from "./ConsentRequests.ts"
import { caller } from "../collections/World.ts"
import type * as World from "../collections/World.ts"

const test = Consent.testWith({ bank: { given: accounts }, script: accountsScript })

interface Scope {
  readonly accountIds?: ReadonlyArray<string>
}

type Start = readonly [caller: Caller, asked: StartCollection]

const ways: Readonly<
  Record<
    string,
    (
      bank: ScriptedBank,
      scope: Scope,
      more: ReadonlyArray<Parameter>
    ) => Effect.Effect<Start, unknown, World.TestServices>
  >
> = {
  "a one-time consent": (_, scope, more) =>
    Effect.succeed([caller, oneTimeConsentRequest(scope, "se-fjallbanken", ...more)]),
  "a stored consent": (bank, scope, more) =>
    Effect.map(Consent.createAuthorized(bank, scope), ({ consentId, user }) => [
      user,
      storedConsentRequest(consentId, {}, ...more)
    ])
}

interface Row {
  readonly name: string
  readonly scope?: Scope
  readonly more?: ReadonlyArray<Parameter>
  readonly served: ReadonlyArray<string>
}

const rows: ReadonlyArray<Row> = [
  { name: "returns the accounts as wealth, and no other record", served: ["acc1", "acc2"] },
  { name: "returns no account outside the consent", scope: { accountIds: ["acc2", "acc3"] }, served: ["acc2"] },
  {
    name: "returns only the requested types of account",
    more: [{ type: "COLLECTION_FILTER", productTypes: ["PSD2_SAVINGS_ACCOUNT", "ISK"] }],
    served: ["acc2"]
  }
]

for (const [way, startOf] of Object.entries(ways)) {
  describe(`a collection under ${way}`, () => {
    for (const { more = [], name, scope = {}, served } of rows) {
      test(name, function* ({ bank }) {
        const [owner, asked] = yield* startOf(bank, scope, more)
        const id = yield* collectUntilEnd(owner, asked)
        const records = yield* (yield* Collections).wealthData(owner, id)
        assert.deepStrictEqual(
          records.map((record) => "accountId" in record && record.accountId),
          [...served]
        )
      })
    }
  })
}
