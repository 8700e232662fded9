/** Clients that request large responses and do not read them (spec 5, 8, 13). */
import { demoApiKey, hasEnded, TestUser } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import { sheafProgram } from "@sheaf/app-api/testing"
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import type { Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { residentMegabytes } from "../../workshop/checker/Memory.ts"
import * as ConnectLink from "../../workshop/driver/ConnectLink.ts"
import { closeAll, credentialFieldsOf, requestHead, openUnreadConnection } from "../../workshop/driver/Sockets.ts"
import * as Keys from "../../workshop/stage/Keys.ts"
import * as ScriptedConnector from "../parties/ScriptedConnector.ts"
import { maxGrowthMegabytes } from "../stage/Testbed.ts"
import type { Attack, Testbed, Target } from "../stage/Testbed.ts"
import { defaultStartRequest, startRequestAs } from "../victim/Starts.ts"

const unreadDuring = async (
  { base, measureGrowth }: Target,
  requests: ReadonlyArray<string>,
  megabytes: number,
  work: (sockets: ReadonlyArray<Socket>) => Promise<unknown>
): Promise<string> => {
  const sockets: Array<Socket> = []
  try {
    return await measureGrowth(megabytes, () => {
      for (const request of requests) sockets.push(openUnreadConnection(base, request))
      return work(sockets)
    })
  } finally {
    closeAll(sockets)
  }
}

const megabyte = 1024 * 1024

const startWithDocument = async (stage: Testbed, megabytes: number, limits: object = {}): Promise<Target> => {
  const script = ScriptedConnector.documentScript("x".repeat(megabytes * megabyte))
  return stage.start({ config: { connectors: [await ScriptedConnector.start(stage.cleanup, script)], limits } })
}

const collect = async (client: TestClient): Promise<string> => {
  const id = await client.begin(startRequestAs("mallory", ScriptedConnector.companyId))
  await client.poll(id, hasEnded)
  return `/collections/${id}/insurance`
}

const unreadMegabytes = { short: 64, full: 128 }

/**
 * Returns how much the service's memory may grow, in megabytes: the usual limit plus twice the unread bytes, because
 * the service holds several copies of a document while reading it, and Node frees large buffers late.
 */
const growthLimit = (length: Testbed["length"]): number => 2 * unreadMegabytes[length] + maxGrowthMegabytes

const unreadDocuments: Attack = {
  name: "unread-documents",
  summary: "requests documents of 19 MB on ten connections of each of three clients, and reads nothing",
  promise: `Unread documents take at most ${unreadMegabytes.full} MB by default, and memory grows by at most ${growthLimit("full")} MB. Documents of the clients with most give way to other clients' downloads within a second.`,
  run: async (stage) => {
    // Two of these documents almost fill the 40 MB that a client may leave unread by default.
    const target = await startWithDocument(stage, 19, stage.sized({ downloadMegabytes: unreadMegabytes.short }, {}))
    const { attacker, honest, ownKey } = target
    const requests: Array<string> = []
    for (const key of [demoApiKey, await ownKey(), await ownKey()]) {
      const client = attacker.with({ "authorization-token": key })
      const path = await collect(client)
      const [record] = await client.read<ReadonlyArray<{ documents: ReadonlyArray<{ documentId: string }> }>>(
        `${path}/data`
      )
      const document = `${path}/document/${record?.documents[0]?.documentId ?? assert.fail("no document")}`
      // Warms up first, because the service keeps some of the memory that the first reads take.
      if (requests.length === 0) for (let round = 0; round < 6; round++) await client.send(document)
      requests.push(...Array<string>(10).fill(requestHead(`GET ${document} HTTP/1.1`, ...credentialFieldsOf(key))))
    }
    const id = await honest.begin(defaultStartRequest)
    await honest.poll(id, hasEnded)
    let [slowest, reads] = [0, 0]
    const grown = await unreadDuring(target, requests, growthLimit(stage.length), async () => {
      await pause(1_000)
      for (const until = performance.now() + stage.sized(3_000, 30_000); performance.now() < until; reads++) {
        const began = performance.now()
        await honest.read(`/collections/${id}/wealth/data`)
        slowest = Math.max(slowest, performance.now() - began)
        await pause(250)
      }
    })
    const took = `${reads} reads of data took at most ${slowest.toFixed(0)} ms`
    // The limit includes the time before the service drops an unread document. A short run may share a busy machine.
    assert.ok(slowest <= stage.sized(30_000, 2_000), took)
    return `${took}, and ${grown}`
  }
}

const documentMegabytes = 5

/**
 * Maximum memory growth, in megabytes: the usual limit, plus twice the default limit on a client's unread downloads,
 * because Node frees large buffers late.
 */
const exportGrowth = 2 * 40 + maxGrowthMegabytes

/** The memory limit for `sheaf users export`, in megabytes. The program needs about half of it even without data. */
const commandLimit = 400

const readWhole = async (pieces: AsyncIterable<Uint8Array>, least: number, look?: () => void): Promise<void> => {
  let [length, end] = [0, ""]
  for await (const piece of pieces) {
    length += piece.length
    end = (end + Buffer.from(piece.subarray(-3)).toString("latin1")).slice(-3)
    look?.()
  }
  assert.ok(length > least, `an export has ${length} bytes`)
  assert.match(end, /\]\}\n?$/, "an export is cut off")
}

const memoryOfCommand = async (dataDir: string, userId: string, least: number): Promise<number> => {
  const [tool, ...words] = sheafProgram("users", "export", "--client", "demo", "--user", userId)
  const env = { ...process.env, ...Keys.keysEnvironment, SHEAF_DATA_DIR: dataDir }
  const child = spawn(tool, words, { env, stdio: ["ignore", "pipe", "inherit"] })
  const exited = once(child, "exit")
  let peak = 0
  await readWhole(child.stdout, least, () => {
    peak = Math.max(peak, residentMegabytes(child.pid ?? assert.fail("no process")))
  })
  assert.equal((await exited)[0], 0, "the command got no export")
  return peak
}

const unreadExports: Attack = {
  name: "unread-exports",
  summary: "requests exports of a person's 400 MB of documents with five links, and reads nothing",
  promise: `Unread exports take memory like downloads, so it grows by at most ${exportGrowth} MB. A person can read an export of any size, and so can an operator, with at most ${commandLimit} MB.`,
  run: async (stage) => {
    const target = await startWithDocument(stage, documentMegabytes)
    const { attacker, dataDir } = target
    const user = await TestUser.make(attacker)
    // In a full run, the documents together exceed the maximum length of a string in Node.
    const documents = stage.sized(16, 80)
    for (let each = 0; each < documents; each++) {
      await collect(user.withKey)
      // The pause keeps the collections from slowing down the victim, whose latency is being measured.
      await pause(400)
    }
    const asked = { purpose: "PERMISSIONS", userId: user.userId }
    const links = await Promise.all([1, 2, 3, 4, 5].map(() => ConnectLink.open(attacker, asked)))
    // Warms up first, because the service keeps some of the memory that the first read takes.
    await attacker.send(`/users/${user.userId}`)
    const requests = links.map((link) =>
      requestHead("GET /connect/export HTTP/1.1", ...ConnectLink.headerLinesOf(link))
    )
    const least = documents * documentMegabytes * megabyte
    const grown = await unreadDuring(target, [...requests, ...requests], exportGrowth, async (sockets) => {
      await pause(stage.sized(3_000, 20_000))
      closeAll(sockets)
      const { body, status } = await (await ConnectLink.open(attacker, asked)).call("export")
      assert.equal(status, 200, "the person got no export")
      await readWhole(body ?? assert.fail("no body"), least)
    })
    const peak = await memoryOfCommand(dataDir, user.userId, least)
    assert.ok(peak <= commandLimit, `the command took ${peak.toFixed(0)} MB`)
    return `${grown}, and the command took ${peak.toFixed(0)} MB for more than ${(least / 1e6).toFixed(0)} MB`
  }
}

export const all: ReadonlyArray<Attack> = [unreadDocuments, unreadExports]
