/** A service whose certificate at a bank has expired: it runs, and everybody who must know learns of it (spec 16). */
import { freePort } from "@sheaf/adapters-sql/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestService } from "../TestService.ts"
import * as Scrape from "../service/Scrape.ts"
import * as ProviderFiles from "./ProviderFiles.ts"

const entry = (company: string, qwac: object) => ({
  company,
  companyDisplayName: company,
  market: "se",
  url: "https://psd2.example",
  profile: "nextgenpsd2-1.3",
  approach: "REDIRECT",
  qwac
})

const readReady = Schema.decodeUnknownSync(
  Schema.Struct({ certificates: Schema.Array(Schema.Struct({ certificate: Schema.String })) })
)

const readAvailability = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      functional: Schema.Boolean,
      status: Schema.String,
      statusMessage: Schema.optionalKey(Schema.String)
    })
  )
)

describe("a service with an expired and an expiring certificate at banks", () => {
  it.live("starts, disables one bank, and shows both in /ready and the metrics", () =>
    Effect.gen(function* () {
      const old = yield* ProviderFiles.make({ days: -1 })
      const soon = yield* ProviderFiles.make({ days: 10 })
      const late = yield* ProviderFiles.make({ days: 90 })
      const banks = [entry("se-old", old.qwac), entry("se-soon", { ...soon.qwac }), entry("se-late", { ...late.qwac })]
      const metricsPort = yield* Effect.promise(() => freePort())
      const env = { METRICS_PORT: String(metricsPort), MTLS_PORT: "0", LOGIN_HOST_PORT: "0", PORT: "0" }
      const service = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const made = new TestService({ config: { banks }, env })
          await made.start()
          return made
        }),
        (made) => Effect.promise(() => made.end())
      )
      const { base } = service.process
      const json = (path: string) =>
        Effect.promise(async () => {
          const headers = { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" }
          return (await fetch(base + path, { headers })).json()
        })
      const ready = readReady(yield* json("/ready"))
      assert.deepStrictEqual(
        ready.certificates.map(({ certificate }) => certificate),
        ["se-old.qwac", "se-soon.qwac"]
      )
      const shownOf = (company: string) =>
        Effect.map(json(`/companies/availability?company=${company}`), (body) => readAvailability(body)[0])
      const [disabled, enabled] = [yield* shownOf("se-old"), yield* shownOf("se-soon")]
      assert.deepInclude(disabled, { functional: false, status: "UNAVAILABLE" })
      assert.include(disabled?.statusMessage ?? "", "certificate")
      assert.deepInclude(enabled, { functional: true, status: "OPERATIONAL" })
      const scraped = yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
      const left = (certificate: string) =>
        Scrape.sum(Scrape.parse(scraped), "sheaf_certificate_expiry_seconds", { certificate })
      assert.isBelow(left("se-old.qwac"), 0)
      assert.approximately(left("se-soon.qwac"), 10 * 86_400, 600)
      assert.approximately(left("se-late.qwac"), 90 * 86_400, 600)
    })
  )
})
