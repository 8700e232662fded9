/** Calls to the monitor API, with prepared responses. */
import { assert, describe, it } from "vitest"
import { json, prepare } from "./PreparedResponses.ts"

const monitor = { monitorId: "m-1", status: "ACTIVE" }

describe("the changes of a monitor", () => {
  it("come with the cursor after them, even if there are none", async () => {
    const next = (cursor: string) => ({ link: `</monitors/m-1/changes?limit=50&cursor=${cursor}>; rel="next"` })
    const change = { change: "ADDED", kind: "PSD2_AIS/PSD2_CHECKING_ACCOUNT", count: 1, at: "2026-05-04T05:04:15.000Z" }
    const { sent, sheaf } = prepare(json(200, [change], next("one")), json(200, [], next("two")))
    const first = await sheaf.monitors.changes("m-1")
    assert.deepStrictEqual(first, { changes: [change], cursor: "one" } as typeof first)
    const second = await sheaf.monitors.changes("m-1", { cursor: first.cursor })
    assert.deepStrictEqual(second, { changes: [], cursor: "two" })
    assert.deepStrictEqual(
      sent.map(({ url }) => new URL(url).search),
      ["", "?cursor=one"]
    )
  })
})

describe("a monitor", () => {
  it("is created and run under a key, changed and ended by its id, and counted", async () => {
    const { sent, sheaf } = prepare(json(201, monitor))
    const { monitors } = sheaf.asUser("token")
    await monitors.create({ source: { consentId: "c-1" }, every: "P1D" }, { idempotencyKey: "order-1" })
    await monitors.run("m-1", { idempotencyKey: "run-1" })
    await monitors.change("m-1", { paused: true })
    await monitors.end("m-1")
    await monitors.usage()
    assert.deepStrictEqual(
      sent.map(({ headers, method, url }) => [method, new URL(url).pathname, headers["idempotency-key"]]),
      [
        ["POST", "/prefix/monitors", "order-1"],
        ["POST", "/prefix/monitors/m-1/run", "run-1"],
        ["PATCH", "/prefix/monitors/m-1", undefined],
        ["DELETE", "/prefix/monitors/m-1", undefined],
        ["GET", "/prefix/monitor-usage", undefined]
      ]
    )
  })
})
