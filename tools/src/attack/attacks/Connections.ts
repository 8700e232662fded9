/** Clients that open many connections (spec 8). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import {
  sendFromAddress,
  closeAll,
  attackerCredentialFields,
  requestHead,
  openConnection
} from "../../workshop/driver/Sockets.ts"
import type { RawConnection } from "../../workshop/driver/Sockets.ts"
import type { Attack } from "../stage/Testbed.ts"

const half = requestHead("GET /health HTTP/1.1", ...attackerCredentialFields).slice(0, -2)
const whole = requestHead("GET /health HTTP/1.1", "Connection: close")

const halfOpen: Attack = {
  name: "half-open",
  summary: "sends the first half of 700 requests to a service that can open 600 files",
  promise: "Connections are limited below the limit of open files, and half-open requests give way to honest clients.",
  run: async (stage) => {
    const { base } = await stage.start({ openFiles: 600 })
    const all: Array<RawConnection> = []
    try {
      while (all.length < 700) {
        all.push(openConnection(base, half))
        // Opens the connections in groups that fit into the listener's backlog.
        if (all.length % 50 === 0) await pause(20)
      }
      // Addresses that are neither the attacker's nor the victim's.
      for (let number = 3; number < 13; number++) {
        const status = await sendFromAddress(base, `127.0.0.${number}`, whole, 3_000)
        assert.equal(status, 200, `an honest client got ${status === 0 ? "no response" : status}`)
      }
      const left = all.filter(({ socket }) => !socket.destroyed).length
      return `${all.length - left} of ${all.length} half-open requests gave way, and 10 honest clients got through`
    } finally {
      closeAll(all)
    }
  }
}

export const all: ReadonlyArray<Attack> = [halfOpen]
