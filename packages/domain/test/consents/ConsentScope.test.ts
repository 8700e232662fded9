/** The terms of a consent (spec 2.1, 2.3, 2.4). */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { CalendarDate } from "../../src/shared/CalendarDate.ts"
import { expirationOf, intersectScope, resolveTerms, filterAccounts } from "../../src/consents/ConsentScope.ts"
import type { ConsentContext, Psd2AisConsentScope } from "../../src/consents/ConsentScope.ts"
import * as Market from "../../src/shared/Market.ts"

const asked = { psuIpAddress: "192.0.2.17" }
const here: ConsentContext = { today: "2026-04-01", market: "se" }

const termsOf = (request: Parameters<typeof resolveTerms>[0], circumstances = here) =>
  Result.getOrThrow(resolveTerms(request, "/parameters/0", circumstances))

const refusalOf = (request: Parameters<typeof resolveTerms>[0], pointer: string) =>
  Result.getOrThrow(Result.flip(resolveTerms(request, pointer, here)))

describe("The terms of a consent", () => {
  it("default to the balances and transactions of all accounts for 90 days", () => {
    assert.deepStrictEqual(termsOf(asked), {
      scope: { type: "PSD2_AIS", balances: true, transactions: true },
      psuIpAddress: "192.0.2.17",
      psuLocale: "sv-se",
      validUntil: "2026-06-30"
    })
  })

  it("keep the requested values", () => {
    const request = {
      ...asked,
      accountIds: ["SE45 5000 0000 0583 9825 7466"],
      transactions: false,
      psuLocale: "en-gb",
      validUntil: "2026-04-02"
    }
    assert.deepStrictEqual(termsOf(request), {
      scope: { type: "PSD2_AIS", accountIds: ["SE4550000000058398257466"], balances: true, transactions: false },
      psuIpAddress: "192.0.2.17",
      psuLocale: "en-gb",
      validUntil: "2026-04-02"
    })
    assert.isFalse(termsOf({ ...asked, balances: false }).scope.balances)
  })

  it.each([
    ["se", "sv-se"],
    ["ee", "et-ee"],
    ["lt", "lt-lt"],
    ["lv", "lv-lv"],
    ["fr", "fr-fr"]
  ] as const)("default to the language of the market %s: %s", (market, locale) => {
    assert.strictEqual(termsOf(asked, { ...here, market }).psuLocale, locale)
  })

  it.each([
    [undefined, "9999-12-31", "2026-09-28"],
    [undefined, "2026-09-28", "2026-09-28"],
    [undefined, "2026-09-27", "2026-09-27"],
    [30, "9999-12-31", "2026-05-01"],
    [30, undefined, "2026-05-01"],
    [90, undefined, "2026-06-30"],
    [365, "9999-12-31", "2027-04-01"]
  ] as const)("with a maximum of %s days and a request for %s last until %s", (maxDays, validUntil, expected) => {
    const request = validUntil === undefined ? asked : { ...asked, validUntil }
    assert.strictEqual(termsOf(request, { ...here, maxDays }).validUntil, expected)
  })

  it.each(["2026-03-31", "0000-01-01"])("cannot end on %s, which is before today", (day) => {
    assert.deepStrictEqual(refusalOf({ ...asked, validUntil: day }, "/parameters/2"), [
      { pointer: "/parameters/2/validUntil", code: "INVALID_FIELD", detail: "Must not be before today (UTC)." }
    ])
  })

  it("can end today", () => {
    assert.strictEqual(termsOf({ ...asked, validUntil: "2026-04-01" }, here).validUntil, "2026-04-01")
  })

  it("cover only the list of accounts without balances and transactions", () => {
    const { scope } = termsOf({ ...asked, balances: false, transactions: false }, here)
    assert.deepStrictEqual(scope, { type: "PSD2_AIS", balances: false, transactions: false })
    assert.deepStrictEqual(intersectScope(scope, {}), scope)
    assert.isUndefined(intersectScope(scope, { accountIds: [] }))
    const granted = { accountIds: ["iban-1"], otherNumbers: ["bban-1"] }
    assert.deepStrictEqual(intersectScope({ ...scope, accountIds: ["bban-1"] }, granted)?.accountIds, ["bban-1"])
  })

  const days = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3650 }))
  const year = Schema.Int.check(Schema.isBetween({ minimum: 2020, maximum: 2060 }))

  it.prop(
    "end today or later, but not after the requested day or the maximum",
    { validUntil: CalendarDate, year, maxDays: days, market: Market.Market },
    ({ market, maxDays, validUntil, year: y }) => {
      const today = `${y}-02-28`
      const resolved = resolveTerms({ ...asked, validUntil }, "", { today, market, maxDays })
      if (Result.isFailure(resolved)) return assert.isBelow(Date.parse(validUntil), Date.parse(today))
      const terms = resolved.success
      assert.isAtMost(Date.parse(terms.validUntil), Date.parse(validUntil))
      assert.isAtMost(Date.parse(terms.validUntil) - Date.parse(today), maxDays * 86_400_000)
      assert.isAtLeast(Date.parse(terms.validUntil), Date.parse(today))
    }
  )
})

describe("The end of a consent", () => {
  it.each([
    ["2026-06-30", undefined, "2026-06-30T23:59:59.999Z"],
    ["2026-06-30", "2026-05-31T12:00:00Z", "2026-05-31T12:00:00.000Z"],
    ["2026-06-30", "2026-07-31T12:00:00Z", "2026-06-30T23:59:59.999Z"]
  ] as const)("of %s with the bank's limit %s is %s", (validUntil, maximum, expected) => {
    assert.strictEqual(expirationOf(validUntil, maximum), expected)
  })
})

const scopeOf = (part: Partial<Psd2AisConsentScope> = {}): Psd2AisConsentScope => ({
  type: "PSD2_AIS",
  balances: true,
  transactions: true,
  ...part
})

describe("The granted scope", () => {
  type Part = Parameters<typeof intersectScope>[1]
  it.each<readonly [asked: Part, byBank: Part, granted: Part | undefined]>([
    [{}, {}, {}],
    [{}, { accountIds: ["a"] }, { accountIds: ["a"] }],
    [{ accountIds: ["a"] }, {}, { accountIds: ["a"] }],
    [{ accountIds: ["a", "b"] }, { accountIds: ["b", "c"] }, { accountIds: ["b"] }],
    [{ accountIds: ["a"] }, { accountIds: ["b"] }, undefined],
    [{}, { accountIds: [] }, undefined],
    [{}, { transactions: false }, { transactions: false }],
    [{ balances: false }, { balances: true }, { balances: false }],
    [{ balances: false }, { transactions: false }, undefined],
    [{}, { balances: false, transactions: false }, undefined]
  ])("of the request %j is limited by the bank's %j to %j", (request, byBank, granted) => {
    assert.deepStrictEqual(intersectScope(scopeOf(request), byBank), granted && scopeOf(granted))
  })
})

describe("The accounts within a scope", () => {
  const money = { amount: 820.4, currency: "SEK" } as const
  const identity = { id: "1", company: "se-fjallbanken", companyDisplayName: "Fjällbanken" }
  const account = { type: "PSD2_CHECKING_ACCOUNT", ...identity, accountId: "a", currency: "SEK" } as const
  const balances = { availableBalance: money, bookedBalance: money, financialInformation: { currentValue: money } }
  const documents = [{ documentId: "1", name: "Terms", contentType: "text/plain" }] as const
  const full = { ...account, ...balances, transactions: [], documents }

  it.each<readonly [scope: Partial<Psd2AisConsentScope>, covered: ReturnType<typeof filterAccounts>]>([
    [{}, [{ ...account, ...balances, transactions: [] }]],
    [{ balances: false }, [{ ...account, transactions: [] }]],
    [{ transactions: false }, [{ ...account, ...balances }]],
    [{ accountIds: ["b", "a"], balances: false, transactions: false }, [account]],
    [{ accountIds: ["b"] }, []]
  ])("have neither documents nor uncovered members: %j", (scope, covered) => {
    assert.deepStrictEqual(filterAccounts(scopeOf(scope), [full]), covered)
  })

  it("are named by their number, with or without the currency that distinguishes them", () => {
    const accounts = (["SEK", "EUR"] as const).map((currency) => ({
      ...account,
      accountId: `12 ${currency}`,
      currency
    }))
    const named = (...accountIds: ReadonlyArray<string>) =>
      filterAccounts(scopeOf({ accountIds }), accounts).map(({ accountId }) => accountId)
    assert.deepStrictEqual(named("12"), ["12 SEK", "12 EUR"])
    assert.deepStrictEqual(named("12 EUR", "1"), ["12 EUR"])
  })
})
