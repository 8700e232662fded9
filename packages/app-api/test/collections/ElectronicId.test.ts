/** Logins at an electronic-ID provider that is called over HTTP, as a client sees them (spec 3.2; decisions 6). */
import { Catalog, hasEnded, SimulatedProvider, until } from "@sheaf/adapters-http/testing"
import { ElectronicIdSandbox } from "@sheaf/adapters-sandbox"
import { ElectronicId } from "@sheaf/ports"
import * as Parameter from "@sheaf/domain/Parameter"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { TestService } from "../TestService.ts"

const scope = Scope.makeUnsafe()
let provider: SimulatedProvider.SimulatedProvider
let service: TestService

/** A provider for the sandbox's people, whose personal numbers determine their behavior. */
const providerOfThePeople = Effect.gen(function* () {
  return yield* SimulatedProvider.make(yield* ElectronicId)
}).pipe(Effect.provide(ElectronicIdSandbox.layer), Scope.provide(scope))

beforeAll(async () => {
  provider = await Effect.runPromise(providerOfThePeople)
  const electronicId = { url: provider.url, allowPrivateAddresses: true, endUserIp: "192.0.2.1" }
  const timeouts = { electronicIdSeconds: 20 }
  service = new TestService({ config: { electronicId, timeouts } })
  await service.start()
}, 60_000)

afterAll(async () => {
  await service.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const personOf = async (name: string): Promise<string> => {
  const { parameters } = Catalog.named(await service.client.scenarios(), name)
  return Parameter.find(parameters, "SWEDISH_EID")?.personalNumber ?? assert.fail(name)
}

const begin = (personalNumber: string) =>
  service.client.begin({
    company: "se-nordhem",
    loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE_TEST",
    parameters: [{ type: "SWEDISH_EID", personalNumber }]
  })

describe("a login at the provider", () => {
  it("times out if nobody responds, and its order is canceled at the provider", async () => {
    const id = await begin(await personOf("electronic-id-unanswered"))
    await service.client.poll(id, ({ status }) => status === "WAITING_FOR_USER_ACTION")
    const before = provider.received.filter(({ path }) => path.endsWith("/cancel")).length
    ;(await service.client.expire(id)).expect(202)
    assert.strictEqual((await service.client.poll(id, hasEnded)).status, "AUTHENTICATION_TIMEOUT")
    await until(
      () => provider.received.filter(({ path }) => path.endsWith("/cancel")).length,
      (count) => count > before
    )
  })

  it("continues with the same order if the service dies while the person signs", async () => {
    const personalNumber = "199203152385"
    const id = await begin(personalNumber)
    await service.client.poll(id, ({ status }) => status === "WAITING_FOR_USER_ACTION")
    await service.restart()
    assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
    const orders = provider.received.filter(({ body, path }) => path.endsWith("/auth") && body.includes(personalNumber))
    assert.lengthOf(orders, 1)
  })
})
