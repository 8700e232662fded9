/** Large uploads that are slow or never end, and take places that others need (spec 8, 13). */
import { demonstrationKey } from "@sheaf/adapters-http/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import * as ConnectLink from "../../workshop/driver/ConnectLink.ts"
import { closeAll, credentialsOf, head, open, statusOf } from "../../workshop/driver/Sockets.ts"
import type { Raw } from "../../workshop/driver/Sockets.ts"
import type { Attack, Stage, Target } from "../Stage.ts"
import { waitingStart } from "../Starts.ts"

const framing = ["Content-Type: application/json", "Content-Length: 2000000"]

const uploadOf = (key: string): string => head("POST /collections HTTP/1.1", ...credentialsOf(key), ...framing)

/** Enough of a body that it needs a place for large bodies. */
const largePart = `{"x":"${"x".repeat(300_000)}`

const largeBody = { x: "x".repeat(300_000) }

const send = (uploads: Iterable<Raw>, bytes: string): void => {
  for (const { socket } of uploads) if (socket.writable) socket.write(bytes)
}

/** Sends uploads that are too slow, and waits until the service has ended all of them. */
const trickle = async (stage: Stage, { base }: Target): Promise<string> => {
  // Half of the uploads need a place for large bodies.
  const uploads = Array.from({ length: 64 }, (_, number) =>
    open(base, uploadOf(demonstrationKey), number % 2 === 0 ? largePart : largePart.slice(0, 1_000))
  )
  const left = () => uploads.filter(({ socket }) => !socket.destroyed).length
  try {
    // Two of the service's periods, and time for a busy machine.
    for (const until = performance.now() + stage.sized(60_000, 90_000); left() > 0 && performance.now() < until;) {
      send(uploads, "x")
      await pause(250)
    }
    const statuses = new Set(uploads.map(({ received }) => statusOf(received())))
    for (const status of statuses) assert.ok([0, 408, 429, 503].includes(status), `an upload returned ${status}`)
    assert.equal(left(), 0, `${left()} slow uploads still run`)
    return `${uploads.length} uploads were ended, with ${[...statuses].join(", ")} (0: cut)`
  } finally {
    closeAll(uploads)
  }
}

/** The honest uploads of a target, each of which gets a place and is then refused for its content. */
interface Honest {
  readonly upload: () => Promise<void>
  /** Asserts that each took as long as the service waits before an upload gives way, with time for a busy machine. */
  readonly describe: () => string
}

const honestUploads = (stage: Stage, { honest }: Target): Honest => {
  let [count, slowest] = [0, 0]
  return {
    upload: async () => {
      const began = performance.now()
      const { status } = await honest.post("/collections", largeBody)
      slowest = Math.max(slowest, performance.now() - began)
      count++
      assert.equal(status, 413, "the honest upload got no place")
    },
    describe: () => {
      const took = `${count} honest uploads took at most ${slowest.toFixed(0)} ms`
      assert.ok(slowest <= stage.sized(5_000, 3_000), took)
      return took
    }
  }
}

/** Repeats `work` for this many milliseconds. */
const repeatedly = async (millis: number, work: () => Promise<unknown>): Promise<void> => {
  for (const until = performance.now() + millis; performance.now() < until;) await work()
}

/** Keeps these uploads running at an honest pace during `work`. An upload that the service ends begins again. */
const holding = async (base: string, requests: ReadonlyArray<string>, work: () => Promise<unknown>): Promise<void> => {
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
    await pause(1_000)
    await work()
  } finally {
    isOver = true
    clearInterval(pace)
    closeAll(held)
  }
}

const trickledUploads: Attack = {
  name: "trickled-uploads",
  summary: "sends 64 large uploads a byte at a time, and then holds all places for large bodies with two clients",
  promise:
    "A body takes a place only beyond 256 KiB, and returns 408 or is cut below 1 KiB/s. Within a second, the client with the most places gives one to another client.",
  run: async (stage) => {
    // A short run does not wait for the default of 10 seconds.
    const target = await stage.start(stage.sized({ config: { limits: { slowSeconds: 2 } } }, {}))
    const trickled = await trickle(stage, target)
    const honest = honestUploads(stage, target)
    const uploads = [demonstrationKey, await target.ownKey()].flatMap((key) => Array<string>(12).fill(uploadOf(key)))
    await holding(target.base, uploads, () => repeatedly(stage.sized(3_000, 20_000), honest.upload))
    return `${trickled}; ${honest.describe()} while two clients held all places`
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
    const uploads = honestUploads(stage, target)
    const requests = links.flatMap((each) =>
      Array<string>(3).fill(head("POST /connect/collections HTTP/1.1", ...ConnectLink.linesOf(each), ...framing))
    )
    await holding(base, requests, async () => {
      const began = performance.now()
      const page = other.call("collections", largeBody).then(({ status }) => ({ status, at: performance.now() }))
      await repeatedly(stage.sized(3_000, 30_000), async () => {
        await uploads.upload()
        const held = await honest.send(`/collections/${id}/status`, { headers: { prefer: "wait=1" } })
        assert.equal(held.header("preference-applied"), "wait=1", "the client's request was not held")
      })
      const { at, status } = await page
      assert.equal(status, 413, "another person's upload got no place")
      assert.ok(at - began < longestPage, `another person waited ${(at - began).toFixed(0)} ms`)
    }).finally(() => closeAll(polls))
    for (const { received } of polls) assert.ok([0, 200, 429].includes(statusOf(received())))
    return `${uploads.describe()}, and the client's requests were held`
  }
}

export const all: ReadonlyArray<Attack> = [trickledUploads, sessionShares]
