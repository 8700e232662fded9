/** The accounts that a collection returns under a stored or a one-time consent (spec 2.1, 2.3, 2.4). */
import { assert, describe } from "@effect/vitest"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Collections } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Effect } from "effect"
import * as Consent from "../consents/ConsentWorld.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"
import { accounts, collect, giving, underConsent, withConsent } from "./UnderConsent.ts"
import { caller } from "../collections/World.ts"
import type * as World from "../collections/World.ts"

const test = Consent.testWith({ bank: { given: accounts }, script: giving })

interface Scope {
  readonly accountIds?: ReadonlyArray<string>
  readonly balances?: boolean
  readonly transactions?: boolean
}

type Start = readonly [caller: Caller, asked: StartCollection]

const ways: Readonly<
  Record<
    string,
    (bank: ScriptedBank, scope: Scope, more: ReadonlyArray<Parameter>) => Effect.Effect<Start, unknown, World.Provided>
  >
> = {
  "a one-time consent": (_, scope, more) => Effect.succeed([caller, withConsent(scope, "se-fjallbanken", ...more)]),
  "a stored consent": (bank, scope, more) =>
    Effect.map(Consent.authorized(bank, scope), ({ consentId, user }) => [user, underConsent(consentId, {}, ...more)])
}

const balances = ["bookedBalance", "availableBalance", "financialInformation"]
const both = ["acc-1", "acc-2"]

interface Row {
  readonly name: string
  readonly scope?: Scope
  readonly more?: ReadonlyArray<Parameter>
  /** The ids of the returned accounts. */
  readonly served: ReadonlyArray<string>
  readonly without?: ReadonlyArray<string>
  readonly including?: ReadonlyArray<string>
}

const rows: ReadonlyArray<Row> = [
  {
    name: "returns the accounts as wealth, and no other record",
    served: both,
    including: [...balances, "transactions"]
  },
  { name: "returns no account outside the consent", scope: { accountIds: ["acc-2", "acc-3"] }, served: ["acc-2"] },
  { name: "is empty if no account is covered", scope: { accountIds: ["acc-9"] }, served: [] },
  {
    name: "returns no balance of any kind without balances",
    scope: { balances: false },
    served: both,
    without: balances,
    including: ["transactions"]
  },
  {
    name: "returns no transaction without transactions",
    scope: { transactions: false },
    served: both,
    without: ["transactions"],
    including: balances
  },
  { name: "returns no document, because a consent covers none", served: both, without: ["documents"] },
  {
    name: "returns only the requested types of account",
    more: [{ type: "COLLECTION_FILTER", productTypes: ["PSD2_SAVINGS_ACCOUNT", "ISK"] }],
    served: ["acc-2"]
  }
]

for (const [way, startOf] of Object.entries(ways)) {
  describe(`a collection under ${way}`, () => {
    for (const { including = [], more = [], name, scope = {}, served, without = [] } of rows) {
      test(name, function* ({ bank }) {
        const [owner, asked] = yield* startOf(bank, scope, more)
        const id = yield* collect(owner, asked, served.length > 0 ? "COMPLETED" : "COMPLETED_EMPTY")
        const records = yield* (yield* Collections).wealthData(owner, id)
        assert.deepStrictEqual(
          records.map((record) => "accountId" in record && record.accountId),
          [...served]
        )
        for (const record of records) {
          for (const member of without) assert.notProperty(record, member)
          for (const member of including) assert.property(record, member)
        }
      })
    }
  })
}
