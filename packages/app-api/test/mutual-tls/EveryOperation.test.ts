/** The whole interface is served over mutual TLS: each operation of each version answers as it does in the clear (decisions 15). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { readFileSync } from "node:fs"
import { request as requestPlain } from "node:http"
import type { IncomingMessage } from "node:http"
import { Agent, request as requestTls } from "node:https"
import { text } from "node:stream/consumers"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Operations from "../Operations.ts"
import * as Installation from "./Installation.ts"

/** An id of nothing: what is refused is refused alike. */
const nobody = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"

let here: Installation.Installation
let agent: Agent

beforeAll(async () => {
  here = await Installation.install()
  const [ca, cert, key] = [here.root, here.demo.certificate, here.demo.key].map((file) => readFileSync(file))
  agent = new Agent({ keepAlive: true, ca, cert, key })
}, Installation.patience)
afterAll(async () => {
  agent.destroy()
  await here.end()
})

/** What an answer has, without what is another at each call. */
const shapeOf = (body: string): unknown => {
  if (!/^[[{]/.test(body)) return body.length > 0
  const value: unknown = JSON.parse(body)
  if (Array.isArray(value)) return Array.isArray(value)
  if (typeof value !== "object" || value === null) return value
  return "code" in value ? value.code : Object.keys(value).toSorted()
}

const ask = async (base: string, { body, method, template, version }: Operations.Operation) => {
  const path = template.replaceAll(/\{[^}]+\}/g, nobody)
  const headers = {
    "authorization-token": "sheaf-demo",
    "service-version": version,
    ...(body !== undefined && { "content-type": "application/json" })
  }
  const options = { method, headers }
  const request = base.startsWith("https:")
    ? requestTls(base + path, { ...options, agent })
    : requestPlain(base + path, options)
  request.end(body)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve)
    request.on("error", reject)
  })
  const { "content-type": contentType, "service-version": answered } = response.headers
  return { status: response.statusCode, contentType, answered, shape: shapeOf(await text(response)) }
}

it.each([...ApiVersion.running])("every operation of %s answers as on the other listener", async (version) => {
  const operations = Operations.every.filter((operation) => operation.version === version)
  assert.isAbove(operations.length, 20)
  const statuses = new Set<number | undefined>()
  for (const operation of operations) {
    // What is made known once is known to both.
    await ask(here.service.base, operation)
    const overTls = await ask(here.base, operation)
    assert.deepStrictEqual(overTls, await ask(here.service.base, operation), Operations.describe(operation))
    statuses.add(overTls.status)
  }
  assert.includeMembers([...statuses], [200, 401, 404])
})
