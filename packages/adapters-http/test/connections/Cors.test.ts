/** Tests cross-origin requests from browsers (Fetch standard, CORS protocol). */
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Listener from "../../src/inbound/Listener.ts"
import { corsOf } from "../../src/inbound/connections/BrowserSecurity.ts"

const allowed = "https://app.example"

const servers = {
  "with an allowed origin": Listener.make(),
  "by default": Listener.make()
}
servers["with an allowed origin"].options = {
  ...servers["with an allowed origin"].options,
  crossOrigin: corsOf([allowed, "http://localhost:3000"])
}

beforeAll(async () => {
  for (const server of Object.values(servers)) {
    server.on("request", ({ method }, response) => {
      response.writeHead(method === "OPTIONS" ? 405 : 200, { vary: "Service-Version" }).end("served")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  }
})
afterAll(() => {
  for (const server of Object.values(servers)) server.close()
})

const send = (name: keyof typeof servers, method: string, headers: Readonly<Record<string, string>>) => {
  const { port } = servers[name].address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}/users`, { method, headers })
}

const fieldsOf = ({ headers }: Response): object =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-") || name === "vary"))

const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "idempotency-key" }

describe("a listener with an allowed origin", () => {
  const allow = { "access-control-allow-origin": allowed, "access-control-expose-headers": "*" }

  it("lets pages of this origin read its responses, without cookies", async () => {
    const response = await send("with an allowed origin", "GET", { origin: allowed })
    assert.strictEqual(await response.text(), "served")
    assert.deepStrictEqual(fieldsOf(response), { ...allow, vary: "Origin, Service-Version" })
  })

  it("allows every method and field in response to a preflight request, which needs no credentials", async () => {
    const response = await send("with an allowed origin", "OPTIONS", { origin: allowed, ...preflight })
    assert.strictEqual(response.status, 204)
    assert.deepStrictEqual(fieldsOf(response), {
      ...allow,
      "access-control-allow-methods": "*",
      "access-control-allow-headers": "*, Authorization",
      "access-control-max-age": "600",
      vary: "Origin"
    })
  })

  it.each<[what: string, headers: Record<string, string>]>([
    ["another origin", { origin: "https://app.example.evil.example" }],
    ["another port", { origin: `${allowed}:8443` }],
    ["another scheme", { origin: "http://app.example" }],
    ["a sandboxed page", { origin: "null" }],
    ["two origins", { origin: `${allowed}, ${allowed}` }],
    ["no page", {}]
  ])("allows nothing for %s, and tells caches that responses differ", async (_, headers) => {
    const response = await send("with an allowed origin", "GET", headers)
    assert.deepStrictEqual(fieldsOf(response), { vary: "Origin, Service-Version" })
    const refused = await send("with an allowed origin", "OPTIONS", { ...headers, ...preflight })
    assert.strictEqual(refused.status, 405)
    assert.deepStrictEqual(fieldsOf(refused), { vary: "Origin, Service-Version" })
  })

  it("passes on an OPTIONS request that is not a preflight request", async () => {
    assert.strictEqual((await send("with an allowed origin", "OPTIONS", { origin: allowed })).status, 405)
  })
})

it("a listener without allowed origins says nothing about origins", async () => {
  for (const method of ["GET", "OPTIONS"]) {
    const response = await send("by default", method, { origin: allowed, ...preflight })
    assert.strictEqual(response.status, method === "GET" ? 200 : 405)
    assert.deepStrictEqual(fieldsOf(response), { vary: "Service-Version" })
  }
})
