/** People whose accounts change during a simulated year, and what their bank does each day. */
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { account } from "../../consents/BankAccounts.ts"
import * as Monitor from "../MonitorWorld.ts"
import type { AccountLife } from "./Checker.ts"

/** The minimum number of days between two changes, so that a run sees each of them. */
export const calmDays = 9

/** Returns pseudorandom numbers from 0 up to 1 that are the same in every simulation. */
export const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

export class Person {
  readonly name: string
  readonly lives: Array<AccountLife>
  accounts: ReadonlyArray<{ readonly now: BankAccount; readonly life: AccountLife }>
  #calmUntil = 2

  constructor(name: string, at: number) {
    const life: AccountLife = { addedAt: at, changedAt: [], transactionsAt: [] }
    this.name = name
    this.lives = [life]
    this.accounts = [{ now: Monitor.withTransactions(account(`${name}-1`), `${name}-t0`), life }]
  }

  get given(): ReadonlyArray<BankAccount> {
    return this.accounts.map(({ now }) => now)
  }

  live(day: number, at: number, random: () => number): void {
    if (day < this.#calmUntil) return
    const [first, ...others] = this.accounts
    const choice = random()
    if (first === undefined || choice > 0.5) return
    this.#calmUntil = day + calmDays
    if (choice < 0.15) return this.#open(at)
    if (choice < 0.25 && others[0] !== undefined) {
      others[0].life.removedAt = at
      this.accounts = [first, ...others.slice(1)]
      return
    }
    if (choice < 0.35) {
      first.life.changedAt.push(at)
      this.accounts = [{ ...first, now: { ...first.now, accountName: `Household ${day}` } }, ...others]
      return
    }
    const arrived = [1, 2].map((count) => `${this.name}-t${day}-${count}`)
    first.life.transactionsAt.push({ at, count: arrived.length })
    const { transactions = [] } = Monitor.withTransactions(first.now, ...arrived)
    const all = [...(first.now.transactions ?? []), ...transactions]
    this.accounts = [{ ...first, now: { ...first.now, transactions: all } }, ...others]
  }

  #open(at: number): void {
    const life: AccountLife = { addedAt: at, changedAt: [], transactionsAt: [] }
    this.lives.push(life)
    const opened = account(`${this.name}-${this.lives.length}`, "PSD2_SAVINGS_ACCOUNT")
    this.accounts = [...this.accounts, { now: { ...opened, transactions: [] }, life }]
  }
}

/**
 * What happens on a day:
 *
 * - DOWN: the bank fails.
 * - PARTIAL: the bank omits accounts and says so.
 * - HALF: the bank omits accounts without saying so.
 * - MAINTENANCE: the company is in maintenance for some hours.
 * - OFF: the service is off.
 */
export type Weather = "FINE" | "DOWN" | "PARTIAL" | "HALF" | "MAINTENANCE" | "OFF"

/**
 * Returns a function that decides what happens on the next day. There are never more than two bad days in a row, and
 * the bank never omits accounts silently (HALF) on two consecutive days.
 */
export const makeWeather = (random: () => number) => {
  let [bad, mayLose] = [0, true]
  return (isCalm: boolean): Weather => {
    const choice = random()
    const isBad = !isCalm && bad < 2 && choice < 0.35
    bad = isBad ? bad + 1 : 0
    if (isBad) {
      if (choice < 0.05) return "OFF"
      return choice < 0.15 ? "DOWN" : choice < 0.25 ? "PARTIAL" : "MAINTENANCE"
    }
    const isHalf = !isCalm && mayLose && choice > 0.9
    mayLose = !isHalf
    return isHalf ? "HALF" : "FINE"
  }
}

/** The bank shows more history for a while after the person has authenticated. */
export const withHistory = (given: ReadonlyArray<BankAccount>): ReadonlyArray<BankAccount> =>
  given.map((shown) => {
    const [old] = Monitor.withTransactions(shown, `${shown.accountId}-old`).transactions ?? []
    const { transactions = [] } = shown
    return {
      ...shown,
      transactions: [...transactions, ...(old ? [{ ...old, bookingDate: "2025-10-01" }] : [])],
      transactionsFrom: "2025-04-01"
    }
  })

export const answerOf = (given: ReadonlyArray<BankAccount>, weather: Weather) => {
  const isHalf = weather === "PARTIAL" || weather === "HALF"
  const shown = given.map((each) => ({ transactionsFrom: "2026-01-01", ...each }))
  return {
    accounts: isHalf ? shown.slice(0, Math.ceil(shown.length / 2)) : shown,
    missing: weather === "PARTIAL" ? [{ product: "PSD2_AIS", reason: "COMPANY_ERROR" } as const] : []
  }
}
