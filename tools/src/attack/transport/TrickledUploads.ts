/** Uploads that never end (decisions 14). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { demonstrationKey } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import * as OwnClient from "../keys/OwnClient.ts"
import { closeAll, credentialsOf, head, open, statusOf } from "../../workshop/driver/Sockets.ts"
import type { Raw } from "../../workshop/driver/Sockets.ts"
import type { Length } from "../stage/Stage.ts"
import type { Setup, Target } from "../stage/Target.ts"

/** The limits on slow clients. A short run does not wait for the default of 10 seconds. */
const setups: Readonly<Record<Length, Setup>> = { short: { config: { limits: { slowSeconds: 2 } } }, full: {} }

/** The time within which the service must end slow bodies: two of its periods, and time for a busy machine. */
const cutMillis: Readonly<Record<Length, number>> = { short: 60_000, full: 90_000 }

/** The time for which two clients hold all places for large bodies. */
const holdMillis: Readonly<Record<Length, number>> = { short: 3_000, full: 20_000 }

/** The service's wait before an upload gives way, and time for a busy machine. */
const longestUpload: Readonly<Record<Length, number>> = { short: 5_000, full: 3_000 }

const requestOf = (key: string, length: number): string => {
  const fields = [...credentialsOf(key), "Content-Type: application/json", `Content-Length: ${length}`]
  return head("POST /collections HTTP/1.1", ...fields)
}

/** Sends bytes at a pace on connections that the service has not closed. */
const send = (uploads: Iterable<Raw>, bytes: string): void => {
  for (const { socket } of uploads) if (socket.writable) socket.write(bytes)
}

/** Sends uploads that are too slow, and waits until the service has ended all of them. */
const trickle = async ({ service }: Target, length: Length): Promise<string> => {
  const request = requestOf(demonstrationKey, 2_000_000)
  // Half of the uploads need a place for large bodies.
  const uploads = Array.from({ length: 64 }, (_, number) =>
    open(service.base, request, `{"x":"${"x".repeat(number % 2 === 0 ? 300_000 : 1_000)}`)
  )
  let ended = 0
  for (const { closed } of uploads) void closed.then(() => ended++)
  try {
    const until = performance.now() + cutMillis[length]
    while (ended < uploads.length && performance.now() < until) {
      send(uploads, "x")
      await pause(250)
    }
    const statuses = new Set(uploads.map(({ received }) => statusOf(received())))
    for (const status of statuses) assert.ok([0, 408, 429, 503].includes(status), `an upload returned ${status}`)
    assert.equal(ended, uploads.length, `${uploads.length - ended} slow uploads still run`)
    return `${ended} of ${uploads.length} uploads were ended, with ${[...statuses].join(", ")} (0: cut)`
  } finally {
    closeAll(uploads.map(({ socket }) => socket))
  }
}

/** Holds all places with uploads of two clients at an honest pace, while a third client uploads. */
const hold = async (target: Target, length: Length): Promise<string> => {
  const { honest, service } = target
  const keys = [demonstrationKey, (await OwnClient.make(target)).key]
  const held = new Set<Raw>()
  let isOver = false
  const upload = (key: string): void => {
    if (isOver) return
    const raw = open(service.base, requestOf(key, 2_000_000), `{"x":"${"x".repeat(300_000)}`)
    held.add(raw)
    void raw.closed.then(() => {
      held.delete(raw)
      upload(key)
    })
  }
  for (const key of keys) for (let each = 0; each < 12; each++) upload(key)
  const pace = setInterval(() => send(held, "x".repeat(1_024)), 250)
  const body = { x: "x".repeat(300_000) }
  let slowest = 0
  let count = 0
  try {
    for (const until = performance.now() + holdMillis[length]; performance.now() < until; count++) {
      await pause(250)
      const began = performance.now()
      const { status } = await honest.post("/collections", body)
      slowest = Math.max(slowest, performance.now() - began)
      assert.equal(status, 413, "the honest upload got no place")
    }
  } finally {
    isOver = true
    clearInterval(pace)
    closeAll([...held].map(({ socket }) => socket))
  }
  const took = `${count} honest uploads took at most ${slowest.toFixed(0)} ms while two clients held all places`
  assert.ok(slowest <= longestUpload[length], took)
  return took
}

export const trickledUploads: Attack = {
  name: "trickled-uploads",
  summary: "sends 64 large uploads a byte at a time, and then holds all places for large bodies with two clients",
  promise:
    "A body takes a place only beyond 256 KiB, and returns 408 or is cut below 1 KiB/s. Within a second, the client with the most places gives one to another client.",
  run: ({ length, withTarget }) =>
    withTarget(setups[length], async (target) => `${await trickle(target, length)}; ${await hold(target, length)}`)
}
