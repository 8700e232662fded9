/** Clients that request large documents and read nothing, so that others get no data (decisions 14). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Socket } from "node:net"
import { demonstrationKey, hasEnded } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import * as OwnClient from "../keys/OwnClient.ts"
import { mostGrowth } from "../stage/Memory.ts"
import { closeAll, credentialsOf, head, openUnread } from "../../workshop/driver/Sockets.ts"
import { company, endWith, loggingIn, withConnector } from "../stage/ScriptedConnector.ts"
import type { ConnectorCall } from "../stage/ScriptedConnector.ts"
import type { Length } from "../stage/Stage.ts"
import { plainStart } from "../stage/Starts.ts"

/** The limits on unread bytes, in megabytes. A short run uses lower limits than the defaults. */
const unread: Readonly<Record<Length, number>> = { short: 64, full: 128 }
const limits: Readonly<Record<Length, object>> = {
  short: { downloadMegabytes: unread.short },
  full: {}
}

/**
 * Returns the limit on memory growth, in megabytes. Twice the unread bytes, because the service holds several copies of a
 * document while it reads the document, and Node frees large buffers late.
 */
const growthLimit = (length: Length): number => 2 * unread[length] + mostGrowth

/** Two such documents almost fill a client's default room of 40 MB. */
const content = "x".repeat(19 * 1024 * 1024)

const script = ({ name }: ConnectorCall) => {
  if (name === "begin") return loggingIn
  if (name === "resume") return endWith([{ documentId: "1", name: "large", contentType: "text/plain" }])
  return name === "document" ? { status: 200, body: content } : { status: 204, body: {} }
}

const attackMillis: Readonly<Record<Length, number>> = { short: 3_000, full: 30_000 }

/** The service's wait before an unread document gives way, and time for a busy machine. */
const longestRead: Readonly<Record<Length, number>> = { short: 5_000, full: 2_000 }

/** Collects a large document and returns the document's path. */
const documentOf = async (client: Client): Promise<string> => {
  const id = await client.begin({ ...plainStart, company })
  await client.poll(id, hasEnded)
  const path = `/collections/${id}/insurance`
  const [record] = await client.read<ReadonlyArray<{ documents: ReadonlyArray<{ documentId: string }> }>>(
    `${path}/data`
  )
  return `${path}/document/${record?.documents[0]?.documentId ?? assert.fail("no document")}`
}

export const unreadDocuments: Attack = {
  name: "unread-documents",
  summary: "requests documents of 19 MB on ten connections of each of three clients, and reads nothing",
  promise: `Unread documents take at most ${unread.full} MB by default, and memory grows by at most ${growthLimit("full")} MB. Documents of the clients with most give way to other clients' downloads within a second.`,
  run: ({ length, withTarget }) =>
    withConnector(script, (connector) =>
      withTarget({ config: { connectors: [connector], limits: limits[length] } }, async (target) => {
        const { attacker, honest, service } = target
        const others = [await OwnClient.make(target), await OwnClient.make(target)].map(({ key }) => key)
        const requests: Array<string> = []
        for (const key of [demonstrationKey, ...others]) {
          const client = attacker.with({ "authorization-token": key })
          const path = await documentOf(client)
          // The first reads take memory that the service keeps.
          if (requests.length === 0) for (let round = 0; round < 6; round++) await client.send(path)
          requests.push(head(`GET ${path} HTTP/1.1`, ...credentialsOf(key)))
        }
        const id = await honest.begin(plainStart)
        await honest.poll(id, hasEnded)
        const sockets: Array<Socket> = []
        let slowest = 0
        let reads = 0
        const growth = await target
          .growth(async () => {
            for (const request of requests) {
              for (let each = 0; each < 10; each++) sockets.push(openUnread(service.base, request))
            }
            await pause(1_000)
            for (const until = performance.now() + attackMillis[length]; performance.now() < until; reads++) {
              const began = performance.now()
              await honest.read(`/collections/${id}/wealth/data`)
              slowest = Math.max(slowest, performance.now() - began)
              await pause(250)
            }
          })
          .finally(() => closeAll(sockets))
        const took = `${reads} reads of data took at most ${slowest.toFixed(0)} ms`
        assert.ok(slowest <= longestRead[length], took)
        assert.ok(growth <= growthLimit(length), `memory grew by ${growth.toFixed(0)} MB`)
        return `${took}, and memory grew by ${growth.toFixed(0)} MB`
      })
    )
}
