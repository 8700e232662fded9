/** The login methods that a Connect session offers (spec 13). */
import { assert, it } from "vitest"
import * as ConnectOffer from "../../src/connect/ConnectOffer.ts"
import type { CompanyAvailability, SupportedProducts } from "../../src/companies/Company.ts"
import type { LoginMethod } from "../../src/companies/LoginMethod.ts"

const names = { company: "ee-kadaka", companyDisplayName: "Kadaka", market: "ee" } as const

const availabilityWith = (loginMethods: ReadonlyArray<LoginMethod>): CompanyAvailability => ({
  ...names,
  functional: true,
  status: "OPERATIONAL",
  loginMethods,
  products: ["INSURANCE"],
  updatedAt: "2026-03-31T06:00:00.000Z"
})

const supported: SupportedProducts = { ...names, insurance: [], wealth: [] }

const offered = (
  methods: ReadonlyArray<LoginMethod>,
  testMethods: ReadonlyArray<LoginMethod>,
  limits: Partial<ConnectOffer.ConnectOfferSettings> = {}
) =>
  ConnectOffer.offeredCompanyOf(
    { purpose: "COLLECT", ...limits },
    availabilityWith(methods),
    supported,
    testMethods
  )?.loginMethods.map(({ loginMethod }) => loginMethod)

const all = ["EMAIL", "SMART_ID", "SMART_ID_TEST", "SMART_ID_MOCK"] as const
const tests = ["SMART_ID_TEST", "SMART_ID_MOCK"] as const

it("a sandbox offers the variants of a method only in its place", () => {
  assert.deepStrictEqual(offered(all, []), ["EMAIL", "SMART_ID"])
  assert.deepStrictEqual(offered(all, [], { loginMethods: ["SMART_ID_TEST"] }), ["SMART_ID_TEST"])
})

it("a client that may test is offered the methods of the test environment, too", () => {
  assert.deepStrictEqual(offered(["EMAIL", "SMART_ID"], tests), ["EMAIL", "SMART_ID", ...tests])
  assert.deepStrictEqual(offered(["SMART_ID"], tests, { loginMethods: ["SMART_ID_MOCK"] }), ["SMART_ID_MOCK"])
  assert.deepStrictEqual(offered(["SMART_ID"], tests, { loginMethods: ["SMART_ID"] }), ["SMART_ID"])
})
