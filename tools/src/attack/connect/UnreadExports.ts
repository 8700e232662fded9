/** A person with much data who requests exports of it, and reads nothing (decisions 8, 14). */
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { hasEnded, TestUser } from "@sheaf/adapters-http/testing"
import { sheaf } from "@sheaf/app-api/testing"
import * as Keys from "../../workshop/stage/Keys.ts"
import { residentMegabytes } from "../../workshop/checker/Memory.ts"
import type { Attack } from "../Attack.ts"
import { mostGrowth } from "../stage/Memory.ts"
import { closeAll, head, openUnread } from "../../workshop/driver/Sockets.ts"
import { company, endWith, loggingIn, withConnector } from "../stage/ScriptedConnector.ts"
import type { ConnectorCall } from "../stage/ScriptedConnector.ts"
import type { Length } from "../stage/Stage.ts"
import { plainStart } from "../stage/Starts.ts"
import * as ConnectLink from "./ConnectLink.ts"

const documentMegabytes = 5

/** The person's documents. Together they are larger than the longest text in Node. */
const documents: Readonly<Record<Length, number>> = { short: 16, full: 80 }

const attackMillis: Readonly<Record<Length, number>> = { short: 3_000, full: 20_000 }

/**
 * The limit on memory growth, in megabytes: the default limit on unread downloads of a client, twice, because Node frees large
 * buffers late.
 */
const growthLimit = 2 * 40 + mostGrowth

const content = "x".repeat(documentMegabytes * 1024 * 1024)

const script = ({ name }: ConnectorCall) => {
  if (name === "begin") return loggingIn
  if (name === "resume") return endWith([{ documentId: "1", name: "large", contentType: "text/plain" }])
  return name === "document" ? { status: 200, body: content } : { status: 204, body: {} }
}

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
const readAll = async (base: string, { fields }: ConnectLink.OpenedLink) => {
  const response = await fetch(`${base}/connect/export`, { headers: fields })
  assert.equal(response.status, 200, "the person got no export")
  const decoder = new TextDecoder()
  let [length, end] = [0, ""]
  for await (const piece of response.body ?? assert.fail("no body")) {
    length += piece.length
    end = (end + decoder.decode(piece, { stream: true })).slice(-2)
  }
  return { length, end }
}

export const unreadExports: Attack = {
  name: "unread-exports",
  summary: "requests exports of a person's 400 MB of documents with five links, and reads nothing",
  promise: `Unread exports take memory like downloads, so it grows by at most ${growthLimit} MB. A person can read an export of any size, and so can an operator, with at most ${commandLimit} MB.`,
  run: ({ length, withTarget }) =>
    withConnector(script, (connector) =>
      withTarget({ config: { connectors: [connector] } }, async (target) => {
        const { attacker, service } = target
        const { base } = service
        const user = await TestUser.make(attacker)
        for (let each = 0; each < documents[length]; each++) {
          const id = await user.withKey.begin({ ...plainStart, company })
          await user.withKey.poll(id, hasEnded)
          // The victim is measured meanwhile, so the collections must not harm it.
          await pause(400)
        }
        const asked = { purpose: "PERMISSIONS", userId: user.userId }
        const links = await Promise.all([1, 2, 3, 4, 5].map(() => ConnectLink.open(attacker, base, asked)))
        // The first read takes memory that the service keeps.
        await attacker.send(`/users/${user.userId}`)
        const sockets = links.flatMap((link) => {
          const request = head("GET /connect/export HTTP/1.1", ...ConnectLink.linesOf(link))
          return [1, 2].map(() => openUnread(base, request))
        })
        let read: Awaited<ReturnType<typeof readAll>> | undefined
        const growth = await target
          .growth(async () => {
            await pause(attackMillis[length])
            closeAll(sockets)
            const link = await ConnectLink.open(attacker, base, asked)
            read = await readAll(base, link)
          })
          .finally(() => closeAll(sockets))
        const least = documents[length] * documentMegabytes * 1024 * 1024
        assert.ok(read !== undefined && read.length > least, `an export has ${read?.length} bytes`)
        assert.equal(read.end, "]}")
        const command = await readCommand(target.dataDir, user.userId)
        assert.ok(command.length > least, `the command's export has ${command.length} bytes`)
        assert.equal(command.end, "]}\n")
        assert.ok(command.peak <= commandLimit, `the command took ${command.peak.toFixed(0)} MB`)
        const took = `memory grew by ${growth.toFixed(0)} MB, and an export had ${(read.length / 1e6).toFixed(0)} MB, for which the command took ${command.peak.toFixed(0)} MB`
        assert.ok(growth <= growthLimit, took)
        return took
      })
    )
}
