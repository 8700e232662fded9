/** Tests the size limits on bodies and on the files in them (spec 2.1, 8). */
import { VersionDialect } from "@sheaf/sandbox-site/testing"
import type { HeaderFields } from "@sheaf/sandbox-site/testing"
import { assert, layer } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { HttpApp, Listener } from "@sheaf/adapters-http"
import { Collections, FileTooLarge } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Context, Effect, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { connect } from "node:net"
import type { AddressInfo } from "node:net"
import * as Client from "../Client.ts"
import * as World from "../World.ts"

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** A start request with a file of `content` characters, and `padding` bytes outside the file. */
const withFile = (speaker: VersionDialect.VersionDialect, content: number, padding = 0) =>
  JSON.stringify(
    speaker.start({
      company: "se-nordhem",
      loginMethod: "PDF_UPLOAD",
      parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: `JVBERi0xLjcK${"A".repeat(content)}` }]
    })
  ).padEnd(content + padding, " ")

const elsewhere = (version: string, content: string) =>
  JSON.stringify(
    version === "2025-01-01" ? { parameters: [{ type: "PDF_DOCUMENT", content }] } : { input: { PDF_CONTENT: content } }
  )

const withoutFile = (speaker: VersionDialect.VersionDialect, length: number) =>
  JSON.stringify(
    speaker.start({
      company: "se-nordhem",
      loginMethod: "EMAIL",
      parameters: [{ type: "EMAIL", email: "maja@example.com" }]
    })
  ).padEnd(length)

const start = ({ insurance, version }: VersionDialect.VersionDialect, body: string, headers: HeaderFields = {}) =>
  Client.sendIn(version)(insurance.starts, { method: "POST", body, headers })

layer(Client.layer)("A start", (it) => {
  const test = testsOf(it, Client.Client)
  for (const speaker of VersionDialect.all) {
    test.each([
      ["1 MiB of file", withFile(speaker, mebibyte)],
      ["255 KiB without a file", withoutFile(speaker, 255 * kibibyte)]
    ] as const)(`can have %s, in ${speaker.version}`, function* (_, [, body]) {
      assert.strictEqual((yield* start(speaker, body)).status, speaker.accepted.start)
    })

    const ofFile = /not counting the PDF's content/
    test.each([
      ["257 KiB without a file", withoutFile(speaker, 257 * kibibyte), ofFile],
      ["257 KiB outside its file", withFile(speaker, mebibyte, 257 * kibibyte), ofFile],
      ["1 MiB where another version has the file", elsewhere(speaker.version, "A".repeat(mebibyte)), ofFile],
      ["257 KiB outside its strings, which is not parsed", "[],".repeat(mebibyte), ofFile],
      ["14 MiB", withFile(speaker, 14 * mebibyte), /14680064 bytes/]
    ] as const)(`cannot have %s, in ${speaker.version}`, function* (_, [, body, detail]) {
      const { problem } = yield* start(speaker, body)
      assert.strictEqual(problem.code, "BODY_TOO_LARGE")
      assert.match(problem.detail, detail)
    })
  }
})

const starting = (begin: (usual: Collections["Service"]["start"]) => Collections["Service"]["start"]) =>
  Layer.effect(
    Collections,
    Effect.map(Collections, (collections) => ({ ...collections, start: begin(collections.start) }))
  ).pipe(Layer.provideMerge(World.layer))

const tooLarge = { code: "BODY_TOO_LARGE", detail: "The file exceeds 10 MiB." } as const

const takesNoLargeFiles = starting(() => () => Effect.fail(new FileTooLarge({ pointer: "/parameters/0/content" })))

const pointers = { "2025-01-01": "/input/PDF_CONTENT", "2026-04-01": "/parameters/0/content" }

layer(Client.over(takesNoLargeFiles))("A file that the use case rejects as too large", (it) => {
  const test = testsOf(it, Client.Client)
  test.each(VersionDialect.all)("gets 413 with a pointer to the file, in $version", function* (_, speaker) {
    const { problem, status } = yield* start(speaker, withFile(speaker, 0))
    assert.strictEqual(status, 413)
    assert.strictEqual(problem.code, "BODY_TOO_LARGE")
    assert.deepStrictEqual(problem.errors, [{ pointer: pointers[speaker.version], ...tooLarge }])
  })
})

const gate = Latch.makeUnsafe(false)
const slow = starting(
  (begin) =>
    (...order) =>
      Effect.andThen(Latch.await(gate), begin(...order))
)

layer(Client.over(slow, { largeBodies: 2 }))("Large bodies", (it) => {
  const test = testsOf(it, Client.Client)
  test.each(VersionDialect.all)(
    "wait, or get 503 if too many are waiting, while small bodies pass, in $version",
    function* (_, speaker) {
      // A `Request` sends no `Content-Length` by itself.
      const announced = (body: string) => start(speaker, body, { "content-length": String(body.length) })
      const large = withFile(speaker, mebibyte)
      yield* Latch.close(gate)
      const held = yield* Effect.forEach([large, large, withFile(speaker, kibibyte), large, large], (body) =>
        Effect.forkChild(announced(body), { startImmediately: true })
      )
      const refused = yield* announced(large)
      assert.strictEqual(refused.status, 503)
      assert.strictEqual(refused.problem.code, "TOO_MANY_LARGE_BODIES")
      assert.match(refused.headers.get("retry-after") ?? "", /^[1-9][0-9]*$/)
      yield* Latch.open(gate)
      for (const fiber of held) assert.strictEqual((yield* Fiber.join(fiber)).status, speaker.accepted.start)
      assert.strictEqual((yield* announced(large)).status, speaker.accepted.start)
    }
  )
})

class Port extends Context.Service<Port, number>()("@sheaf/adapters-http/test/LargeBodyLimits/Port") {}

const listening = (largeBodiesPerClient: number) =>
  Layer.effect(
    Port,
    Effect.gen(function* () {
      const app = yield* HttpApp.make({ largeBodies: 2, largeBodiesPerClient })
      const server = Listener.make()
      server.on("request", yield* NodeHttpServer.makeHandler(app, { scope: yield* Effect.scope }))
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.sync(() => server.close().closeAllConnections())
      )
      return (server.address() as AddressInfo).port // the address of a listening TCP server has this type
    })
  ).pipe(Layer.provide(World.layer))

/** Lets Node handle socket events. Advancing the test clock does not do this. */
const realPause = Effect.promise(() => new Promise((resolve) => void setImmediate(resolve)))

/** Starts an upload of 1 MiB, and sends the first `bytes` of it. */
const upload = async (port: number, apiKey: string, bytes: number) => {
  const [speaker = assert.fail("no version")] = VersionDialect.all
  const body = withFile(speaker, mebibyte)
  const socket = connect(port, "127.0.0.1")
  const lines = [`POST ${speaker.insurance.starts} HTTP/1.1`, "host: x", `service-version: ${speaker.version}`]
  const fields = [`authorization-token: ${apiKey}`, "content-type: application/json", `content-length: ${body.length}`]
  let answer = ""
  socket.on("data", (data) => (answer += data.toString()))
  await once(socket, "connect")
  socket.write([...lines, ...fields, "", body.slice(0, bytes)].join("\r\n"))
  return {
    answer: () => answer,
    finish: async () => {
      socket.write(body.slice(bytes))
      while (!answer.includes("\r\n\r\n")) await once(socket, "data")
      socket.destroy()
      return Number(answer.split(" ", 2)[1])
    }
  }
}

layer(listening(1))("A large body", (it) => {
  const test = testsOf(it, Port)
  test("takes a place only once it has become large, and a single client cannot take all places", function* (port) {
    yield* Effect.promise(async () => {
      const small = await Promise.all([1, 2, 3].map(() => upload(port, World.apiKey, 100)))
      assert.strictEqual(await (await upload(port, World.apiKey, mebibyte)).finish(), 200)
      const holder = await upload(port, World.apiKey, 300 * kibibyte)
      const waiting = await upload(port, World.apiKey, 300 * kibibyte)
      const other = await upload(port, World.otherApiKey, 300 * kibibyte)
      assert.strictEqual(await other.finish(), 200)
      const [next = assert.fail("no upload")] = small
      const late = next.finish()
      assert.deepStrictEqual([waiting.answer(), next.answer()], ["", ""])
      assert.strictEqual(await holder.finish(), 200)
      assert.deepStrictEqual(await Promise.all([waiting.finish(), late]), [200, 200])
    })
  })
})

layer(listening(2))("A client that holds all places for large bodies", (it) => {
  const test = testsOf(it, Port)
  test("gives up the upload with the fewest bytes for another client, and keeps the other", function* (port) {
    const uploads = yield* Effect.promise(async () => [
      await upload(port, World.apiKey, 600 * kibibyte),
      await upload(port, World.apiKey, 300 * kibibyte)
    ])
    const other = yield* Effect.promise(async () =>
      (await upload(port, World.otherApiKey, 300 * kibibyte)).finish()
    ).pipe(Effect.forkChild({ startImmediately: true }))
    const isOver = () => uploads.some(({ answer }) => answer() !== "")
    while (!isOver()) yield* Effect.andThen(TestClock.adjust("1 second"), realPause)
    assert.strictEqual(yield* Fiber.join(other), 200)
    const [kept, lost] = uploads
    assert.match(lost?.answer() ?? "", /^HTTP\/1\.1 503 .*^connection: close.*TOO_MANY_LARGE_BODIES/ims)
    assert.strictEqual(yield* Effect.promise(() => kept?.finish() ?? assert.fail("no upload")), 200)
  })
})
