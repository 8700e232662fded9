/** Persons with links of the victim's own client, who try to use up what the client shares among its requests (decisions 14, 18). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { Attack } from "../Attack.ts"
import { closeAll, head, open, statusOf } from "../../workshop/driver/Sockets.ts"
import type { Raw } from "../../workshop/driver/Sockets.ts"
import type { Length } from "../stage/Stage.ts"
import { waitingStart } from "../stage/Starts.ts"
import * as ConnectLink from "./ConnectLink.ts"
import type { OpenedLink } from "./ConnectLink.ts"

const attackMillis: Readonly<Record<Length, number>> = { short: 3_000, full: 30_000 }

/** The service's wait before an upload of a session gives way to its client, and time for a busy machine. */
const longestUpload: Readonly<Record<Length, number>> = { short: 5_000, full: 3_000 }

/** The service's longest wait for another session, and time for a busy machine. */
const longestPage = 20_000

/** The held requests of the client. The default of 1,000 would take as many connections as an address can have. */
const heldPerClient = 40

const upload = (link: OpenedLink): string =>
  head(
    "POST /connect/collections HTTP/1.1",
    ...ConnectLink.linesOf(link),
    "Content-Type: application/json",
    "Content-Length: 2000000"
  )

const largeBody = JSON.stringify({ x: "x".repeat(300_000) })

export const sessionShares: Attack = {
  name: "session-shares",
  summary: "sends slow large bodies and held polls on ten Connect links of the victim's own client",
  promise:
    "Large bodies of a client's Connect sessions give way to the client within a second, and to another session within ten. Sessions hold at most half of their client's held requests.",
  run: ({ length, withTarget }) =>
    withTarget({ config: { limits: { heldRequestsPerClient: heldPerClient } } }, async ({ honest, service }) => {
      const { base } = service
      const asked = { purpose: "COLLECT" }
      const links = await Promise.all(Array.from({ length: 10 }, () => ConnectLink.open(honest, base, asked)))
      const other = await ConnectLink.open(honest, base, asked)
      const polls: Array<Raw> = []
      for (const link of links) {
        const started = await fetch(`${base}/connect/collections`, {
          method: "POST",
          headers: { ...link.fields, "content-type": "application/json" },
          body: JSON.stringify(waitingStart)
        })
        assert.equal(started.status, 201)
        const { collectionId } = (await started.json()) as StatusObject // the documented body
        const path = `/connect/collections/${collectionId}/status`
        const request = head(`GET ${path} HTTP/1.1`, ...ConnectLink.linesOf(link), "Prefer: wait=30")
        for (let each = 0; each < 6; each++) polls.push(open(base, request))
      }
      const id = await honest.begin(waitingStart)
      const bodies = new Set<Raw>()
      let isOver = false
      const send = (link: OpenedLink): void => {
        if (isOver) return
        const raw = open(base, upload(link), `{"x":"${"x".repeat(300_000)}`)
        bodies.add(raw)
        void raw.closed.then(() => {
          bodies.delete(raw)
          send(link)
        })
      }
      for (const link of links) for (let each = 0; each < 3; each++) send(link)
      const pace = setInterval(() => {
        for (const { socket } of bodies) if (socket.writable) socket.write("x".repeat(1_024))
      }, 250)
      let [slowest, count] = [0, 0]
      try {
        await pause(1_000)
        const began = performance.now()
        const page = fetch(`${base}/connect/collections`, {
          method: "POST",
          headers: { ...other.fields, "content-type": "application/json" },
          body: largeBody
        })
        for (const until = performance.now() + attackMillis[length]; performance.now() < until; count++) {
          const start = performance.now()
          assert.equal(
            (await honest.post("/collections", JSON.parse(largeBody))).status,
            413,
            "the client got no place"
          )
          slowest = Math.max(slowest, performance.now() - start)
          const held = await honest.send(`/collections/${id}/status`, { headers: { prefer: "wait=1" } })
          assert.equal(held.header("preference-applied"), "wait=1", "the client's request was not held")
        }
        assert.equal((await page).status, 413, "another person's upload got no place")
        const waited = performance.now() - began
        assert.ok(waited < longestPage + attackMillis[length], `another person waited ${waited.toFixed(0)} ms`)
        for (const { received } of polls) assert.ok([0, 200, 429].includes(statusOf(received())))
      } finally {
        isOver = true
        clearInterval(pace)
        closeAll([...bodies, ...polls].map(({ socket }) => socket))
      }
      const took = `${count} uploads of the client took at most ${slowest.toFixed(0)} ms, and its requests were held`
      assert.ok(slowest <= longestUpload[length], took)
      return took
    })
}
