/** Clients that open many connections (decisions 14). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Attack } from "../Attack.ts"
import { answerTo, closeAll, credentials, head, open } from "../../workshop/driver/Sockets.ts"
import type { Raw } from "../../workshop/driver/Sockets.ts"

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

const assertHonestGetThrough = async (base: string): Promise<void> => {
  // Addresses other than the attacker's and the victim's.
  for (let number = 3; number < 13; number++) {
    const status = await answerTo(base, `127.0.0.${number}`, health, patience)
    assert.equal(status, 200, `an honest client got ${status === 0 ? "no response" : status}`)
  }
}

export const halfOpen: Attack = {
  name: "half-open",
  summary: "sends the first half of 700 requests to a service that can open 600 files",
  promise: "Connections are limited below the limit of open files, and half-open requests give way to honest clients.",
  run: ({ withTarget }) =>
    withTarget({ openFiles: 600 }, async ({ service }) => {
      const half = head("GET /health HTTP/1.1", ...credentials).slice(0, -2)
      const all = await openMany(service.base, 700, half)
      try {
        await assertHonestGetThrough(service.base)
        const closed = all.filter(({ socket }) => socket.destroyed).length
        return `${closed} of ${all.length} half-open requests gave way, and 10 honest clients got through`
      } finally {
        closeAll(all.map(({ socket }) => socket))
      }
    })
}

export const busyConnections: Attack = {
  name: "busy-connections",
  summary: "keeps all 100 connections busy with slow uploads from three addresses",
  promise: "At the limit in total, the address with the most connections makes room, even if all of them are busy.",
  run: ({ withTarget }) =>
    withTarget({ config: { limits: { connections: 100 } } }, async ({ service }) => {
      const upload = head("POST /collections HTTP/1.1", ...credentials, "Content-Length: 1000")
      const uploads = [1, 2, 3].flatMap((number) =>
        Array.from({ length: 50 }, () => answerTo(service.base, `127.0.2.${number}`, upload, 6_000))
      )
      await pause(500)
      await assertHonestGetThrough(service.base)
      await Promise.all(uploads)
      return "10 honest clients got through"
    })
}

export const manyConnections: Attack = {
  name: "many-connections",
  summary: "opens 1,500 idle connections from one address",
  promise: "One address has at most 1,000 connections.",
  run: ({ withTarget }) =>
    withTarget({}, async ({ service }) => {
      const all = await openMany(service.base, 1_500, "")
      try {
        const count = () => all.filter(({ socket }) => !socket.destroyed).length
        for (let round = 0; round < 20 && count() > 1_000; round++) await pause(250)
        const left = count()
        assert.ok(left <= 1_000, `${left} connections are open`)
        await assertHonestGetThrough(service.base)
        return `${left} connections stayed open, and 10 honest clients got through`
      } finally {
        closeAll(all.map(({ socket }) => socket))
      }
    })
}
