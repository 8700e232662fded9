/** Client-side authentication: a device executes requests over real TLS (spec 2.7). */
import { hasEnded, until } from "@sheaf/adapters-http/testing"
import type { Seen } from "@sheaf/adapters-http/testing"
import { Device } from "@sheaf/adapters-sandbox/testing"
import type { ClientRequest } from "@sheaf/domain/ExtraInformation"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as TestService from "../TestService.ts"

const service = TestService.forAll()
const { client } = service

const instructionsOf = ({ extraInformation }: Seen): ReadonlyArray<ClientRequest> =>
  extraInformation?.INSTRUCTIONS ?? []

const supply = async (id: string, answer: object): Promise<void> => {
  const supplied = await client.post(`/collections/${id}/supplement-info`, answer)
  supplied.expect(202)
}

/** Executes a request as a device does and supplies the response. */
const execute = async (id: string, instruction: ClientRequest | undefined): Promise<void> => {
  const trusted = readFileSync(join(service.dataDir, "login-host", "login-host.pem"), "utf8")
  const asked = instruction ?? assert.fail("nothing to execute")
  await supply(id, await Effect.runPromise(Device.execute(asked, trusted)))
}

it("a login on the user's own device continues when the service dies between two responses of one round", async () => {
  // A personal number that selects no scenario gets two requests at once.
  const id = await client.begin({
    company: "se-nordhem",
    loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK",
    parameters: [{ type: "SWEDISH_EID", personalNumber: "199405062399" }]
  })
  const round = (size: number) => client.poll(id, (status) => instructionsOf(status).length === size)
  await execute(id, instructionsOf(await round(1))[0])
  const [first, second] = instructionsOf(await round(2))
  await execute(id, first)
  await service.restart()
  const left = instructionsOf(await client.status(id)).map(({ etag }) => etag)
  assert.deepStrictEqual(left, [second?.etag])
  // The restarted login host has another port, so the test invents the response.
  await supply(id, { type: "RESPONSE_OBJECT", etag: second?.etag, headers: {}, response: { accepted: true } })
  const executed = new Set<string>()
  const last = await until(async () => {
    const status = await client.status(id)
    const fresh = instructionsOf(status).filter(({ etag }) => !executed.has(etag))
    for (const { etag } of fresh) executed.add(etag)
    await Promise.all(fresh.map((instruction) => execute(id, instruction)))
    return status
  }, hasEnded)
  assert.strictEqual(last.status, "COMPLETED")
})
