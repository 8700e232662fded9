/** Clients that open many connections (spec 8). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { answerTo, closeAll, credentials, head, openFrom } from "../../workshop/driver/Sockets.ts"
import type { Raw } from "../../workshop/driver/Sockets.ts"
import type { Attack, Setup } from "../Stage.ts"

interface Connecting extends Pick<Attack, "name" | "promise" | "summary">, Setup {
  /** What each connection sends. */
  readonly bytes: string
  /** The addresses, each with its number of connections. */
  readonly from: Readonly<Record<string, number>>
  /** The limit on connections in all. */
  readonly most: number
}

const halfRequest = head("GET /health HTTP/1.1", ...credentials).slice(0, -2)
const slowUpload = head("POST /collections HTTP/1.1", ...credentials, "Content-Length: 1000")

const connecting: ReadonlyArray<Connecting> = [
  {
    name: "half-open",
    summary: "sends the first half of 700 requests to a service that can open 600 files",
    promise:
      "Connections are limited below the limit of open files, and half-open requests give way to honest clients.",
    openFiles: 600,
    bytes: halfRequest,
    from: { "127.0.0.1": 700 },
    most: 600
  },
  {
    name: "busy-connections",
    summary: "keeps all 100 connections busy with slow uploads from three addresses",
    promise: "At the limit in total, the address with the most connections makes room, even if all of them are busy.",
    config: { limits: { connections: 100 } },
    bytes: slowUpload,
    from: { "127.0.2.1": 50, "127.0.2.2": 50, "127.0.2.3": 50 },
    most: 100
  },
  {
    name: "many-connections",
    summary: "opens 1,500 idle connections from one address",
    promise: "One address has at most 1,000 connections.",
    bytes: "",
    from: { "127.0.0.1": 1_500 },
    most: 1_000
  }
]

const countOpen = (all: ReadonlyArray<Raw>): number => all.filter(({ socket }) => !socket.destroyed).length

const health = head("GET /health HTTP/1.1", "Connection: close")

const attackOf = ({ bytes, from, most, name, promise, summary, ...setup }: Connecting): Attack => ({
  name,
  summary,
  promise: `${promise} Other clients get through.`,
  run: async (stage) => {
    const { base } = await stage.start(setup)
    const addresses = Object.entries(from).flatMap(([address, count]) => Array<string>(count).fill(address))
    const all: Array<Raw> = []
    try {
      for (const address of addresses) {
        all.push(openFrom(address, base, bytes))
        // Opens connections in groups, because they must fit into the listener's backlog.
        if (all.length % 50 === 0) await pause(20)
      }
      for (let round = 0; round < 20 && countOpen(all) > most; round++) await pause(250)
      const left = countOpen(all)
      assert.ok(left <= most, `${left} connections are open`)
      // Addresses other than the attacker's and the victim's.
      for (let number = 3; number < 13; number++) {
        const status = await answerTo(base, `127.0.0.${number}`, health, 3_000)
        assert.equal(status, 200, `an honest client got ${status === 0 ? "no response" : status}`)
      }
      return `${left} of ${all.length} connections stayed open, and 10 honest clients got through`
    } finally {
      closeAll(all)
    }
  }
})

export const all: ReadonlyArray<Attack> = connecting.map(attackOf)
