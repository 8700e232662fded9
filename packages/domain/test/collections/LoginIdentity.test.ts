/** What identifies a login, and whether the right person logged in (spec 3.2, 10). */
import { assert, describe, it } from "@effect/vitest"
import * as LoginIdentity from "../../src/collections/LoginIdentity.ts"
import type { LoginParameter } from "../../src/collections/Parameter.ts"
import * as LoginMethod from "../../src/companies/LoginMethod.ts"

const today = "2026-04-01"
const latvian: LoginParameter = { type: "SMART_ID", personalCode: "020100-29990", country: "LV" }
const byDocument: LoginParameter = { type: "SMART_ID", documentNumber: "PNOLV-020100-29990-MOCK-Q" }
const mobile: LoginParameter = { type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37200000766" }
const onPage: LoginParameter = { type: "PAGE" }
const email: LoginParameter = { type: "EMAIL", email: "mari@example.com" }

describe("The identity of a login", () => {
  it.each<[login: LoginParameter, identity: string | undefined, number: string | undefined]>([
    [latvian, "LV 02010029990", "020100-29990"],
    [byDocument, "LV 02010029990", "020100-29990"],
    [mobile, "EE 60001019906", "60001019906"],
    [{ ...mobile, phoneNumber: "37000000766" }, "LT 60001019906", "60001019906"],
    [email, "mari@example.com", undefined],
    [onPage, undefined, undefined]
  ])("of %j is %s, with the number %s", (login, identity, number) => {
    assert.deepStrictEqual(LoginIdentity.identityOf(login), identity === undefined ? undefined : [login.type, identity])
    assert.strictEqual(LoginIdentity.personalNumberOf(login), number)
  })

  it("names a person by number if and only if the method says so", () => {
    for (const login of [latvian, byDocument, mobile, email]) {
      const methods = LoginMethod.all.filter((method) => LoginMethod.describe(method).parameter === login.type)
      for (const method of methods) {
        assert.strictEqual(LoginMethod.identifiesByNumber(method), LoginIdentity.personalNumberOf(login) !== undefined)
      }
    }
  })
})

describe("The person of a login", () => {
  it.each<[LoginParameter, Parameters<typeof LoginIdentity.compare>[1], string]>([
    [latvian, { fromElectronicId: "02010029990" }, "VERIFIED"],
    [byDocument, { fromCompany: "020100-29990" }, "VERIFIED"],
    [mobile, { fromElectronicId: "60001019906", fromCompany: "50001029996" }, "VERIFIED"],
    [mobile, { fromElectronicId: "50001029996" }, "MISMATCH"],
    [latvian, { fromCompany: "030303-10012" }, "MISMATCH"],
    [mobile, { fromElectronicId: "PNOEE-60001019906" }, "VERIFIED"],
    [mobile, { fromElectronicId: "PNOLT-60001019906" }, "MISMATCH"],
    [byDocument, { fromCompany: "PNOEE-020100-29990" }, "MISMATCH"],
    [latvian, { fromCompany: "020100-*****" }, "UNVERIFIABLE"],
    [latvian, {}, "UNVERIFIABLE"],
    [onPage, { fromElectronicId: "60001019906" }, "UNVERIFIABLE"],
    [email, { fromCompany: "60001019906" }, "UNVERIFIABLE"]
  ])("%j with %j is %s", (login, known, verdict) => {
    assert.strictEqual(LoginIdentity.compare(login, known, today), verdict)
  })
})
