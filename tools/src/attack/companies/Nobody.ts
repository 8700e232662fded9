/** An electronic-ID provider that identifies nobody (decisions 6). */
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { hasEnded, TestUser } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"

const answers: Readonly<Record<string, object>> = {
  auth: {
    orderRef: "131daac9-16c6-4618-beb0-365768f37288",
    autoStartToken: "7c40b5c9-fa74-49cf-b98c-bfe651f9a7c6",
    qrStartToken: "67df3917-fa0d-44e5-b327-edcc928297f8",
    qrStartSecret: "d28db9a7-4cde-429e-a983-359be676944c"
  },
  collect: {
    orderRef: "131daac9-16c6-4618-beb0-365768f37288",
    status: "complete",
    completionData: { user: { name: "Nobody" }, device: {} }
  },
  cancel: {}
}

const withProvider = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const server = createServer((request, response) => {
    request.resume()
    const body = answers[(request.url ?? "").split("/").at(-1) ?? ""]
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(body ?? {}))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // the address of a listening TCP server has this type
  try {
    return await use(`http://127.0.0.1:${port}/rp`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const start = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  parameters: [{ type: "SWEDISH_EID", personalNumber: "199001012385" }]
} as const

export const nobody: Attack = {
  name: "nobody",
  summary: "completes electronic-ID orders without a personal number",
  promise: "The collection ends in AUTHENTICATION_ERROR, and the consent in FAILED.",
  run: ({ withTarget }) =>
    withProvider((url) =>
      withTarget({ config: { electronicId: { url, allowPrivateAddresses: true } } }, async ({ attacker }) => {
        const id = await attacker.begin(start)
        const { status } = await attacker.poll(id, hasEnded)
        assert.equal(status, "AUTHENTICATION_ERROR")
        const { client } = await TestUser.make(attacker)
        const psd2 = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
        const consent = { ...start, company: "se-fjallbanken", parameters: [...start.parameters, psd2] }
        const made = (await client.post("/consents", consent)).expect(201)
        const statusPath = `${made.header("location")}`
        for (;;) {
          const seen = await client.read<{ readonly status: string; readonly pollingInterval?: number }>(statusPath)
          assert.notEqual(seen.status, "AUTHORIZED", "a consent was authorized without a person")
          if (seen.pollingInterval === undefined) {
            assert.equal(seen.status, "FAILED")
            return `the collection ended as ${status}, the consent as ${seen.status}`
          }
        }
      })
    )
}
