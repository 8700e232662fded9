/**
 * Tests that the sandbox's bank accounts have valid account numbers, and that their transactions match their balances.
 */
import { assert, describe, it } from "@effect/vitest"
import type { Market } from "@sheaf/domain/Market"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { BankAccountType } from "@sheaf/domain/WealthType"
import { Schema } from "effect"
import { companies } from "../../src/companies/SandboxCompanies.ts"
import { bankAccountsOf } from "../../src/records/BankAccounts.ts"
import { valuationDate, plusDays } from "../../src/data/Dates.ts"

const identities = [...Array.from({ length: 30 }, (_, index) => `person-${index}`), "199001012385", "198506152399"]
const banks = companies.filter(({ bank }) => bank !== undefined)
const people = banks.flatMap((company) =>
  identities.map((identity) => ({ company, identity, accounts: bankAccountsOf(company, identity) }))
)
const accounts = people.flatMap((each) => each.accounts)
const cents = (amount: MonetaryAmount | undefined): number => Math.round((amount?.amount ?? Number.NaN) * 100)

describe("the accounts of a bank", () => {
  it("match the schema and survive JSON", () => {
    const json: unknown = JSON.parse(JSON.stringify(accounts))
    const decoded = Schema.decodeUnknownSync(Schema.Array(BankAccount))(json, { onExcessProperty: "error" })
    assert.deepStrictEqual(decoded, accounts)
  })

  it("are the same each time for one person and different for another", () => {
    for (const { accounts: found, company, identity } of people) {
      assert.deepStrictEqual(bankAccountsOf(company, identity), found)
    }
    const ids = accounts.map(({ accountId }) => accountId)
    assert.deepStrictEqual([...new Set(ids)], ids)
  })

  it("cover every kind, and include a checking account at every bank", () => {
    assert.sameMembers([...new Set(accounts.map(({ type }) => type))], [...BankAccountType.literals])
    for (const { accounts: found } of people) {
      assert.isAtLeast(found.length, 2)
      assert.isTrue(found.some(({ type }) => type === "PSD2_CHECKING_ACCOUNT"))
    }
  })

  it("exist only at banks", () => {
    for (const company of companies) {
      assert.strictEqual(bankAccountsOf(company, "person-1").length > 0, company.bank !== undefined, company.id)
    }
  })
})

const ibanLengths: Readonly<Record<Market, number>> = { se: 24, ee: 20, lt: 20, lv: 21, fr: 27 }

const remainder = (iban: string): number => {
  const digits = Array.from(`${iban.slice(4)}${iban.slice(0, 4)}`, (character) =>
    /[0-9]/.test(character) ? character : String(character.charCodeAt(0) - 55)
  ).join("")
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}

describe("an account number", () => {
  it("has the country's length and valid check digits, and cards have no account number", () => {
    for (const { accounts: found, company } of people) {
      for (const { bic, iban, type } of found) {
        assert.strictEqual(iban === undefined, type === "PSD2_CREDIT_CARD")
        if (iban === undefined) continue
        assert.lengthOf(iban, ibanLengths[company.market], iban)
        assert.isTrue(iban.startsWith(company.market.toUpperCase()), iban)
        assert.strictEqual(remainder(iban), 1, iban)
        assert.strictEqual(bic?.slice(4, 6), company.market.toUpperCase())
      }
    }
  })

  it("has national check digits: 7-3-1 in Estonia, the RIB key in France", () => {
    const numbers = accounts.flatMap(({ iban }) => (iban === undefined ? [] : [iban]))
    for (const iban of numbers.filter((each) => each.startsWith("EE"))) {
      const [digits, check] = [Array.from(iban.slice(6, -1)), Number(iban.at(-1))]
      const sum = digits.reduceRight(
        ({ place, total }, digit) => ({ place: place + 1, total: total + Number(digit) * ([7, 3, 1][place % 3] ?? 0) }),
        { place: 0, total: 0 }
      ).total
      assert.strictEqual((sum + check) % 10, 0, iban)
    }
    for (const iban of numbers.filter((each) => each.startsWith("FR"))) {
      assert.strictEqual(BigInt(iban.slice(4)) % 97n, 0n, iban)
    }
  })
})

describe("the transactions of an account", () => {
  it("are 10 to 60 within three months, newest first, if the bank reports any", () => {
    for (const { accounts: found, company } of people) {
      for (const { transactions } of found) {
        assert.strictEqual(transactions !== undefined, company.bank?.reads.transactions)
        if (transactions === undefined) continue
        assert.isTrue(transactions.length >= 10 && transactions.length <= 60, `${transactions.length}`)
        const days = transactions.map(({ bookingDate }) => bookingDate)
        assert.deepStrictEqual(days, days.toSorted().reverse())
        const ids = transactions.map(({ transactionId }) => transactionId)
        assert.deepStrictEqual([...new Set(ids)], ids)
        for (const { amount, bookingDate, status } of transactions) {
          assert.isTrue(bookingDate >= plusDays(valuationDate, -90), bookingDate)
          assert.strictEqual(status === "PENDING", bookingDate > valuationDate, bookingDate)
          assert.notStrictEqual(cents(amount), 0)
        }
      }
    }
  })

  it("name the creditor or the debtor", () => {
    const all = accounts.flatMap(({ transactions = [] }) => transactions)
    assert.isTrue(all.some(({ status }) => status === "PENDING"))
    for (const { amount, creditorName, debtorName, remittanceInformation } of all) {
      const outward = amount.amount < 0
      assert.strictEqual(outward ? debtorName : creditorName, undefined)
      assert.isDefined((outward ? creditorName : debtorName) ?? remittanceInformation)
    }
  })

  it("agree with the balances, which are never negative and cover pending transactions", () => {
    for (const { availableBalance, bookedBalance, transactions, type } of accounts) {
      assert.isAtLeast(cents(availableBalance), 0)
      if (transactions === undefined) continue
      const sum = (status: string) =>
        transactions.filter((each) => each.status === status).reduce((total, { amount }) => total + cents(amount), 0)
      if (type === "PSD2_CREDIT_CARD") {
        assert.isAtMost(cents(bookedBalance), 0)
        continue
      }
      assert.strictEqual(cents(availableBalance), cents(bookedBalance) + sum("PENDING"))
      let balance = cents(bookedBalance)
      for (const { amount, status } of transactions) {
        if (status === "BOOKED") balance -= cents(amount)
        assert.isAtLeast(balance, 0)
      }
    }
  })
})
