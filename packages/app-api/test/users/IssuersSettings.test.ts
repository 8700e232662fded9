/** The section `issuers` of the configuration: whose tokens are accepted, and which entries are refused (decisions 8). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { configured, file, load, selfSigned } from "../service/Configured.ts"

const issuer = {
  issuer: "https://id.brask.example/",
  audience: "collections",
  client: "brask",
  jwksUrl: "https://id.brask.example/jwks.json",
  algorithms: ["ES256"]
}

describe("the settings", () => {
  it.effect("take issuers of tokens, by what they need alone", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load({})).issuers, [])
      const { issuers } = yield* configured({ issuers: [issuer] })
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

  it.effect("take an issuer of a private network, with everything that can be said of it", () =>
    Effect.gen(function* () {
      const { certFile: caFile } = yield* selfSigned
      const jwksUrl = "http://127.0.0.1:9000/jwks"
      const more = { jwksUrl, caFile, allowPrivateAddresses: true, timeoutSeconds: 60, algorithms: ["EdDSA", "PS256"] }
      const { issuers } = yield* configured({ issuers: [{ ...issuer, ...more }] })
      const taken = issuers[0] ?? assert.fail("no issuer is taken")
      assert.strictEqual(taken.jwksUrl, jwksUrl)
      assert.strictEqual(taken.timeoutMillis, 60_000)
      assert.isTrue(taken.allowPrivateAddresses)
      assert.deepStrictEqual(taken.algorithms, ["EdDSA", "PS256"])
      assert.isDefined(taken.tls)
    })
  )

  const unusable: ReadonlyArray<[what: string, issuers: ReadonlyArray<object>, says: RegExp]> = [
    [
      "is of no client",
      [{ ...issuer, client: "" }],
      /issuers\.0\.client: expected a value with a length of at least 1/
    ],
    ["signs with a secret", [{ ...issuer, algorithms: ["HS256"] }], /issuers\.0\.algorithms\.0: expected "ES256"/],
    ["signs with nothing", [{ ...issuer, algorithms: ["none"] }], /issuers\.0\.algorithms\.0: expected "ES256"/],
    ["signs not at all", [{ ...issuer, algorithms: [] }], /issuers\.0\.algorithms\.0 is required/],
    [
      "signs with one algorithm twice",
      [{ ...issuer, algorithms: ["ES256", "ES256"] }],
      /issuers\.0\.algorithms: expected/
    ],
    [
      "publishes without TLS",
      [{ ...issuer, jwksUrl: "http://id.brask.example" }],
      /issuers\.0\.jwksUrl: the address is not https: /
    ],
    ["publishes on this machine", [{ ...issuer, jwksUrl: "https://127.0.0.1" }], /is an address of this machine/],
    ["publishes behind a password", [{ ...issuer, jwksUrl: "https://a:b@id.brask.example" }], /holds credentials/],
    ["publishes at no address", [{ ...issuer, jwksUrl: "jwks.json" }], /is no address/],
    ["is of two clients", [issuer, { ...issuer, client: "lund" }], /issuers\.1\.issuer: another entry has this issuer/],
    ["says more than there is to say", [{ ...issuer, keys: [] }], /keys/],
    ["is waited for too long", [{ ...issuer, timeoutSeconds: 61 }], /timeoutSeconds/],
    [
      "has an authority that is not there",
      [{ ...issuer, caFile: "/nowhere" }],
      /issuers\.0\.caFile: \/nowhere cannot be read: NotFound/
    ]
  ]
  for (const [what, issuers, says] of unusable) {
    it.effect(`refuse an issuer that ${what}`, () =>
      Effect.gen(function* () {
        assert.match((yield* Effect.flip(configured({ issuers }))).message, says)
      })
    )
  }

  it.effect("refuse an issuer that has the address of the service itself", () =>
    Effect.gen(function* () {
      const path = yield* file(JSON.stringify({ issuers: [{ ...issuer, issuer: "https://sheaf.example" }] }))
      const error = yield* Effect.flip(load({ SHEAF_PUBLIC_URL: "https://sheaf.example/", SHEAF_CONFIG: path }))
      assert.match(error.message, /issuers\.0\.issuer is SHEAF_PUBLIC_URL/)
    })
  )
})
