/** Large uploads that are slow or never end, and take places that others need (spec 8, 13). */
import { demonstrationKey } from "@sheaf/adapters-http/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import * as ConnectLink from "../../workshop/driver/ConnectLink.ts"
import { closeAll, credentialsOf, head, open, statusOf } from "../../workshop/driver/Sockets.ts"
import type { Raw } from "../../workshop/driver/Sockets.ts"
import type { Attack } from "../Attack.ts"
import type { Stage, Target } from "../Stage.ts"
import { waitingStart } from "../Starts.ts"

const framing = ["Content-Type: application/json", "Content-Length: 2000000"]

const uploadOf = (key: string): string => head("POST /collections HTTP/1.1", ...credentialsOf(key), ...framing)

/** Enough of a body that it needs a place for large bodies. */
const largePart = `{"x":"${"x".repeat(300_000)}`

const largeBody = { x: "x".repeat(300_000) }

/** Sends bytes at a pace on connections that the service has not closed. */
const send = (uploads: Iterable<Raw>, bytes: string): void => {
  for (const { socket } of uploads) if (socket.writable) socket.write(bytes)
}

/** Sends uploads that are too slow, and waits until the service has ended all of them. */
const trickle = async (stage: Stage, { base }: Target): Promise<string> => {
  // Half of the uploads need a place for large bodies.
  const uploads = Array.from({ length: 64 }, (_, number) =>
    open(base, uploadOf(demonstrationKey), number % 2 === 0 ? largePart : largePart.slice(0, 1_000))
  )
  let ended = 0
  for (const { closed } of uploads) void closed.then(() => ended++)
  try {
    // Two of the service's periods, and time for a busy machine.
    const until = performance.now() + stage.sized(60_000, 90_000)
    while (ended < uploads.length && performance.now() < until) {
      send(uploads, "x")
      await pause(250)
    }
    const statuses = new Set(uploads.map(({ received }) => statusOf(received())))
    for (const status of statuses) assert.ok([0, 408, 429, 503].includes(status), `an upload returned ${status}`)
    assert.equal(ended, uploads.length, `${uploads.length - ended} slow uploads still run`)
    return `${ended} of ${uploads.length} uploads were ended, with ${[...statuses].join(", ")} (0: cut)`
  } finally {
    closeAll(uploads)
  }
}

/** Keeps these uploads running at an honest pace during `work`. An upload that the service ends begins again. */
const holding = async (base: string, requests: ReadonlyArray<string>, work: () => Promise<void>): Promise<void> => {
  const held = new Set<Raw>()
  let isOver = false
  const upload = (request: string): void => {
    if (isOver) return
    const raw = open(base, request, largePart)
    held.add(raw)
    void raw.closed.then(() => {
      held.delete(raw)
      upload(request)
    })
  }
  for (const request of requests) upload(request)
  const pace = setInterval(() => send(held, "x".repeat(1_024)), 250)
  try {
    await work()
  } finally {
    isOver = true
    clearInterval(pace)
    closeAll(held)
  }
}

/** Measures honest uploads. Each gets a place, and is then refused for its content. */
class HonestUploads {
  #count = 0
  #slowest = 0

  /** Uploads, and asserts that the upload gets a place. */
  async add({ honest }: Target): Promise<void> {
    const began = performance.now()
    const { status } = await honest.post("/collections", largeBody)
    this.#slowest = Math.max(this.#slowest, performance.now() - began)
    this.#count++
    assert.equal(status, 413, "the honest upload got no place")
  }

  /** Asserts that each took as long as the service waits before an upload gives way, with time for a busy machine. */
  describe(stage: Stage): string {
    const took = `${this.#count} honest uploads took at most ${this.#slowest.toFixed(0)} ms`
    assert.ok(this.#slowest <= stage.sized(5_000, 3_000), took)
    return took
  }
}

/** Holds all places with uploads of two clients, while a third client uploads. */
const hold = async (stage: Stage, target: Target): Promise<string> => {
  const keys = [demonstrationKey, (await target.ownClient()).key]
  const uploads = new HonestUploads()
  await holding(
    target.base,
    keys.flatMap((key) => Array<string>(12).fill(uploadOf(key))),
    async () => {
      for (const until = performance.now() + stage.sized(3_000, 20_000); performance.now() < until;) {
        await pause(250)
        await uploads.add(target)
      }
    }
  )
  return `${uploads.describe(stage)} while two clients held all places`
}

const trickledUploads: Attack = {
  name: "trickled-uploads",
  summary: "sends 64 large uploads a byte at a time, and then holds all places for large bodies with two clients",
  promise:
    "A body takes a place only beyond 256 KiB, and returns 408 or is cut below 1 KiB/s. Within a second, the client with the most places gives one to another client.",
  run: async (stage) => {
    // A short run does not wait for the default of 10 seconds.
    const target = await stage.start(stage.sized({ config: { limits: { slowSeconds: 2 } } }, {}))
    return `${await trickle(stage, target)}; ${await hold(stage, target)}`
  }
}

/** The service's longest wait for another session, and time for a busy machine. */
const longestPage = 20_000

/** The held requests of the client. The default of 1,000 would take as many connections as an address can have. */
const heldPerClient = 40

/** Starts a collection on a link's page, and holds more polls of it than the link can have. */
const holdPolls = async (base: string, link: ConnectLink.OpenedLink): Promise<ReadonlyArray<Raw>> => {
  const started = await link.call("collections", waitingStart)
  assert.equal(started.status, 201)
  const { collectionId } = (await started.json()) as StatusObject // the documented body
  const path = `/connect/collections/${collectionId}/status`
  const request = head(`GET ${path} HTTP/1.1`, ...ConnectLink.linesOf(link), "Prefer: wait=30")
  return Array.from({ length: 6 }, () => open(base, request))
}

const sessionShares: Attack = {
  name: "session-shares",
  summary: "sends slow large bodies and held polls on ten Connect links of the victim's own client",
  promise:
    "Large bodies of a client's Connect sessions give way to the client within a second, and to another session within ten. Sessions hold at most half of their client's held requests.",
  run: async (stage) => {
    const target = await stage.start({ config: { limits: { heldRequestsPerClient: heldPerClient } } })
    const { base, honest } = target
    const link = () => ConnectLink.open(honest, { purpose: "COLLECT" })
    const [other, ...links] = await Promise.all([link(), ...Array.from({ length: 10 }, link)])
    const polls = (await Promise.all(links.map((each) => holdPolls(base, each)))).flat()
    const id = await honest.begin(waitingStart)
    const uploads = new HonestUploads()
    const requests = links.flatMap((each) =>
      Array<string>(3).fill(head("POST /connect/collections HTTP/1.1", ...ConnectLink.linesOf(each), ...framing))
    )
    const attackMillis = stage.sized(3_000, 30_000)
    await holding(base, requests, async () => {
      await pause(1_000)
      const began = performance.now()
      const page = other.call("collections", largeBody)
      for (const until = performance.now() + attackMillis; performance.now() < until;) {
        await uploads.add(target)
        const held = await honest.send(`/collections/${id}/status`, { headers: { prefer: "wait=1" } })
        assert.equal(held.header("preference-applied"), "wait=1", "the client's request was not held")
      }
      assert.equal((await page).status, 413, "another person's upload got no place")
      const waited = performance.now() - began
      assert.ok(waited < longestPage + attackMillis, `another person waited ${waited.toFixed(0)} ms`)
      for (const { received } of polls) assert.ok([0, 200, 429].includes(statusOf(received())))
    }).finally(() => closeAll(polls))
    return `${uploads.describe(stage)}, and the client's requests were held`
  }
}

export const uploads: ReadonlyArray<Attack> = [trickledUploads, sessionShares]
