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
 * The longest wait for the good file, in seconds for each hostile file in front of it. A short attempt takes a second of
 * processor time. A short run shares the machine with other tests.
 */
const patience: Readonly<Record<Length, number>> = { short: 20, full: 2 }

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
      const seconds = (performance.now() - began) / 1000
      assert.equal(status, "COMPLETED", `the attacker's good file ended as ${status}`)
      const ends = await Promise.all(ids.map(async (id) => (await attacker.status(id)).status))
      for (const end of ends) assert.match(end, /^(?:RUNNING|FAILED)/, `a hostile file ended as ${end}`)
      const ended = ends.filter((end) => end !== "RUNNING").length
      const most = inFront[length] * patience[length]
      assert.ok(seconds <= most, `the good file was read after ${seconds.toFixed(1)} s, more than ${most} s`)
      return `the good file was read after ${seconds.toFixed(1)} s, when ${ended} of ${hostile} hostile files had ended`
    })
}
