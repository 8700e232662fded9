/**
 * Runs the bank contract against the sandbox's banks through the adapter for real banks, and checks that the files with
 * the consents are readable only by their owner.
 */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { afterAll, assert, it, layer } from "@effect/vitest"
import { Banks } from "@sheaf/adapters-sandbox/testing"
import { testsOf, accountHoldingBankContract } from "@sheaf/ports/testing"
import type { AccountHoldingBankRun, BankConsentEnd } from "@sheaf/ports/testing"
import type { BankConsentRequest } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import {
  authorizeConsent,
  bankOf,
  banksIn,
  decoupledRequest,
  redirectRequest,
  pressButton,
  returnUrl,
  scope,
  temporaryFolder,
  validUntil
} from "./SimulatedBanks.ts"

const test = testsOf(it, Effect.void)

const folder = mkdtempSync(join(tmpdir(), "sheaf-banks-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const everybody = "199001012385"
const run = (
  name: string,
  request: AccountHoldingBankRun["request"],
  end: BankConsentEnd,
  more: Partial<AccountHoldingBankRun> = {}
): AccountHoldingBankRun => ({ name, company: "se-fjallbanken", request, validDays: 60, end, ...more })

const answers = (decision: string, accountIds?: ReadonlyArray<string>): Partial<AccountHoldingBankRun> => ({
  answer: (consent) => Effect.asVoid(pressButton(folder, decision, accountIds)(consent))
})

const valid: BankConsentEnd = { _tag: "Valid" }
const rejected: BankConsentEnd = { _tag: "Rejected" }
/** A grant that lists accounts, because the customer could choose them at the bank. */
const of = (accounts: number): BankConsentEnd => ({ _tag: "Valid", granted: { accounts } })
const lasting = (lastsMillis: number): BankConsentEnd => ({ _tag: "Valid", granted: { lastsMillis } })

const own = Banks.ibansOf("se-fjallbanken", everybody).slice(0, 2)
const others = "SE4550000000058398257466"
/** A person who shares only the first of the requested accounts. */
const frugal = "199001302398"
const frugals = Banks.ibansOf("se-fjallbanken", frugal).slice(1, 3)
const asking = (part: Partial<BankConsentRequest["scope"]>, request = decoupledRequest(everybody)) => ({
  ...request,
  scope: { ...scope, ...part }
})

const runs: ReadonlyArray<AccountHoldingBankRun> = [
  run("by electronic ID", decoupledRequest(everybody), valid),
  run("by electronic ID, balances only", asking({ transactions: false }), of(4)),
  run("by electronic ID, transactions only", asking({ balances: false }), of(4)),
  run("by electronic ID, two accounts", asking({ accountIds: own }), valid),
  run("by electronic ID, no account of the person", asking({ accountIds: [others] }), rejected),
  run("by electronic ID, rejected", decoupledRequest("199002012392"), rejected),
  run("by electronic ID, shortened", decoupledRequest("199001292391"), lasting(8 * dayMillis)),
  run("by electronic ID, for a minute", decoupledRequest("199001312389"), lasting(dayMillis)),
  run("by electronic ID, fewer accounts", decoupledRequest(frugal), of(1)),
  run("by electronic ID, fewer of two accounts", asking({ accountIds: frugals }, decoupledRequest(frugal)), of(1)),
  run("by electronic ID, revoked at the bank", decoupledRequest("199002032390"), { _tag: "RevokedByPerson" }),
  run("by electronic ID, nobody identifies", decoupledRequest(everybody), { _tag: "Unanswered" }),
  run("by page, approved", redirectRequest, valid, answers("approve")),
  run("by page, the first account", redirectRequest, of(1), answers("approve-fewer")),
  run("by page, until tomorrow", redirectRequest, lasting(2 * dayMillis), answers("approve-until-tomorrow")),
  run("by page, for a minute", redirectRequest, lasting(dayMillis), answers("approve-for-a-minute")),
  run("by page, refused", redirectRequest, rejected, answers("refuse")),
  run("by page, cancelled", redirectRequest, { _tag: "Unanswered" }),
  run(
    "at a bank with its own maximum validity, without transactions",
    redirectRequest,
    { _tag: "Valid", granted: { accounts: 2, transactions: false, lastsMillis: 31 * dayMillis } },
    { company: "lv-ozolbanka", validDays: 90, ...answers("approve") }
  ),
  run("transactions only, at a bank without transactions", asking({ balances: false }, redirectRequest), rejected, {
    company: "lv-ozolbanka",
    ...answers("approve")
  }),
  run("at a bank that manages wealth too", decoupledRequest(everybody), valid, { company: "se-klarvik" })
]

accountHoldingBankContract("the sandbox", banksIn(folder), runs)

layer(banksIn(folder))("the sandbox's banks", (it) => {
  const test = testsOf(it, Effect.void)

  test("accept authentication only by the consent's person", function* () {
    const bank = yield* bankOf("se-fjallbanken")
    const { bankConsentId } = yield* bank.createConsent({ ...decoupledRequest(everybody), validUntil }, "another")
    const another = bank.identify(bankConsentId, Redacted.make("198006062395"), "another")
    assert.strictEqual((yield* Effect.flip(another)).reason, "REFUSED")
    assert.strictEqual((yield* bank.status(bankConsentId)).status, "received")
    const page = yield* bank.createConsent({ ...redirectRequest, validUntil }, "by page")
    yield* bank.identify(page.bankConsentId, Redacted.make(everybody), "by page")
    assert.strictEqual((yield* bank.status(page.bankConsentId)).status, "received")
  })

  test("do not share consents", function* () {
    const { id } = yield* authorizeConsent("se-fjallbanken", everybody, "one key")
    const other = yield* bankOf("se-klarvik")
    assert.strictEqual((yield* Effect.flip(other.status(id))).reason, "CONSENT_INVALID")
    const there = yield* other.createConsent({ ...decoupledRequest(everybody), validUntil }, "one key")
    assert.notStrictEqual(there.bankConsentId, id)
  })
})

test("keep their consents across restarts", function* () {
  const place = yield* temporaryFolder
  const before = Effect.provide(authorizeConsent("se-fjallbanken", everybody, "before"), banksIn(place))
  const { id } = yield* before
  const after = Effect.gen(function* () {
    const bank = yield* bankOf("se-fjallbanken")
    return { state: yield* bank.status(id), accounts: yield* bank.accounts(id, scope, {}), again: (yield* before).id }
  })
  const { accounts, again, state } = yield* Effect.provide(after, Layer.fresh(banksIn(place)))
  assert.strictEqual(state.status, "valid")
  assert.lengthOf(accounts.accounts, 4)
  assert.strictEqual(again, id)
})

test("store no personal number in plain text, and restrict access to their files", function* () {
  const place = join(yield* temporaryFolder, "inside")
  const { id } = yield* Effect.provide(authorizeConsent("se-fjallbanken", everybody, "kept"), banksIn(place))
  assert.strictEqual(statSync(place).mode & 0o777, 0o700)
  const names = readdirSync(place)
  assert.lengthOf(names, 1)
  for (const name of names) {
    assert.strictEqual(statSync(join(place, name)).mode & 0o777, 0o600)
    const text = `${name} ${readFileSync(join(place, name), "utf8")}`
    for (const secret of [everybody, everybody.slice(2), id]) assert.notInclude(text, secret)
  }
})

test("store neither the secret of a page nor the return address in plain text", function* () {
  const place = yield* temporaryFolder
  const bank = yield* Effect.provide(bankOf("se-fjallbanken"), banksIn(place))
  const consent = yield* bank.createConsent({ ...redirectRequest, validUntil }, "by page")
  const page = consent.redirectUrl ?? assert.fail("the bank has no page")
  const text = readdirSync(place)
    .map((name) => readFileSync(join(place, name), "latin1"))
    .join()
  for (const plain of [page.slice(-32), returnUrl, new URL(returnUrl).host]) assert.notInclude(text, plain)
  const { headers, statusCode } = yield* pressButton(place, "approve")(consent)
  assert.deepStrictEqual([statusCode, headers["location"]], [303, `${returnUrl}?result=approved`])
})

test("drop the least recently changed consents", function* () {
  const place = yield* temporaryFolder
  const made = Effect.gen(function* () {
    const ids: Array<string> = []
    for (const key of ["a", "b", "c", "d"]) ids.push((yield* authorizeConsent("se-fjallbanken", everybody, key)).id)
    const bank = yield* bankOf("se-fjallbanken")
    return yield* Effect.forEach(ids, (id) =>
      Effect.match(bank.status(id), {
        onFailure: ({ reason }) => reason,
        onSuccess: ({ status }) => status
      })
    )
  })
  const kept = yield* Effect.provide(made, banksIn(place, 2))
  assert.deepStrictEqual(kept, ["CONSENT_INVALID", "CONSENT_INVALID", "valid", "valid"])
})

test("report a damaged record and keep the other consents", function* () {
  const place = yield* temporaryFolder
  const outcome = Effect.gen(function* () {
    const { bank, id } = yield* authorizeConsent("se-fjallbanken", everybody, "damaged")
    const database = new DatabaseSync(join(place, "records.db"))
    database.exec("UPDATE record SET content = '{'")
    database.close()
    const reason = (yield* Effect.flip(bank.status(id))).reason
    const other = yield* authorizeConsent("se-fjallbanken", everybody, "whole")
    return [reason, (yield* bank.status(other.id)).status]
  })
  assert.deepStrictEqual(yield* Effect.provide(outcome, banksIn(place)), ["BANK_ERROR", "valid"])
})
