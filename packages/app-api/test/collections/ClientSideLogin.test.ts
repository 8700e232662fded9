/** Client-side authentication: a device executes requests over real TLS (spec 2.7). */
import type { ClientRequest } from "@sheaf/domain/ExtraInformation"
import { hasEnded, until } from "@sheaf/adapters-http/testing"
import type { Seen } from "@sheaf/adapters-http/testing"
import { assert, describe, it } from "vitest"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { join } from "node:path"
import * as TestService from "../TestService.ts"

const service = TestService.forAll()
const { client } = service

/** Executes a request as a device does and returns the response object. */
const execute = async ({ body, cookies = [], etag, headers, method, url }: ClientRequest) => {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const sent = request(url, {
    method,
    headers: { ...headers, ...(cookie !== "" && { cookie }) },
    ca: readFileSync(join(service.dataDir, "login-host", "login-host.pem"))
  })
  sent.end(body)
  const [response] = (await once(sent, "response")) as [IncomingMessage] // the event has this one argument
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    type: "RESPONSE_OBJECT",
    etag,
    statusCode: response.statusCode,
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, [value].flat()])),
    response: text === "" ? null : (JSON.parse(text) as unknown)
  }
}

const instructionsOf = ({ extraInformation }: Seen): ReadonlyArray<ClientRequest> =>
  extraInformation?.INSTRUCTIONS ?? []

/** Executes each request once until the collection has ended. */
const logIn = async (id: string) => {
  const executed = new Map<string, ClientRequest>()
  const last = await until(async () => {
    const status = await client.status(id)
    const fresh = instructionsOf(status).filter(({ etag }) => !executed.has(etag))
    await Promise.all(
      fresh.map(async (instruction) => {
        executed.set(instruction.etag, instruction)
        const answer = await execute(instruction)
        const supplied = await client.post(`/collections/${id}/supplement-info`, answer)
        supplied.expect(202)
      })
    )
    return status
  }, hasEnded)
  return { last, executed: [...executed.values()] }
}

const begin = (personalNumber: string): Promise<string> =>
  client.begin({
    company: "se-nordhem",
    loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK",
    parameters: [{ type: "SWEDISH_EID", personalNumber }]
  })

describe("a login on the user's own device", () => {
  it("sends rounds of requests to the company's host, and ends with data", async () => {
    const { executed, last } = await logIn(await begin("199112182394"))
    assert.strictEqual(last.status, "COMPLETED")
    assert.isAbove(executed.length, 4)
    const addresses = new Set(executed.map(({ url }) => new URL(url).pathname))
    assert.isAbove(addresses.size, 3, "new addresses appear on the way")
    for (const { url } of executed) assert.strictEqual(new URL(url).protocol, "https:")
    assert.isTrue(executed.some(({ cookies }) => (cookies ?? []).length > 0))
    assert.isTrue(executed.some(({ body }) => body !== undefined))
  })

  it("continues when the service dies between two responses of one round", async () => {
    // A personal number that chooses no scenario gets two requests at once.
    const id = await begin("199405062399")
    const round = (size: number) => client.poll(id, (status) => instructionsOf(status).length === size)
    const post = async (instruction: ClientRequest | undefined) => {
      const answer = await execute(instruction ?? assert.fail("nothing to execute"))
      const supplied = await client.post(`/collections/${id}/supplement-info`, answer)
      assert.strictEqual(supplied.status, 202)
    }
    await post(instructionsOf(await round(1))[0])
    const [first, second] = instructionsOf(await round(2))
    await post(first)
    await service.restart()
    const left = instructionsOf(await client.status(id)).map(({ etag }) => etag)
    assert.deepStrictEqual(left, [second?.etag])
    // The restarted login host has another port, so the test invents the response.
    const answer = { type: "RESPONSE_OBJECT", etag: second?.etag, headers: {}, response: { accepted: true } }
    assert.strictEqual((await client.post(`/collections/${id}/supplement-info`, answer)).status, 202)
    assert.strictEqual((await logIn(id)).last.status, "COMPLETED")
  })
})
