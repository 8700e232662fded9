/** The README's example, which calls the newest version. */
import { assert, it } from "@effect/vitest"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { readFileSync } from "node:fs"
import { companies } from "./ReadmeExample.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

it("shows the example that this test runs", () => {
  const [, example] = /```ts\n([^]*?)```/.exec(read("../README.md")) ?? []
  assert.strictEqual(example, read("./ReadmeExample.ts"))
})

const nordhem = {
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  market: "se",
  functional: true,
  status: "OPERATIONAL",
  loginMethods: ["EMAIL"],
  products: ["INSURANCE"],
  updatedAt: "2026-04-01T00:00:00Z"
}

it.effect("has an example that calls the newest version", () => {
  const asked: Array<Request> = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    asked.push(new Request(url, init))
    return Promise.resolve(Response.json([nordhem], { headers: { etag: '"1"', "cache-control": "private, no-cache" } }))
  }
  return Effect.gen(function* () {
    assert.deepStrictEqual(yield* companies, ["Nordhem: OPERATIONAL"])
    assert.deepStrictEqual(
      asked.map(({ headers, url }) => [url, headers.get("service-version")]),
      [["http://127.0.0.1:8080/companies/availability?market=se", ApiVersion.head]]
    )
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fetch))
})
