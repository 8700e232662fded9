/** Clients that open many connections (spec 8). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { answerTo, closeAll, credentials, head, open } from "../../workshop/driver/Sockets.ts"
import type { Raw } from "../../workshop/driver/Sockets.ts"
import type { Attack } from "../Attack.ts"

const health = head("GET /health HTTP/1.1", "Connection: close")
const patience = 3_000

/** Opens connections in groups, because they must fit into the listener's backlog. */
const openMany = async (base: string, count: number, bytes: string): Promise<ReadonlyArray<Raw>> => {
  const all: Array<Raw> = []
  while (all.length < count) {
    for (let number = 0; number < 50; number++) all.push(open(base, bytes))
    await pause(20)
  }
  return all
}

const countOpen = (all: ReadonlyArray<Raw>): number => all.filter(({ socket }) => !socket.destroyed).length

const assertHonestGetThrough = async (base: string): Promise<string> => {
  // Addresses other than the attacker's and the victim's.
  for (let number = 3; number < 13; number++) {
    const status = await answerTo(base, `127.0.0.${number}`, health, patience)
    assert.equal(status, 200, `an honest client got ${status === 0 ? "no response" : status}`)
  }
  return "10 honest clients got through"
}

const halfOpen: Attack = {
  name: "half-open",
  summary: "sends the first half of 700 requests to a service that can open 600 files",
  promise: "Connections are limited below the limit of open files, and half-open requests give way to honest clients.",
  run: async (stage) => {
    const { base } = await stage.start({ openFiles: 600 })
    const half = head("GET /health HTTP/1.1", ...credentials).slice(0, -2)
    const all = await openMany(base, 700, half)
    try {
      const honest = await assertHonestGetThrough(base)
      return `${all.length - countOpen(all)} of ${all.length} half-open requests gave way, and ${honest}`
    } finally {
      closeAll(all)
    }
  }
}

const busyConnections: Attack = {
  name: "busy-connections",
  summary: "keeps all 100 connections busy with slow uploads from three addresses",
  promise: "At the limit in total, the address with the most connections makes room, even if all of them are busy.",
  run: async (stage) => {
    const { base } = await stage.start({ config: { limits: { connections: 100 } } })
    const upload = head("POST /collections HTTP/1.1", ...credentials, "Content-Length: 1000")
    const uploads = [1, 2, 3].flatMap((number) =>
      Array.from({ length: 50 }, () => answerTo(base, `127.0.2.${number}`, upload, 6_000))
    )
    await pause(500)
    const honest = await assertHonestGetThrough(base)
    await Promise.all(uploads)
    return honest
  }
}

const manyConnections: Attack = {
  name: "many-connections",
  summary: "opens 1,500 idle connections from one address",
  promise: "One address has at most 1,000 connections.",
  run: async (stage) => {
    const { base } = await stage.start()
    const all = await openMany(base, 1_500, "")
    try {
      for (let round = 0; round < 20 && countOpen(all) > 1_000; round++) await pause(250)
      const left = countOpen(all)
      assert.ok(left <= 1_000, `${left} connections are open`)
      return `${left} connections stayed open, and ${await assertHonestGetThrough(base)}`
    } finally {
      closeAll(all)
    }
  }
}

export const connections: ReadonlyArray<Attack> = [halfOpen, busyConnections, manyConnections]
