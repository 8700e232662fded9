/** Clients that request large responses and read nothing (spec 8). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { closeAll, credentials, head, openUnread } from "../../workshop/driver/Sockets.ts"
import type { Attack } from "../Attack.ts"
import { mostGrowth } from "../Stage.ts"
import type { Setup, Stage, Target } from "../Stage.ts"

/** The limits on slow clients. A short run does not wait for the default of 10 seconds. */
const setupOf = (stage: Stage): Setup =>
  stage.sized({ config: { limits: { slowSeconds: 1, bytesPerSecond: 65_536 } } }, {})

/** The further time after which a connection that is still open counts as not cut, in milliseconds. */
const patienceMillis = 30_000

/** Reads each path several times, so that caches and the heap have their usual size. */
const warmUp = async ({ attacker }: Target, paths: ReadonlyArray<string>): Promise<void> => {
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 5 }, () => paths.map((path) => attacker.send(path))).flat())
  }
}

/** Sends bytes on many connections and reads nothing for a while. */
const leaveUnread = async (stage: Stage, target: Target, bytes: ReadonlyArray<string>): Promise<string> => {
  // Node.js reads what arrives before it can know that the responses will stay unread.
  const sentMegabytes = Math.ceil(bytes.reduce((sum, { length }) => sum + length, 0) / 1e6)
  const sockets = bytes.map((each) => openUnread(target.base, each))
  let cut = 0
  for (const socket of sockets) socket.once("close", () => cut++)
  try {
    // Two of the service's periods, and time for a busy machine.
    const grown = await target.growsAtMost(mostGrowth + sentMegabytes, () => pause(stage.sized(5_000, 50_000)))
    // A client that reads nothing notices the end of its connection once the service has reset a later packet.
    const deadline = performance.now() + patienceMillis
    while (cut < sockets.length && performance.now() < deadline) {
      for (const socket of sockets) if (socket.writable) socket.write("x")
      await pause(500)
    }
    assert.equal(cut, sockets.length, `${sockets.length - cut} unread connections stayed open`)
    return `${grown}, and all ${cut} connections were cut`
  } finally {
    closeAll(sockets)
  }
}

/** Responses of this size, in bytes, do not fit into the kernel's buffers if a connection requests 20 of them. */
const largeBytes = 500_000

/** Returns the paths of the large documents, and of the scripts that the documentation page loads. */
const largePaths = async ({ attacker }: Target): Promise<ReadonlyArray<string>> => {
  const page = (await attacker.send("/docs")).text
  const scripts = Array.from(page.matchAll(/<script[^>]* src="(\/[^"]+)"/g), ([, path = ""]) => path)
  const paths = ["/openapi/2026-04-01.json", "/openapi/2025-01-01.json", ...scripts]
  const sizes = await Promise.all(paths.map(async (path) => (await attacker.send(path)).bytes.length))
  const large = paths.filter((_, index) => (sizes[index] ?? 0) >= largeBytes)
  assert.notEqual(large.length, 0, "no response is large")
  return large
}

const unreadResponses: Attack = {
  name: "unread-responses",
  summary: "asks for the largest pages and documents on 200 connections, and reads nothing",
  promise: `Large responses share one buffer, memory grows by at most ${mostGrowth} MB more than was sent, and slow readers are cut.`,
  run: async (stage) => {
    const target = await stage.start(setupOf(stage))
    const paths = await largePaths(target)
    await warmUp(target, paths)
    const requests = (path: string) => head(`GET ${path} HTTP/1.1`, "Accept-Encoding: identity").repeat(20)
    const bytes = Array.from({ length: 200 }, (_, number) => requests(paths[number % paths.length] ?? ""))
    return leaveUnread(stage, target, bytes)
  }
}

const pipelinedPolls: Attack = {
  name: "pipelined-polls",
  summary: "sends 20,000 requests for small responses on each of 20 connections, and reads nothing",
  promise: `Pipelined requests run one after another, and connections with too many of them are cut. Memory grows by at most ${mostGrowth} MB more than was sent.`,
  run: async (stage) => {
    const target = await stage.start(setupOf(stage))
    await warmUp(target, ["/companies/availability", "/collections"])
    const requests = head("GET /companies/availability HTTP/1.1", ...credentials).repeat(20_000)
    return leaveUnread(stage, target, Array<string>(20).fill(requests))
  }
}

export const unread: ReadonlyArray<Attack> = [unreadResponses, pipelinedPolls]
