/** Tests the `issuers` section of the configuration file (spec 5). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadConfig, load, testRejected, selfSigned } from "../service/SettingsFixtures.ts"

const issuer = {
  issuer: "https://id.brask.example/",
  audience: "collections",
  client: "brask",
  jwksUrl: "https://id.brask.example/jwks.json",
  algorithms: ["ES256"]
}

describe("the settings", () => {
  it.effect("accept an issuer with only its required members", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load({})).issuers, [])
      const { issuers } = yield* loadConfig({ issuers: [issuer] })
      assert.deepStrictEqual(issuers, [
        {
          issuer: "https://id.brask.example/",
          audience: "collections",
          clientId: "brask",
          algorithms: ["ES256"],
          jwksUrl: "https://id.brask.example/jwks.json",
          allowPrivateAddresses: false,
          timeoutMillis: 5000
        }
      ])
    })
  )

  it.effect("accept an issuer with every member", () =>
    Effect.gen(function* () {
      const { certFile: caFile } = yield* selfSigned
      const jwksUrl = "http://127.0.0.1:9000/jwks"
      const more = { jwksUrl, caFile, allowPrivateAddresses: true, timeoutSeconds: 60, algorithms: ["EdDSA", "PS256"] }
      const { issuers } = yield* loadConfig({ issuers: [{ ...issuer, ...more }] })
      const taken = issuers[0] ?? assert.fail("no issuer is taken")
      assert.strictEqual(taken.jwksUrl, jwksUrl)
      assert.strictEqual(taken.timeoutMillis, 60_000)
      assert.isTrue(taken.allowPrivateAddresses)
      assert.deepStrictEqual(taken.algorithms, ["EdDSA", "PS256"])
      assert.isDefined(taken.tls)
    })
  )

  testRejected(
    (
      [
        [[{ ...issuer, client: "" }], "issuers.0.client: expected a value with a length of at least 1"],
        [[{ ...issuer, algorithms: ["HS256"] }], 'issuers.0.algorithms.0: expected "ES256"'],
        [[{ ...issuer, algorithms: ["none"] }], 'issuers.0.algorithms.0: expected "ES256"'],
        [[{ ...issuer, algorithms: [] }], "issuers.0.algorithms.0 is required"],
        [[{ ...issuer, algorithms: ["ES256", "ES256"] }], "issuers.0.algorithms: expected"],
        [[{ ...issuer, jwksUrl: "http://id.brask.example" }], "issuers.0.jwksUrl: the address must use https: "],
        [[issuer, { ...issuer, client: "lund" }], "issuers.1.issuer: another entry has this issuer"],
        [[{ ...issuer, keys: [] }], "issuers.0.keys is unknown"],
        [[{ ...issuer, timeoutSeconds: 61 }], "issuers.0.timeoutSeconds"],
        [[{ ...issuer, caFile: "/nowhere" }], "issuers.0.caFile: cannot read /nowhere: there is no such file or folder"]
      ] as const
    ).map(([issuers, says]) => [{ issuers }, says])
  )

  it.effect("reject the public address as an issuer", () =>
    Effect.gen(function* () {
      const variables = { SHEAF_PUBLIC_URL: "https://sheaf.example/" }
      const issuers = [{ ...issuer, issuer: "https://sheaf.example" }]
      const { message } = yield* Effect.flip(loadConfig({ issuers }, variables))
      assert.strictEqual(message, "SHEAF_CONFIG: issuers.0.issuer must differ from SHEAF_PUBLIC_URL")
    })
  )
})
