/** Files that are cheap to send and expensive to read (decisions 14). */
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import { doubling } from "../stage/HostilePdf.ts"
import type { Length } from "../stage/Stage.ts"

const hostile = 25

/** The number of hostile files in front of the attacker's own good file. A short run cannot wait for all of them. */
const inFront: Readonly<Record<Length, number>> = { short: 3, full: hostile }

/**
 * The number of hostile files that can end before the good file. The good file waits for one short attempt at each file in
 * front. Long attempts take ten times as long, and a client's long attempts run one at a time.
 */
const endedBefore: Readonly<Record<Length, number>> = { short: 1, full: 5 }

const startOf = (content: Uint8Array) =>
  ({
    company: "ee-rannakindlustus",
    loginMethod: "PDF_UPLOAD",
    parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: Buffer.from(content).toString("base64") }]
  }) as const

const policy = new URL("../../../../packages/adapters-pdf/fixtures/ee-motor-policy.pdf", import.meta.url)

export const hostilePdfs: Attack = {
  name: "hostile-pdfs",
  summary: `uploads ${hostile} PDFs of 3 kB that take seconds to read, and a good file`,
  promise:
    "Clients take turns in having PDFs read, so another client's upload takes at most about twice as long. The attacker's own good file waits only for a short attempt at each file in front of it.",
  run: ({ length, withTarget }) =>
    withTarget({}, async ({ attacker }) => {
      const costly = startOf(doubling(12))
      const ids: Array<string> = []
      const beginUntil = async (count: number) => {
        while (ids.length < count) ids.push(await attacker.begin(costly))
      }
      await beginUntil(inFront[length])
      const good = await attacker.begin(startOf(readFileSync(policy)))
      await beginUntil(hostile)
      // Meanwhile, the victim uploads a policy every second.
      const began = performance.now()
      const { status } = await attacker.poll(good, hasEnded)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      assert.equal(status, "COMPLETED", `the attacker's good file ended as ${status}`)
      const ends = await Promise.all(ids.map(async (id) => (await attacker.status(id)).status))
      for (const end of ends) assert.match(end, /^(?:RUNNING|FAILED)/, `a hostile file ended as ${end}`)
      const ended = ends.filter((end) => end !== "RUNNING").length
      assert.ok(ended <= endedBefore[length], `${ended} hostile files ended before the good file`)
      return `the good file was read after ${seconds} s, when ${ended} of ${hostile} hostile files had been refused`
    })
}
