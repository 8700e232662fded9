#!/usr/bin/env node
/**
 * Receives Sheaf's webhooks on Node.js 20.17 or newer, with `@sheaf/client`.
 *
 *     SHEAF_WEBHOOK_SECRETS=whsec_... node receiver.mjs --port 8092
 *
 * During a rotation, separate the secrets with spaces. Prints a line for each event.
 */
import { verifyWebhook, WebhookVerificationError } from "@sheaf/client/2026-04-01"
import { createServer } from "node:http"
import { parseArgs } from "node:util"

const { values } = parseArgs({ options: { port: { type: "string", default: "8092" } } })
const secrets = (process.env.SHEAF_WEBHOOK_SECRETS ?? "").split(" ").filter((secret) => secret !== "")
if (secrets.length === 0) throw new Error("SHEAF_WEBHOOK_SECRETS is missing")

/** The longest accepted body, in bytes. */
const maxBody = 256 * 1024

/** The handled events. In production, use a database table that outlives the process. */
const handled = new Set()

/** Handles an event once. Sheaf waits 15 seconds for the response, so put longer work into a queue of your own. */
const handle = (event) => {
  if (handled.has(event.eventId)) return console.log("repeated", event.type, event.eventId)
  handled.add(event.eventId)
  console.log("received", event.type, event.eventId)
}

/** Returns the raw body, or undefined if it is too long. */
const read = async (request) => {
  const chunks = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const respond = async (request) => {
  if (request.method !== "POST") return { status: 405, text: "send POST" }
  const body = await read(request)
  if (body === undefined) return { status: 413, text: "body too long" }
  try {
    handle(await verifyWebhook(request.headers, body, secrets))
    return { status: 204 }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    console.log("rejected", error.code)
    return { status: 400, text: error.code }
  }
}

const server = createServer((request, response) => {
  respond(request)
    .catch((error) => {
      console.error(error)
      // After a 500, Sheaf repeats the delivery.
      return { status: 500, text: "not handled" }
    })
    .then(({ status, text }) => response.writeHead(status, { connection: "close" }).end(text))
})

server.listen(Number(values.port), "127.0.0.1", () =>
  console.log(`listens on http://127.0.0.1:${server.address().port}`)
)
process.once("SIGTERM", () => server.close())
