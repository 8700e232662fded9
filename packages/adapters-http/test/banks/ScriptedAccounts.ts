/** A scripted bank with one account, in the format of NextGenPSD2 1.3.11. */
import { assert } from "@effect/vitest"
import { BankAccounts } from "@sheaf/ports"
import type { BankProfile, ReadingContext } from "@sheaf/ports"
import { Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { setImmediate } from "node:timers/promises"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"

export const iban = "SE4550000000058398257466"
export const pan = "525412******3241"
export const accountsPath = "GET /v1/accounts"
export const transactionsPath = "GET /v1/accounts/r-1/transactions"
export const balancesPath = "GET /v1/accounts/r-1/balances"

export const sek = (amount: string | number) => ({ amount, currency: "SEK" })
export const balance = (balanceType: string, amount: string | number, more: object = {}) => ({
  balanceType,
  balanceAmount: sek(amount),
  ...more
})
export const accounts = (...list: ReadonlyArray<object>): Bank.BankResponse => ({ body: { accounts: list } })
export const page = (
  booked: ReadonlyArray<object>,
  pending: ReadonlyArray<object> = [],
  next?: string
): Bank.BankResponse => ({
  body: {
    account: { iban },
    transactions: { booked, pending, ...Bank.links({ account: "/v1/accounts/r-1", ...(next && { next }) }) }
  }
})
export const account = { resourceId: "r-1", iban, currency: "SEK" }
const noCards: Bank.Script = { "GET /v1/card-accounts": Bank.failing(404) }
const oneAccount: Bank.Script = {
  ...noCards,
  [accountsPath]: accounts(account),
  [balancesPath]: { body: { balances: [balance("interimBooked", "10.5")] } },
  [transactionsPath]: page([])
}
const there = { psuIpAddress: "192.0.2.17", psuUserAgent: "A browser" }

export interface ReadingChanges extends ReadingContext {
  readonly profile?: BankProfile.BankProfile
  /** When the account is read, in milliseconds since 1970. */
  readonly now?: number
}

export const reading = Effect.fnUntraced(function* (
  script: Bank.Script,
  scope = Bank.fullScope,
  { now = Date.parse("2026-03-31T08:00:00Z"), profile, ...context }: ReadingChanges = {}
) {
  yield* TestClock.setTime(now)
  const { asked, bank } = yield* Bank.makeScriptedBank({ ...oneAccount, ...script }, profile && { profile })
  const whole = Effect.tap(bank.accounts("consent-1", scope, { ...there, ...context }), (found) =>
    Effect.map(Effect.orDie(Schema.decodeUnknownEffect(BankAccounts)(found)), (decoded) =>
      assert.deepStrictEqual(decoded, found)
    )
  )
  const read = Effect.map(whole, ({ accounts, missing }) => {
    assert.deepStrictEqual(missing, [])
    return accounts
  })
  return { asked, read, whole }
})

export const inVirtualTime = Effect.fnUntraced(function* <A, E>(run: Effect.Effect<A, E>) {
  const running = yield* Effect.forkChild(quietly(run))
  while (running.pollUnsafe() === undefined) {
    yield* Effect.promise(() => setImmediate())
    yield* TestClock.adjust("100 millis")
  }
  return yield* Fiber.join(running)
})

export const readSingleAccount = Effect.fnUntraced(function* (script: Bank.Script) {
  const [found, ...others] = yield* (yield* reading(script)).read
  assert.lengthOf(others, 0)
  return found ?? assert.fail("no account")
})

export const transactionsIn = (script: Bank.Script) =>
  Effect.map(readSingleAccount(script), ({ transactions = [] }) => transactions)
