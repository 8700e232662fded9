import { assert, layer } from "@effect/vitest"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { ProblemCode, StatusEntry, VersionEntry } from "@sheaf/http-contract"
import { Readiness } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import * as World from "./World.ts"

const decodeAs = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return (answer: Client.Answer) => Effect.orDie(decode(answer.json))
}

const decodeVersions = decodeAs(Schema.Array(VersionEntry))
const decodeStatuses = decodeAs(Schema.Array(StatusEntry))

const Paths = Schema.Struct({ paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown)) })
const decodePaths = (answer: Client.Answer) => Effect.orDie(Schema.decodeUnknownEffect(Paths)(answer.json))

layer(Client.layer)("The open paths", (it) => {
  it.effect("say that the service is alive and can serve", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* send("/health")).json, { status: "healthy" })
      assert.deepStrictEqual((yield* send("/ready")).json, { status: "ready" })
    })
  )

  it.effect("answer HEAD as they answer GET", () =>
    Effect.gen(function* () {
      const pages = ["/docs", "/docs/2025-01-01", "/docs/2026-04-01", "/problems/internal"]
      const data = ["/versions", "/statuses", "/openapi/2025-01-01.json", "/openapi/2026-04-01.json"]
      for (const path of ["/health", "/ready", ...pages, ...data]) {
        const head = yield* send(path, { method: "HEAD" })
        assert.strictEqual(head.status, 200)
        assert.strictEqual(head.bytes.length, 0)
      }
    })
  )

  it.effect("publish the contract of every running version, with themselves in it", () =>
    Effect.gen(function* () {
      const newest = yield* send("/openapi/2026-04-01.json")
      assert.strictEqual(newest.header("content-type"), "application/json")
      assert.containsSubset(newest.json, { paths: { "/collections": {} } })
      for (const version of ApiVersion.running) {
        const { json } = yield* send(`/openapi/${version}.json`)
        assert.containsSubset(json, { openapi: "3.1.0", info: { version }, paths: { "/health": {} } })
      }
      assert.strictEqual((yield* send("/openapi/1999-01-01.json")).problem.code, "UNKNOWN_ROUTE")
    })
  )

  for (const [path, version] of [
    ["/docs", "2026-04-01"],
    ["/docs/2025-01-01", "2025-01-01"],
    ["/docs/2026-04-01", "2026-04-01"]
  ] as const) {
    it.effect(`show the documentation of ${version} at ${path}, with nothing from elsewhere`, () =>
      Effect.gen(function* () {
        const page = yield* send(path)
        assert.strictEqual(page.status, 200)
        assert.strictEqual(page.header("content-type"), "text/html; charset=utf-8")
        assert.notMatch(page.text, /<(?:script|link|img)[^>]+(?:src|href)=["']?(?:https?:)?\/\//i)
        assert.include(page.text, '"withDefaultFonts":false')
        assert.include(page.text, `"version":"${version}"`)
        const policy = page.header("content-security-policy") ?? ""
        assert.include(policy, "default-src 'self'")
        assert.notInclude(policy, "http")
      })
    )
  }

  it.effect("show no documentation of versions that do not run", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/docs/1999-01-01")).problem.code, "UNKNOWN_ROUTE")
    })
  )
})

layer(Client.layer)("The list of versions", (it) => {
  it.effect("tells of each whether to use it, and what it changed", () =>
    Effect.gen(function* () {
      const [oldest, newest] = yield* decodeVersions(yield* send("/versions"))
      assert.deepStrictEqual<unknown>(oldest, {
        version: "2025-01-01",
        status: "DEPRECATED",
        deprecatedAt: "2026-04-01T00:00:00.000Z",
        changes: []
      })
      assert.strictEqual(newest?.version, "2026-04-01")
      assert.strictEqual(newest?.status, "CURRENT")
      assert.notProperty(newest, "deprecatedAt")
      assert.isAtLeast(newest?.changes.length ?? 0, 8)
    })
  )

  it.effect("names in each change operations that one of the versions has", () =>
    Effect.gen(function* () {
      const operations = new Set<string>()
      for (const version of ApiVersion.running) {
        const { paths } = yield* decodePaths(yield* send(`/openapi/${version}.json`))
        for (const [path, item] of Object.entries(paths)) {
          for (const method of Object.keys(item)) operations.add(`${method.toUpperCase()} ${path}`)
        }
      }
      const affected = (yield* decodeVersions(yield* send("/versions"))).flatMap(({ changes }) =>
        changes.flatMap(({ affects }) => affects)
      )
      assert.isEmpty(affected.filter((operation) => !operations.has(operation)))
    })
  )
})

/** Spec 3.1 and 9, by hand: what is not in every version and market. */
const restricted = {
  TWO_FACTOR_METHOD_SELECTION_TIMEOUT: { versions: ["2026-04-01"] },
  AUTHENTICATION_ERROR: { versions: ["2026-04-01"] },
  LOGIN_METHOD_NOT_APPLICABLE: { versions: ["2026-04-01"] },
  REJECTED_INCORRECT_LOGIN_METHOD: { versions: ["2025-01-01"], markets: ["ee", "lt", "lv"] }
} as const

const everywhere = { versions: ["2025-01-01", "2026-04-01"], markets: ["se", "ee", "lt", "lv", "fr"] }

layer(Client.layer)("The list of statuses", (it) => {
  it.effect("has every status, with the versions and markets that return it", () =>
    Effect.gen(function* () {
      const entries = yield* decodeStatuses(yield* send("/statuses"))
      assert.lengthOf(entries, 30)
      for (const { markets, status, versions } of entries) {
        const expected = { ...everywhere, ...Object.entries(restricted).find(([name]) => name === status)?.[1] }
        assert.deepStrictEqual(
          { versions: [...versions], markets: [...markets] },
          {
            versions: [...expected.versions],
            markets: [...expected.markets]
          },
          status
        )
      }
    })
  )

  it.effect("tells what has ended, and what to do", () =>
    Effect.gen(function* () {
      const entries = yield* decodeStatuses(yield* send("/statuses"))
      const open = entries.filter(({ final }) => !final).map(({ status }) => status)
      assert.sameMembers(open, [
        "RUNNING",
        "LOGIN",
        "CUSTOMER_ENROLLMENT_CHECK",
        "TWO_FACTOR_PENDING",
        "CONTACT_FORM_PENDING",
        "COLLECTION_INPUT_PENDING",
        "WAITING_FOR_USER_ACTION",
        "COLLECTING"
      ])
      for (const { clientAction, meaning } of entries) {
        assert.match(meaning, /\.$/)
        assert.match(clientAction, /\.$/)
      }
    })
  )
})

layer(Client.layer)("The page of a problem", (it) => {
  it.effect("is where the type of the problem leads, whoever asks", () =>
    Effect.gen(function* () {
      const { problem } = yield* send("/nothing")
      const page = yield* send(problem.type, { headers: { "authorization-token": undefined } })
      assert.strictEqual(page.status, 200)
      for (const text of [problem.title, problem.code, "404", "What it means", "What to do"]) {
        assert.include(page.text, text)
      }
    })
  )

  it.effect("is there for every code, and needs nothing from elsewhere", () =>
    Effect.gen(function* () {
      for (const code of ProblemCode.all) {
        const page = yield* send(ProblemCode.typeOf(code))
        assert.strictEqual(page.status, 200, code)
        assert.include(page.text, `<code>${code}</code>`)
        assert.notMatch(page.text, /<(?:script|link|img|iframe)|https?:/i)
        assert.notInclude(page.text, "`")
        assert.include(page.header("content-security-policy"), "default-src 'none'")
      }
    })
  )

  it.effect("is not there for what is no code", () =>
    Effect.gen(function* () {
      for (const name of ["out-of-cake", "NOT_FOUND", "not_found", "constructor"]) {
        assert.strictEqual((yield* send(`/problems/${name}`)).problem.code, "NOT_FOUND")
      }
    })
  )
})

const notReady = Layer.merge(World.layer, Layer.succeed(Readiness, { isReady: Effect.succeed(false) }))

layer(Client.over(notReady))("A service that cannot serve", (it) => {
  it.effect("says so at /ready, and is alive all the same", () =>
    Effect.gen(function* () {
      const answer = yield* send("/ready")
      assert.strictEqual(answer.status, 503)
      assert.strictEqual(answer.problem.code, "NOT_READY")
      assert.strictEqual((yield* send("/health")).status, 200)
    })
  )
})
