/** Tests the test certificates of payment service providers by parsing them with openssl. */
import { assert, describe } from "@effect/vitest"
import { X509Certificate } from "node:crypto"
import { ProviderCertificates, Psd2Role } from "../../src/index.ts"
import * as Openssl from "../Openssl.ts"
import { authority, day, seconds, start, test } from "../TestServices.ts"

const options = {
  kind: "QWAC",
  organizationId: "PSDSE-FINA-000000",
  organization: "Sheaf",
  host: "sheaf.example",
  roles: ["PSP_AI"],
  days: 90
} as const

describe("a provider's certificate", () => {
  test("states the role, the kind and the authorization number", function* () {
    const signer = yield* authority()
    const openssl = yield* Openssl.make
    openssl.write("ca.pem", signer.certificate)
    for (const [kind, purpose] of [
      ["QWAC", "sslclient"],
      ["QSEAL", "any"]
    ] as const) {
      const { certificate } = yield* ProviderCertificates.make(signer, { ...options, kind })
      openssl.write("one.pem", certificate)
      const at = seconds(start + day)
      openssl.expect("verify", "-CAfile", "ca.pem", "-purpose", purpose, "-attime", at, "one.pem")
      const printed = openssl.expect("x509", "-in", "one.pem", "-noout", "-subject", "-text")
      assert.include(printed, "PSDSE-FINA-000000")
      const [, offset = ""] = /:qcStatements\n *(\d+):/.exec(openssl.expect("asn1parse", "-in", "one.pem")) ?? []
      const statements = openssl.expect("asn1parse", "-in", "one.pem", "-strparse", offset)
      for (const expected of ["PSP_AI", "0.4.0.19495.1.3", "0.4.0.19495.2", "SE-FINA", "0.4.0.1862.1.1"]) {
        assert.include(statements, expected)
      }
      assert.include(statements, kind === "QWAC" ? "0.4.0.1862.1.6.3" : "0.4.0.1862.1.6.2")
      assert.deepStrictEqual(Psd2Role.rolesIn(new X509Certificate(certificate).raw), ["PSP_AI"])
    }
  })

  test("can have other roles, none, or have expired", function* () {
    const signer = yield* authority()
    const { certificate } = yield* ProviderCertificates.make(signer, {
      ...options,
      roles: ["PSP_PI", "PSP_IC"],
      days: -1
    })
    const read = new X509Certificate(certificate)
    assert.deepStrictEqual(Psd2Role.rolesIn(read.raw), ["PSP_PI", "PSP_IC"])
    assert.isBelow(read.validToDate.getTime(), start)
    assert.deepStrictEqual(Psd2Role.rolesIn(new X509Certificate(signer.certificate).raw), [])
  })
})
