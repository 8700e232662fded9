/** Uploads that never end (decisions 14). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Attack } from "../Attack.ts"
import { closeAll, credentials, head, open, statusOf } from "../stage/Raw.ts"
import type { Length } from "../stage/Stage.ts"
import type { Setup } from "../stage/Target.ts"

/** The limits on slow clients. A short run does not wait for the default of 10 seconds. */
const setups: Readonly<Record<Length, Setup>> = { short: { config: { limits: { slowSeconds: 2 } } }, full: {} }

/** The time within which the service must end slow bodies: two of its periods, and time for a busy machine. */
const cutMillis: Readonly<Record<Length, number>> = { short: 15_000, full: 40_000 }

export const trickledUploads: Attack = {
  name: "trickled-uploads",
  summary: "starts 64 large uploads and sends the rest a byte at a time",
  promise:
    "A place for large bodies is taken only beyond 256 KiB and shared round-robin between clients, and a body that comes slower than 1 KiB/s after 10 s is 408 or cut.",
  run: ({ length, withTarget }) =>
    withTarget(setups[length], async ({ service }) => {
      const fields = [...credentials, "Content-Type: application/json", "Content-Length: 2000000"]
      const request = head("POST /collections HTTP/1.1", ...fields)
      // Half of the uploads need a place for large bodies.
      const uploads = Array.from({ length: 64 }, (_, number) =>
        open(service.base, request, `{"x":"${"x".repeat(number % 2 === 0 ? 300_000 : 1_000)}`)
      )
      let ended = 0
      for (const { closed } of uploads) void closed.then(() => ended++)
      try {
        const until = performance.now() + cutMillis[length]
        while (ended < uploads.length && performance.now() < until) {
          for (const { socket } of uploads) if (socket.writable) socket.write("x")
          await pause(250)
        }
        const statuses = new Set(uploads.map(({ received }) => statusOf(received())))
        for (const status of statuses) assert.ok([0, 408, 429, 503].includes(status), `an upload returned ${status}`)
        assert.equal(ended, uploads.length, `${uploads.length - ended} slow uploads still run`)
        return `${ended} of ${uploads.length} uploads were ended, with ${[...statuses].join(", ")} (0: cut)`
      } finally {
        closeAll(uploads.map(({ socket }) => socket))
      }
    })
}
