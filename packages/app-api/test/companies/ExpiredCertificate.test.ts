/**
 * Checks that a service still runs when its certificate for a bank has expired, and that everyone who needs to know is
 * told (spec 16).
 */
import { waitFor } from "@sheaf/sandbox-site/testing"
import { Effect, Exit, Schema, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as CommandLine from "../CommandLine.ts"
import * as Scrape from "../service/Scrape.ts"
import { TestService } from "../TestService.ts"
import * as ProviderFiles from "./ProviderFiles.ts"

/** Days until each bank's certificate expires. */
const days = { "se-old": -1, "se-soon": 10, "se-late": 90 }

const scope = Scope.makeUnsafe()

const entryOf = Effect.fnUntraced(function* ([company, left]: readonly [company: string, left: number]) {
  const { qwac } = yield* ProviderFiles.make({ days: left })
  return {
    company,
    companyDisplayName: company,
    market: "se",
    url: "https://psd2.example",
    profile: "nextgenpsd2-1.3",
    approach: "REDIRECT",
    qwac
  }
})

let service: TestService

beforeAll(async () => {
  const entries = Effect.forEach(Object.entries(days), entryOf)
  const banks = await Effect.runPromise(Effect.provideService(entries, Scope.Scope, scope))
  service = new TestService({ config: { banks }, env: { METRICS_PORT: "0" } })
  await service.start()
})

afterAll(async () => {
  await service.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const apiKey = { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" }

const read = async <S extends Schema.Codec<unknown, unknown>>(
  schema: S,
  url: URL,
  init: RequestInit = {}
): Promise<S["Type"]> => Schema.decodeUnknownSync(schema)(await (await fetch(url, init)).json())

const at = (path: string): URL => new URL(path, service.process.base)

const metricsUrl = async (): Promise<URL> => {
  const output = await waitFor(service.process.output, (text) => text.includes("serving metrics"))
  return new URL(Scrape.metricsUrlIn(output))
}

describe("a service with an expired and an expiring certificate at banks", () => {
  it("is ready, and /ready names both", async () => {
    const { status } = await waitFor(
      () => fetch(at("/ready")),
      (response) => response.ok
    )
    assert.strictEqual(status, 200)
    const Ready = Schema.Struct({ certificates: Schema.Array(Schema.Struct({ certificate: Schema.String })) })
    const { certificates } = await read(Ready, at("/ready"))
    assert.deepStrictEqual(
      certificates.map(({ certificate }) => certificate),
      ["se-old.qwac", "se-soon.qwac"]
    )
  })

  it("disables only the bank with the expired one, and says why", async () => {
    const Availability = Schema.Array(
      Schema.Struct({
        functional: Schema.Boolean,
        status: Schema.String,
        statusMessage: Schema.optionalKey(Schema.String)
      })
    )
    const shownOf = async (company: string) =>
      (await read(Availability, at(`/companies/availability?company=${company}`), { headers: apiKey }))[0]
    const disabled = await shownOf("se-old")
    assert.deepInclude(disabled, { functional: false, status: "UNAVAILABLE" })
    assert.include(disabled?.statusMessage ?? "", "certificate")
    assert.deepInclude(await shownOf("se-soon"), { functional: true, status: "OPERATIONAL" })
  })

  it("reports all of them in its metrics", async () => {
    const samples = Scrape.parse(await (await fetch(await metricsUrl())).text())
    for (const [company, left] of Object.entries(days)) {
      const seconds = Scrape.sum(samples, "sheaf_certificate_expiry_seconds", { certificate: `${company}.qwac` })
      assert.strictEqual(Math.ceil(seconds / 86_400), left, company)
    }
  })

  it("lists all of them in the operator's console", async () => {
    const { origin } = await metricsUrl()
    const { code, err, out } = await CommandLine.run(service, ["console"])
    assert.strictEqual(code, 0, err)
    const opened = await fetch(new URL("/console/session", origin), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ link: new URL(out.trim()).hash.slice(1) })
    })
    const { token } = Schema.decodeUnknownSync(Schema.Struct({ token: Schema.String }))(await opened.json())
    const [cookie = ""] = (opened.headers.get("set-cookie") ?? "").split(";", 1)
    const Certificates = Schema.Array(Schema.Struct({ owner: Schema.String, use: Schema.optionalKey(Schema.String) }))
    const headers = { cookie, "sheaf-console-token": token }
    const all = await read(Certificates, new URL("/console/api/certificates", origin), { headers })
    assert.sameMembers(
      all.flatMap(({ owner, use }) => (owner === "BANK" ? use : [])),
      Object.keys(days).map((company) => `${company}.qwac`)
    )
  })
})
