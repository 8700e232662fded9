/** Clients that request much data and read nothing, so that others get none (spec 5, 8, 13). */
import { demonstrationKey, hasEnded, TestUser } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import { sheaf } from "@sheaf/app-api/testing"
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import type { Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { residentMegabytes } from "../../workshop/checker/Memory.ts"
import * as ConnectLink from "../../workshop/driver/ConnectLink.ts"
import { closeAll, credentialsOf, head, openUnread } from "../../workshop/driver/Sockets.ts"
import * as Keys from "../../workshop/stage/Keys.ts"
import type { Attack } from "../Attack.ts"
import * as ScriptedConnector from "../parties/ScriptedConnector.ts"
import { mostGrowth } from "../Stage.ts"
import type { Stage } from "../Stage.ts"
import { plainStart, startAs } from "../Starts.ts"

const documentStart = startAs("mallory", ScriptedConnector.company)

const unreadMegabytes = { short: 64, full: 128 }

/**
 * Returns the limit on memory growth, in megabytes. Twice the unread bytes, because the service holds several copies of a
 * document while it reads the document, and Node frees large buffers late.
 */
const growthLimit = (length: Stage["length"]): number => 2 * unreadMegabytes[length] + mostGrowth

/** Collects a large document and returns the document's path. */
const documentOf = async (client: Client): Promise<string> => {
  const id = await client.begin(documentStart)
  await client.poll(id, hasEnded)
  const path = `/collections/${id}/insurance`
  const [record] = await client.read<ReadonlyArray<{ documents: ReadonlyArray<{ documentId: string }> }>>(
    `${path}/data`
  )
  return `${path}/document/${record?.documents[0]?.documentId ?? assert.fail("no document")}`
}

const unreadDocuments: Attack = {
  name: "unread-documents",
  summary: "requests documents of 19 MB on ten connections of each of three clients, and reads nothing",
  promise: `Unread documents take at most ${unreadMegabytes.full} MB by default, and memory grows by at most ${growthLimit("full")} MB. Documents of the clients with most give way to other clients' downloads within a second.`,
  run: async (stage) => {
    // Two such documents almost fill a client's default room of 40 MB.
    const script = ScriptedConnector.withDocument("x".repeat(19 * 1024 * 1024))
    const connectors = [await ScriptedConnector.start(stage.cleanup, script)]
    const limits = stage.sized({ downloadMegabytes: unreadMegabytes.short }, {})
    const { attacker, base, growsAtMost, honest, ownClient } = await stage.start({ config: { connectors, limits } })
    const requests: Array<string> = []
    for (const key of [demonstrationKey, (await ownClient()).key, (await ownClient()).key]) {
      const client = attacker.with({ "authorization-token": key })
      const path = await documentOf(client)
      // The first reads take memory that the service keeps.
      if (requests.length === 0) for (let round = 0; round < 6; round++) await client.send(path)
      requests.push(head(`GET ${path} HTTP/1.1`, ...credentialsOf(key)))
    }
    const id = await honest.begin(plainStart)
    await honest.poll(id, hasEnded)
    const sockets: Array<Socket> = []
    let [slowest, reads] = [0, 0]
    const grown = await growsAtMost(growthLimit(stage.length), async () => {
      for (const request of requests) for (let each = 0; each < 10; each++) sockets.push(openUnread(base, request))
      await pause(1_000)
      for (const until = performance.now() + stage.sized(3_000, 30_000); performance.now() < until; reads++) {
        const began = performance.now()
        await honest.read(`/collections/${id}/wealth/data`)
        slowest = Math.max(slowest, performance.now() - began)
        await pause(250)
      }
    }).finally(() => closeAll(sockets))
    const took = `${reads} reads of data took at most ${slowest.toFixed(0)} ms`
    // The service's wait before an unread document gives way, and time for a busy machine.
    assert.ok(slowest <= stage.sized(5_000, 2_000), took)
    return `${took}, and ${grown}`
  }
}

const documentMegabytes = 5

/**
 * The limit on memory growth, in megabytes: the default limit on unread downloads of a client, twice, because Node frees large
 * buffers late.
 */
const exportGrowth = 2 * 40 + mostGrowth

/** The limit on the memory of `sheaf users export`, in megabytes. The program without the data needs about half of it. */
const commandLimit = 400

/** Runs `sheaf users export`, and returns the length and the end of its output, and its largest memory in megabytes. */
const readCommand = async (dataDir: string, userId: string) => {
  const [tool, ...words] = sheaf("users", "export", "--client", "demo", "--user", userId)
  const env = { ...process.env, ...Keys.env, SHEAF_DATA_DIR: dataDir }
  const child = spawn(tool, words, { env, stdio: ["ignore", "pipe", "inherit"] })
  const exited = once(child, "exit")
  let [length, end, peak] = [0, "", 0]
  for await (const piece of child.stdout) {
    length += piece.length
    end = (end + String(piece)).slice(-3)
    peak = Math.max(peak, residentMegabytes(child.pid ?? assert.fail("no process")))
  }
  const [code] = await exited
  assert.equal(code, 0, "the command got no export")
  return { length, end, peak }
}

/** Reads an export, and returns its length and its last characters. */
const readAll = async ({ call }: ConnectLink.OpenedLink) => {
  const response = await call("export")
  assert.equal(response.status, 200, "the person got no export")
  const decoder = new TextDecoder()
  let [length, end] = [0, ""]
  for await (const piece of response.body ?? assert.fail("no body")) {
    length += piece.length
    end = (end + decoder.decode(piece, { stream: true })).slice(-2)
  }
  return { length, end }
}

const unreadExports: Attack = {
  name: "unread-exports",
  summary: "requests exports of a person's 400 MB of documents with five links, and reads nothing",
  promise: `Unread exports take memory like downloads, so it grows by at most ${exportGrowth} MB. A person can read an export of any size, and so can an operator, with at most ${commandLimit} MB.`,
  run: async (stage) => {
    const script = ScriptedConnector.withDocument("x".repeat(documentMegabytes * 1024 * 1024))
    const connectors = [await ScriptedConnector.start(stage.cleanup, script)]
    const { attacker, base, dataDir, growsAtMost } = await stage.start({ config: { connectors } })
    const user = await TestUser.make(attacker)
    // In a full run, the person's documents are larger together than the longest text in Node.
    const documents = stage.sized(16, 80)
    for (let each = 0; each < documents; each++) {
      await user.withKey.poll(await user.withKey.begin(documentStart), hasEnded)
      // The victim is measured meanwhile, so the collections must not harm it.
      await pause(400)
    }
    const asked = { purpose: "PERMISSIONS", userId: user.userId }
    const links = await Promise.all([1, 2, 3, 4, 5].map(() => ConnectLink.open(attacker, asked)))
    // The first read takes memory that the service keeps.
    await attacker.send(`/users/${user.userId}`)
    const sockets = links.flatMap((link) => {
      const request = head("GET /connect/export HTTP/1.1", ...ConnectLink.linesOf(link))
      return [1, 2].map(() => openUnread(base, request))
    })
    let read = { length: 0, end: "" }
    const grown = await growsAtMost(exportGrowth, async () => {
      await pause(stage.sized(3_000, 20_000))
      closeAll(sockets)
      read = await readAll(await ConnectLink.open(attacker, asked))
    }).finally(() => closeAll(sockets))
    const least = documents * documentMegabytes * 1024 * 1024
    assert.ok(read.length > least, `an export has ${read.length} bytes`)
    assert.equal(read.end, "]}")
    const { end, length, peak } = await readCommand(dataDir, user.userId)
    assert.ok(length > least, `the command's export has ${length} bytes`)
    assert.equal(end, "]}\n")
    assert.ok(peak <= commandLimit, `the command took ${peak.toFixed(0)} MB`)
    return `${grown}, and an export had ${(read.length / 1e6).toFixed(0)} MB, for which the command took ${peak.toFixed(0)} MB`
  }
}

export const unreadData: ReadonlyArray<Attack> = [unreadDocuments, unreadExports]
