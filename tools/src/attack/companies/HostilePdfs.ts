/** Files that are cheap to send and expensive to read (decisions 14). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Attack } from "../Attack.ts"
import { doubling } from "../stage/HostilePdf.ts"

export const hostilePdfs: Attack = {
  name: "hostile-pdfs",
  summary: "uploads 25 PDFs of 3 kB that take seconds to read",
  promise: "Clients take turns in having PDFs read, so another client's upload takes at most about twice as long.",
  run: ({ length, withTarget }) =>
    withTarget({}, async ({ attacker }) => {
      const content = Buffer.from(doubling(12)).toString("base64")
      const start = {
        company: "ee-rannakindlustus",
        loginMethod: "PDF_UPLOAD",
        parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content }]
      } as const
      const ids = await Promise.all(Array.from({ length: 25 }, () => attacker.begin(start)))
      // Meanwhile, the victim uploads a policy every second.
      await pause(length === "full" ? 30_000 : 5_000)
      const ends = await Promise.all(ids.map(async (id) => (await attacker.status(id)).status))
      for (const end of ends) assert.match(end, /^(?:RUNNING|FAILED)/, `a hostile file ended as ${end}`)
      return `${ends.filter((end) => end !== "RUNNING").length} of ${ends.length} files were refused in the time`
    })
}
