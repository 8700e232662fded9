import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as ContentDisposition from "../src/inbound/ContentDisposition.ts"
import * as Client from "./Client.ts"
import * as Speaker from "./bad-requests/Speaker.ts"
import { documentBytes, documentId, ids, insurances } from "./World.ts"

for (const { insuranceData, insuranceDocument, version, wealthData, wealthDocument } of Speaker.all) {
  const send = Client.sendIn(version)

  layer(Client.layer)(`Collected data in ${version}`, (it) => {
    it.effect("is there once the collection has completed, and kept by nobody", () =>
      Effect.gen(function* () {
        for (const path of [insuranceData(ids.completed), wealthData(ids.completed)]) {
          const answer = yield* send(path)
          assert.strictEqual(answer.status, 200)
          assert.isNotEmpty(answer.json)
          assert.strictEqual(answer.header("cache-control"), "no-store")
        }
        const insurance = yield* send(insuranceData(ids.completed))
        assert.deepStrictEqual(insurance.json, JSON.parse(JSON.stringify(insurances)))
      })
    )

    it.effect("is an empty list when nothing was found", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* send(insuranceData(ids.empty))).json, [])
      })
    )

    it.effect("of a product that was not collected is 404 with its name", () =>
      Effect.gen(function* () {
        const answer = yield* send(wealthData(ids.empty))
        assert.strictEqual(answer.status, 404)
        assert.strictEqual(answer.problem.code, "PRODUCT_NOT_COLLECTED")
        assert.include(answer.problem.detail, "WEALTH")
      })
    )

    it.effect("too early is 409 with the status named", () =>
      Effect.gen(function* () {
        const { problem } = yield* send(wealthData(ids.waiting))
        assert.strictEqual(problem.status, 409)
        assert.strictEqual(problem.code, "COLLECTION_NOT_COMPLETED")
        assert.include(problem.detail, "TWO_FACTOR_PENDING")
      })
    )

    it.effect("after its time is 410", () =>
      Effect.gen(function* () {
        for (const at of [insuranceData, wealthData, (id: string) => insuranceDocument(id, documentId)]) {
          const answer = yield* send(at(ids.expired))
          assert.strictEqual(answer.status, 410)
          assert.strictEqual(answer.problem.code, "DATA_EXPIRED")
        }
      })
    )
  })

  layer(Client.layer)(`A document in ${version}`, (it) => {
    it.effect("is a file to save under its name, and nothing else", () =>
      Effect.gen(function* () {
        const answer = yield* send(insuranceDocument(ids.completed, documentId))
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(answer.bytes, documentBytes)
        assert.strictEqual(answer.header("content-type"), "application/pdf")
        assert.strictEqual(answer.header("x-content-type-options"), "nosniff")
        assert.strictEqual(answer.header("cache-control"), "no-store")
        assert.strictEqual(
          answer.header("content-disposition"),
          `attachment; filename="_rsbesked _2025_ 100_.pdf"; filename*=UTF-8''%C3%85rsbesked%20%222025%22%20100%25.pdf`
        )
      })
    )

    it.effect("has the media type that was kept with it", () =>
      Effect.gen(function* () {
        const answer = yield* send(insuranceDocument(ids.completed, "page"))
        assert.strictEqual(answer.header("content-type"), "application/octet-stream")
        assert.strictEqual(answer.header("x-content-type-options"), "nosniff")
      })
    )

    it.effect("belongs to its own product", () =>
      Effect.gen(function* () {
        const answer = yield* send(wealthDocument(ids.completed, documentId))
        assert.strictEqual(answer.status, 404)
        assert.strictEqual(answer.problem.code, "NOT_FOUND")
      })
    )

    it.effect("may be asked for in whatever form there is", () =>
      Effect.gen(function* () {
        for (const accept of ["application/pdf", "image/png", "*/*"]) {
          assert.strictEqual(
            (yield* send(insuranceDocument(ids.completed, documentId), { headers: { accept } })).status,
            200
          )
        }
      })
    )
  })
}

const names: ReadonlyArray<readonly [name: string, value: string]> = [
  ["a.pdf", `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
  ["år.pdf", `attachment; filename="_r.pdf"; filename*=UTF-8''%C3%A5r.pdf`],
  ['a"b\\c', `attachment; filename="a_b_c"; filename*=UTF-8''a%22b%5Cc`],
  ["it's (1)*", `attachment; filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`],
  ["a\r\nSet-Cookie: x", `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`],
  ["half \ud800", `attachment; filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`]
]

for (const [name, value] of names) {
  it(`The name ${JSON.stringify(name)} is written so that it stays a name`, () => {
    assert.strictEqual(ContentDisposition.attachment(name), value)
  })
}
