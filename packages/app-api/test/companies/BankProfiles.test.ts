/**
 * Tests which bank profiles the configuration accepts, and that a profile written by somebody else can do no harm, such
 * as sending tokens to another host.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Redacted } from "effect"
import { jsonSchema } from "../../src/config/ConfigFile.ts"
import { loadConfig, reasonsOf, writeConfigFile } from "../service/SettingsFixtures.ts"

const entry = {
  company: "se-provbanken",
  companyDisplayName: "Provbanken",
  market: "se",
  url: "http://127.0.0.1:9000/psd2/",
  allowPrivateAddresses: true
}

const written = (profile: object | string) =>
  writeConfigFile(typeof profile === "string" ? profile : JSON.stringify(profile), ".json")

const loaded = Effect.fnUntraced(function* (profile: object, more: object = {}) {
  const { banks } = yield* loadConfig({ banks: [{ ...entry, profile: yield* written(profile), ...more }] })
  return banks[0] ?? assert.fail("no bank is taken")
})

const rejected = Effect.fnUntraced(function* (profile: object | string, more: object = {}) {
  return (yield* reasonsOf({ banks: [{ ...entry, profile: yield* written(profile), ...more }] })).join("; ")
})

describe("a bank's profile", () => {
  it.effect("can be a shipped one, whose first approach is the default", () =>
    Effect.gen(function* () {
      const oauth = { issuer: "https://oauth.example", clientId: "a" }
      const { banks } = yield* loadConfig({
        banks: [{ ...entry, profile: "paysera-lt", market: "lt", company: "lt-p", oauth }]
      })
      assert.deepInclude(banks[0]?.profile, { approaches: ["OAUTH"], consentDays: 180 })
    })
  )

  it.effect("can be a file that extends another, which it changes member by member", () =>
    Effect.gen(function* () {
      const base = yield* written({ query: { bic: "A", lang: "sv" }, approaches: ["DECOUPLED"], historyDays: 30 })
      const { profile } = yield* loaded({
        extends: base,
        query: { bic: "B" },
        approaches: ["REDIRECT", "DECOUPLED"]
      })
      assert.deepStrictEqual(profile.approaches, ["REDIRECT"])
      assert.deepInclude(profile, { query: { bic: "B", lang: "sv" }, historyDays: 30, pathPrefix: "v1" })
    })
  )

  it.effect("gives way to the entry in everything that both state", () =>
    Effect.gen(function* () {
      const oauth = { issuer: "http://127.0.0.1:9100", clientId: "entry" }
      const stated = {
        approaches: ["REDIRECT", "OAUTH"],
        psuIdType: "PROFILE",
        frequency: { perDay: 9, per: "CONSENT" },
        consentDays: 90,
        authentication: { clientId: "profile", tokenUrl: "/token", authorizationUrl: "/authorize" }
      }
      const overrides = { approach: "OAUTH", psuIdType: "ENTRY", frequencyPerDay: 2, maximumConsentValidityDays: 30 }
      const { profile } = yield* loaded(stated, { ...overrides, oauth })
      assert.deepInclude(profile, {
        approaches: ["OAUTH"],
        psuIdType: "ENTRY",
        frequency: { perDay: 2, per: "CONSENT" },
        consentDays: 30
      })
      assert.strictEqual(profile.authentication.clientId, "entry")
      const alone = yield* loaded(stated)
      assert.deepInclude(alone.profile, {
        psuIdType: "PROFILE",
        frequency: { perDay: 9, per: "CONSENT" },
        consentDays: 90
      })
    })
  )

  it.effect("can name Sheaf's registration, with its secret in a file beside it", () =>
    Effect.gen(function* () {
      const clientSecretFile = yield* writeConfigFile("hemligt\n")
      const { authentication, profile } = yield* loaded({
        authentication: { grant: "client_credentials", clientId: "app", clientSecretFile, tokenUrl: "/oauth/token" }
      })
      assert.strictEqual(profile.authentication.clientId, "app")
      assert.strictEqual(authentication?.tokenUrl, "http://127.0.0.1:9000/psd2/oauth/token")
      assert.strictEqual(authentication?.secret && Redacted.value(authentication.secret), "hemligt")
    })
  )

  const faults: ReadonlyArray<readonly [profile: object | string, says: string, more?: object]> = [
    [{ covers: [], limitations: ["No consents."] }, "covers no data, so Sheaf cannot read the bank. No consents."],
    [{ pathPrefx: "v2" }, "/pathPrefx is unknown; expected one of"],
    [{ authentication: { grants: "client_credentials" } }, "/authentication/grants is unknown"],
    [{ pathPrefix: "../admin" }, "/pathPrefix: expected a path"],
    [{ approaches: ["EMBEDDED"] }, "/approaches/0"],
    ["{", "invalid JSON"],
    [{ extends: "no-such-bank" }, "/extends: expected one of nextgenpsd2-1.3"],
    [{ approaches: ["REDIRECT"] }, "banks.0.approach: the profile has only REDIRECT", { approach: "DECOUPLED" }],
    [{ query: { "app-id": "{clientId}" } }, "/authentication/clientId is required"],
    [{ query: { a: "{secret}" } }, "/query/a: expected no braces"],
    [{ query: { a: "{clientId" } }, "/query/a: expected no braces"],
    [{ signature: { isRequired: true } }, "banks.0.seal is required"],
    [{ authentication: { grant: "client_credentials", clientId: "a" } }, "/authentication/tokenUrl is required"],
    [{ authentication: { before: "LOGIN" } }, "/authentication/before"],
    [
      { authentication: { before: "CONSENT", clientId: "a", personScope: "p" } },
      "/authentication/tokenUrl are required"
    ],
    [{ authentication: { tokenFormat: "XML" } }, "/authentication/tokenFormat"],
    [{ authentication: { before: "CONSENT", personScope: "AIS:{consentId}" } }, "/authentication/personScope: names"],
    [
      {
        authentication: { before: "CONSENT", clientId: "a", personScope: "p", tokenUrl: "/t", authorizationUrl: "/a" },
        approaches: ["DECOUPLED"]
      },
      "banks.0.approach must be REDIRECT"
    ],
    [
      { authentication: { grant: "client_credentials", clientId: "a", tokenUrl: "/t", method: "client_secret_post" } },
      "/authentication/clientSecretFile is required"
    ],
    [
      { authentication: { grant: "client_credentials", clientId: "a", tokenUrl: "/t", method: "private_key_jwt" } },
      "banks.0.seal is required"
    ]
  ]
  for (const [profile, says, more] of faults) {
    it.effect(`is rejected with the pointer of the fault: ${says}`, () =>
      Effect.map(rejected(profile, more), (found) => assert.include(found, says))
    )
  }
})

describe("a shared profile cannot steal:", () => {
  const own = ["Authorization", "HOST", "signature", "Digest", "PSU-ID", "psu-ip-address", "Cookie", "Content-Length"]
  const addresses = ["TPP-Notification-URI", "tpp-redirect-URI", "X-Forwarded-For", "X-HTTP-Method-Override", "Expect"]
  for (const name of [...own, ...addresses]) {
    it.effect(`it cannot set the header ${name}`, () =>
      Effect.map(rejected({ headers: { [name]: "a" } }), (found) =>
        assert.include(found, `/headers/${name} is set by Sheaf alone`)
      )
    )
  }

  it.effect("a value cannot end the header, or name another member", () =>
    Effect.map(rejected({ headers: { "X-A": "a\r\nAuthorization: b" } }), (found) =>
      assert.include(found, "/headers/X-A: expected 1 to 500 visible ASCII characters")
    )
  )

  const elsewhere = [
    "http://evil.example/token",
    "http://127.0.0.1:9001/token",
    "http://127.0.0.1:9000@evil.example/token",
    "https://127.0.0.1:9000/token",
    "//evil.example/token",
    "http:///evil.example/token",
    "/../admin",
    "/a/%2E%2e/../admin",
    "/a/.%252e/admin",
    "/a/..%2fadmin",
    "/..;/admin",
    "/a/%2e%2E%3Bx/admin",
    "http://127.0.0.1:99999/psd2/token",
    "http://[/token",
    "http://127.0.0.1.evil.example:9000/psd2/token",
    "http://127.0.0.1:9000/psd2evil/token",
    "http://127.0.0.1:9000/admin",
    "http://127.0.0.1:9000/psd2/../admin"
  ]
  for (const tokenUrl of elsewhere) {
    it.effect(`tokens and secrets do not go to ${tokenUrl}`, () =>
      Effect.map(rejected({ authentication: { grant: "client_credentials", clientId: "a", tokenUrl } }), (found) =>
        assert.include(found, "/authentication/tokenUrl")
      )
    )
  }

  it.effect("tokens go to a host that the operator names", () =>
    Effect.gen(function* () {
      const profile = {
        authentication: { grant: "client_credentials", clientId: "a", tokenUrl: "http://token.bank.example/t" }
      }
      const { authentication } = yield* loaded(profile, { redirectHosts: ["token.bank.example"] })
      assert.deepInclude(authentication, { tokenUrl: "http://token.bank.example/t" })
    })
  )

  it.effect("only the file that the entry names can name a secret", () =>
    Effect.gen(function* () {
      const clientSecretFile = yield* writeConfigFile("hemligt\n")
      const authentication = { grant: "client_credentials", clientId: "a", clientSecretFile, tokenUrl: "/t" }
      const found = yield* rejected({ extends: yield* written({ authentication }) })
      assert.include(found, "/authentication/clientSecretFile is only for the file that the bank's entry names")
      assert.notInclude(found, "hemligt")
    })
  )

  for (const name of ["request", "request_uri", "response_mode", "redirect_uri", "State", "code_challenge_method"]) {
    it.effect(`it cannot set the parameter ${name} of the person's page`, () =>
      Effect.map(rejected({ authentication: { parameters: { [name]: "a" } } }), (found) =>
        assert.include(found, `/authentication/parameters/${name} is set by Sheaf alone`)
      )
    )
  }

  for (const name of ["code", "client_secret", "Client_assertion", "grant_type", "refresh_token"]) {
    it.effect(`it cannot set the parameter ${name} of token requests`, () =>
      Effect.map(rejected({ authentication: { tokenParameters: { [name]: "a" } } }), (found) =>
        assert.include(found, `/authentication/tokenParameters/${name} is set by Sheaf alone`)
      )
    )
  }

  it.effect("the login's page is named only at a host that the operator names", () =>
    Effect.gen(function* () {
      const authentication = {
        before: "CONSENT",
        clientId: "a",
        tokenUrl: "/token",
        authorizationLinksUrl: "http://evil.example/links"
      }
      assert.include(yield* rejected({ authentication }), "/authentication/authorizationLinksUrl must be below url")
      const own = { ...authentication, authorizationLinksUrl: "/links" }
      const found = yield* loaded({ approaches: ["REDIRECT"], authentication: own })
      assert.strictEqual(found.authentication?.authorizationLinksUrl, "http://127.0.0.1:9000/psd2/links")
    })
  )

  it.effect("a file cannot be endless", () =>
    Effect.gen(function* () {
      assert.include(yield* rejected({ bank: "a".repeat(100_000) }), "is longer than 100000 bytes")
      for (const base of ["/dev/zero", "/"])
        assert.include(yield* rejected({ extends: base }), `/extends: ${base} is not a file`)
    })
  )

  it.effect("profiles that extend each other end", () =>
    Effect.gen(function* () {
      const path = yield* written({})
      yield* FileSystem.FileSystem.use((files) => files.writeFileString(path, JSON.stringify({ extends: path })))
      const found = yield* reasonsOf({ banks: [{ ...entry, profile: path }] })
      assert.include(found.join(), "more than 8 profiles extend each other")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("the schema of profiles", () => {
  it("is published with the configuration's", () => {
    const { BankProfile } = jsonSchema().$defs
    assert.containsAllKeys(JSON.parse(JSON.stringify(BankProfile)).properties, [
      "extends",
      "pathPrefix",
      "query",
      "headers",
      "historyDays",
      "authentication",
      "approaches",
      "sources",
      "state"
    ])
  })
})
