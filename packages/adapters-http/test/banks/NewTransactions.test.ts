/**
 * Tests incremental reads of transactions at a bank that books late and corrects, reorders or drops entries. A client
 * that merges the results has every transaction exactly once (spec 10).
 */
import { assert, describe, it } from "@effect/vitest"
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import type { AccountHoldingBank, TransactionReadPosition } from "@sheaf/ports"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import { Effect, Option, Schema } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as RemoteBanks from "../../src/banks/RemoteBanks.ts"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"
import {
  account,
  accounts,
  accountsPath,
  iban,
  page,
  reading,
  sek,
  transactionsIn,
  transactionsPath
} from "./ScriptedAccounts.ts"
import { testsOf } from "@sheaf/ports/testing"

const day = 86_400_000
const start = Date.parse("2026-03-01T08:00:00Z")
const dayAt = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** What identifies an entry: an id, a reference that is unique on its day, or its content. */
const Identity = Schema.Literals(["ID", "REFERENCE", "CONTENT"])

interface Entry {
  readonly key: number
  readonly identity: typeof Identity.Type
  bookedOn: string | undefined
  /** The entry's reference: the number of entries that were booked earlier on the same day. */
  reference: number
  text: string
}

const Event = Schema.Union([
  Schema.Struct({ _tag: Schema.Literal("Days"), count: Schema.Literals([1, 2, 5, 20]) }),
  Schema.Struct({ _tag: Schema.Literal("Announce"), identity: Identity }),
  Schema.Struct({
    _tag: Schema.Literal("Book"),
    index: Schema.Literals([0, 1, 2]),
    daysBack: Schema.Literals([0, 1, 4, 9])
  }),
  Schema.Struct({ _tag: Schema.Literal("Drop"), index: Schema.Literals([0, 1, 2]) }),
  Schema.Struct({ _tag: Schema.Literal("Correct"), index: Schema.Literals([0, 1, 2]) }),
  Schema.Struct({ _tag: Schema.Literal("Reverse") }),
  Schema.Struct({ _tag: Schema.Literal("Read"), fails: Schema.Boolean })
])
type Event = typeof Event.Type

class World {
  now = start
  next = 0
  entries: Array<Entry> = []
  requests: Array<string> = []
  readonly booked = new Map<string, Transaction>()
  pending: ReadonlyArray<Transaction> = []
  since: ReadonlyArray<TransactionReadPosition> = []

  happen(event: Exclude<Event, { readonly _tag: "Read" }>): void {
    const pending = this.entries.filter(({ bookedOn }) => bookedOn === undefined)
    switch (event._tag) {
      case "Days":
        this.now += event.count * day
        return
      case "Announce":
        this.entries.unshift({
          key: this.next++,
          identity: event.identity,
          bookedOn: undefined,
          reference: 0,
          text: "announced"
        })
        return
      case "Book": {
        const entry = pending[event.index]
        if (entry === undefined) return
        const bookedOn = dayAt(this.now - event.daysBack * day)
        entry.reference = this.entries.filter((each) => each.bookedOn === bookedOn).length
        entry.bookedOn = bookedOn
        return
      }
      case "Drop":
        this.entries = this.entries.filter((entry) => entry !== pending[event.index])
        return
      case "Correct": {
        // Excludes entries that can be identified only by their content, because a client cannot recognize them after a
        // correction.
        const recent = dayAt(this.now - 5 * day)
        const entry = this.entries.filter(
          ({ bookedOn = "", identity }) => identity !== "CONTENT" && bookedOn >= recent
        )[event.index]
        if (entry !== undefined) entry.text = `${entry.text} corrected`
        return
      }
      case "Reverse":
        this.entries.reverse()
    }
  }

  wireOf({ bookedOn, identity, key, reference, text }: Entry): object {
    return {
      ...(identity === "REFERENCE" && bookedOn !== undefined && { entryReference: String(reference) }),
      ...(identity === "ID" && { transactionId: bookedOn === undefined ? `pending-${key}` : `t-${key}` }),
      ...(bookedOn !== undefined && { bookingDate: bookedOn }),
      transactionAmount: sek(String(key)),
      remittanceInformationUnstructured: text
    }
  }

  respond(url: URL): unknown {
    if (url.pathname.endsWith("/card-accounts")) return { cardAccounts: [] }
    if (url.pathname.endsWith("/accounts")) return { accounts: [account] }
    const from = url.searchParams.get("dateFrom") ?? ""
    this.requests.push(from)
    return {
      transactions: {
        booked: this.entries
          .filter(({ bookedOn }) => bookedOn !== undefined && bookedOn >= from)
          .map((entry) => this.wireOf(entry)),
        pending: this.entries.filter(({ bookedOn }) => bookedOn === undefined).map((entry) => this.wireOf(entry))
      }
    }
  }
}

const scope = { type: "PSD2_AIS", balances: false, transactions: true } as const

const bankOf = (world: World): Effect.Effect<AccountHoldingBank> => {
  const transport = HttpClient.make((request, url) =>
    Effect.succeed(HttpClientResponse.fromWeb(request, Response.json(world.respond(url))))
  )
  const described = {
    company: Bank.company,
    companyDisplayName: "Provbanken",
    profile: BankProfile.resolve(ShippedProfiles.plain)
  }
  const banks = RemoteBanks.makeInProcess(transport, [described])
  return Effect.map(banks.find(Bank.company), Option.getOrThrow)
}

const read = Effect.fnUntraced(function* (world: World, bank: AccountHoldingBank, fails: boolean) {
  yield* TestClock.setTime(world.now)
  const { accounts: found, missing, positions = [] } = yield* bank.accounts("consent-1", scope, { since: world.since })
  assert.deepStrictEqual(missing, [])
  if (fails) return
  const kept = world.since.filter(({ accountId }) => !positions.some((each) => each.accountId === accountId))
  world.since = [...kept, ...positions]
  const transactions = found[0]?.transactions ?? assert.fail("no transactions")
  world.pending = transactions.filter(({ status }) => status === "PENDING")
  for (const each of transactions) if (each.status === "BOOKED") world.booked.set(each.transactionId, each)
})

describe("readings of new transactions", () => {
  it.effect.prop(
    "give a client every transaction once, in its last form",
    { events: Schema.Array(Event).check(Schema.isMinLength(20), Schema.isMaxLength(60)) },
    ({ events }) =>
      Effect.gen(function* () {
        const world = new World()
        const bank = yield* bankOf(world)
        for (const event of events) {
          if (event._tag === "Read") yield* read(world, bank, event.fails)
          else world.happen(event)
        }
        yield* read(world, bank, false)
        const formOf = (key: number, text: string | undefined) => `${key} ${text}`
        assert.deepStrictEqual(
          [...world.booked.values()].map((each) => formOf(each.amount.amount, each.remittanceInformation)).sort(),
          world.entries
            .filter(({ bookedOn }) => bookedOn !== undefined)
            .map(({ key, text }) => formOf(key, text))
            .sort()
        )
        assert.deepStrictEqual(
          world.pending.map(({ amount }) => amount.amount).sort((a, b) => a - b),
          world.entries
            .filter(({ bookedOn }) => bookedOn === undefined)
            .map(({ key }) => key)
            .sort((a, b) => a - b)
        )
      }),
    { arbitrary: { runs: 300 } }
  )

  const test = testsOf(it, Effect.void)
  const booked = (transactionId: string, bookingDate: string, more: object = {}) => ({
    transactionId,
    bookingDate,
    transactionAmount: sek("1"),
    ...more
  })
  const since = [{ accountId: iban, bookedOn: "2026-03-20", entryReference: "e-1" }]
  const dated = (from: string) => `${transactionsPath}?bookingStatus=both&dateFrom=${from}`
  const byReference = `${transactionsPath}?bookingStatus=both&entryReferenceFrom=e-1`
  const delta: BankProfile.BankProfile = { ...ShippedProfiles.plain, delta: "ENTRY_REFERENCE" }

  test("ask from two weeks before the last booked day, and name the newest one as the next position", function* () {
    const wire = [
      booked("a", "2026-03-19"),
      booked("b", "2026-03-25", { entryReference: "e-2" }),
      booked("c", "2026-03-22")
    ]
    const { whole } = yield* reading({ [dated("2026-03-06")]: page(wire) }, Bank.fullScope, { since })
    const { accounts: found, positions } = yield* whole
    assert.strictEqual(found[0]?.transactionsFrom, "2026-03-06")
    assert.deepStrictEqual(positions, [{ accountId: iban, bookedOn: "2026-03-25", entryReference: "e-2" }])
  })

  test("begin with the whole history for accounts that are new", function* () {
    const other = { resourceId: "r-2", iban: "SE7280000810340009783242", currency: "SEK" }
    const { asked, whole } = yield* reading(
      { [accountsPath]: accounts(account, other), "GET /v1/accounts/r-2/transactions": page([]) },
      Bank.fullScope,
      { since }
    )
    yield* whole
    const froms = asked.flatMap(({ call }) => /dateFrom=(.*)/.exec(call)?.[1] ?? [])
    assert.deepStrictEqual(froms.sort(), ["2025-03-31", "2026-03-06"])
  })

  test("begin with the whole history if the last booked day is older than what the bank returns", function* () {
    const old = [{ accountId: iban, bookedOn: "2025-04-01" }]
    const { asked, whole } = yield* reading({}, Bank.fullScope, { since: old })
    yield* whole
    assert.isTrue(asked.some(({ call }) => call === dated("2025-03-31")))
  })

  test("keep the id of a reference, whichever other day uses the reference too", function* () {
    const entry = (bookingDate: string, amount: string) => ({
      entryReference: "1",
      bookingDate,
      transactionAmount: sek(amount)
    })
    const idOf = (amount: number, list: ReadonlyArray<object>) =>
      Effect.map(
        transactionsIn({ [transactionsPath]: page(list) }),
        (found) => found.find((each) => each.amount.amount === amount)?.transactionId
      )
    const [first, second] = [entry("2026-03-01", "5"), entry("2026-03-02", "6")]
    assert.strictEqual(yield* idOf(6, [first, second]), yield* idOf(6, [second]))
    assert.notStrictEqual(yield* idOf(5, [first]), yield* idOf(6, [second]))
  })

  test("keep the id of a reference without any day from one day to the next", function* () {
    const script = { [transactionsPath]: page([{ entryReference: "1", transactionAmount: sek("5") }]) }
    const { whole } = yield* reading(script)
    const newest = Effect.map(whole, ({ accounts }) => accounts[0]?.transactions?.[0])
    const first = yield* newest
    yield* TestClock.adjust("1 day")
    const again = yield* newest
    assert.strictEqual(again?.transactionId, first?.transactionId)
    assert.notStrictEqual(again?.bookingDate, first?.bookingDate)
  })

  test("ask for no longer period after a refusal", function* () {
    const { asked, whole } = yield* reading({ [transactionsPath]: Bank.failing(400) }, Bank.fullScope, { since })
    yield* quietly(whole)
    assert.deepStrictEqual(
      asked.flatMap(({ call }) => /dateFrom=(.*)/.exec(call)?.[1] ?? []),
      ["2026-03-06"]
    )
  })

  test("keep the position of an account that was not read completely", function* () {
    const { whole } = yield* reading({ [transactionsPath]: page([booked("a", "2026-03-25"), { x: 1 }]) })
    assert.deepStrictEqual((yield* whole).positions, [])
  })

  test("use the last reference where the profile has it, and days if the bank refuses it", function* () {
    const known = yield* reading({ [byReference]: page([booked("a", "2026-03-25")]) }, Bank.fullScope, {
      since,
      profile: delta
    })
    assert.lengthOf((yield* known.whole).accounts[0]?.transactions ?? [], 1)
    assert.isFalse(known.asked.some(({ call }) => call.includes("dateFrom")))
    const refused = yield* reading(
      { [byReference]: Bank.failing(400), [dated("2026-03-06")]: page([booked("a", "2026-03-25")]) },
      Bank.fullScope,
      { since, profile: delta }
    )
    assert.lengthOf((yield* refused.whole).accounts[0]?.transactions ?? [], 1)
  })
})
