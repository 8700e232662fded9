import { assert, layer } from "@effect/vitest"
import { StatusObject } from "@sheaf/domain/Collection"
import { BriefStatusObject } from "@sheaf/domain/versions/2025-01-01/BriefStatusObject"
import { Effect, Schema } from "effect"
import * as Client from "./Client.ts"
import * as Speaker from "./bad-requests/Speaker.ts"
import { ids } from "./World.ts"

const closed = { onExcessProperty: "error" } as const

const decoders = {
  "2025-01-01": Schema.decodeUnknownSync(BriefStatusObject, closed),
  "2026-04-01": Schema.decodeUnknownSync(StatusObject, closed)
}

for (const { status, version } of Speaker.all) {
  const send = Client.sendIn(version)

  const poll = (id: string, ifNoneMatch?: string) => send(status(id), { headers: { "if-none-match": ifNoneMatch } })

  layer(Client.layer)(`A status poll in ${version}`, (it) => {
    it.effect("answers what its schema says, in every status", () =>
      Effect.gen(function* () {
        for (const id of [ids.running, ids.waiting, ids.completed, ids.empty, ids.qr, ids.authenticationError]) {
          const answer = yield* poll(id)
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(answer.header("content-type"), "application/json")
          const decoded = decoders[version](answer.json)
          assert.strictEqual(decoded.id, id)
          assert.deepStrictEqual(JSON.parse(JSON.stringify(decoded)), answer.json)
        }
      })
    )

    it.effect("is kept by nobody but the client, which asks again", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* poll(ids.running)).header("cache-control"), "private, no-cache")
      })
    )

    it.effect("says when to come back, until the collection has ended", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* poll(ids.running)).header("retry-after"), "3")
        assert.strictEqual((yield* poll(ids.waiting)).header("retry-after"), "2")
        assert.strictEqual((yield* poll(ids.qr)).header("retry-after"), "1")
        assert.isUndefined((yield* poll(ids.completed)).header("retry-after"))
      })
    )

    it.effect("has a strong tag of all that the body shows", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* poll(ids.running)).header("etag"), `"${ids.running}.3.${version}"`)
        assert.strictEqual((yield* poll(ids.qr)).header("etag"), `"${ids.qr}.3.${version}.7"`)
      })
    )

    it.effect("is 304 without a body while the tag holds", () =>
      Effect.gen(function* () {
        const tag = (yield* poll(ids.running)).header("etag") ?? ""
        for (const held of [tag, `W/${tag}`, "*", `"other", ${tag}`, `"a,b" , W/${tag}`]) {
          const answer = yield* poll(ids.running, held)
          assert.strictEqual(answer.status, 304, held)
          assert.strictEqual(answer.bytes.length, 0)
          assert.strictEqual(answer.header("etag"), tag)
          assert.strictEqual(answer.header("service-version"), version)
          assert.strictEqual(answer.header("vary"), "Service-Version")
          assert.isDefined(answer.header("x-request-id"))
        }
      })
    )

    it.effect("is whole when the tag is another one, or none at all", () =>
      Effect.gen(function* () {
        const tag = (yield* poll(ids.running)).header("etag") ?? ""
        for (const held of ['"other"', tag.replaceAll('"', ""), `${ids.running}`, "junk", '"', `"x${tag.slice(1)}`]) {
          assert.strictEqual((yield* poll(ids.running, held)).status, 200, held)
        }
      })
    )

    it.effect("with HEAD is the same without the body", () =>
      Effect.gen(function* () {
        const get = yield* poll(ids.running)
        const head = yield* send(status(ids.running), { method: "HEAD" })
        assert.strictEqual(head.status, 200)
        assert.strictEqual(head.bytes.length, 0)
        assert.strictEqual(head.header("etag"), get.header("etag"))
        assert.strictEqual(head.header("content-length"), get.header("content-length"))
      })
    )
  })
}
