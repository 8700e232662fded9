/** Tests a service with Smart-ID and Mobile-ID, from the start of a collection to its data (spec 17). */
import { FakeMobileId, FakeSmartId, personKeys } from "@sheaf/adapters-http/testing"
import { hasEnded } from "@sheaf/sandbox-site/testing"
import { Effect, Exit, Scope } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "vitest"
import { TestService } from "../TestService.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-baltic-"))
const trustFile = join(folder, "authorities.pem")
const scope = Effect.runSync(Scope.make())
const people = Effect.runSync(personKeys)

const started = <A>(provider: Effect.Effect<A, never, Scope.Scope>) => Effect.runPromise(Scope.provide(provider, scope))

const smartId = await started(FakeSmartId.make)
const mobileId = await started(FakeMobileId.make)

const shared = ({ url }: { readonly url: string }) => ({
  url: url.slice(0, -1),
  allowPrivateAddresses: true,
  trustFile
})

const service = new TestService({
  config: {
    electronicId: [
      {
        scheme: "smart-id",
        schemeName: FakeSmartId.schemeName,
        ...FakeSmartId.relyingParty,
        ...shared(smartId)
      },
      { scheme: "mobile-id", ...FakeMobileId.relyingParty, ...shared(mobileId) }
    ]
  }
})

beforeAll(async () => {
  writeFileSync(trustFile, people.authority)
  await service.start()
})

afterAll(async () => {
  await service.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true, force: true })
})

const requests = {
  smartId: {
    company: "ee-rannakindlustus",
    loginMethod: "SMART_ID",
    parameters: [{ type: "SMART_ID", personalCode: "40504040001", country: "EE" }]
  },
  mobileId: {
    company: "lt-rasos",
    loginMethod: "MOBILE_ID",
    parameters: [{ type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37060000666" }]
  }
} as const

const waiting = async (request: (typeof requests)[keyof typeof requests]) => {
  const id = await service.client.begin(request)
  const { extraInformation } = await service.client.poll(id, ({ status }) => status === "WAITING_FOR_USER_ACTION")
  assert.match(extraInformation?.REFERENCE_NUMBER ?? "", /^\d{4}$/)
  return id
}

const endOf = async (id: string) => (await service.client.poll(id, hasEnded)).status

it("a login with Smart-ID is an order at the configured provider, which proves the person", async () => {
  const id = await waiting(requests.smartId)
  const [order] = smartId.received
  assert.strictEqual(order?.path, "authentication/notification/etsi/PNOEE-40504040001")
  assert.include(Buffer.from(String(order?.body.interactions), "base64").toString(), "Rannakindlustus")
  smartId.authenticate({ person: people.qualified })
  assert.match(await endOf(id), /^COMPLETED/)
})

it("a login with Mobile-ID is an order at the configured provider, which proves the person", async () => {
  const id = await waiting(requests.mobileId)
  assert.deepInclude(mobileId.received[0]?.body, {
    phoneNumber: "+37060000666",
    nationalIdentityNumber: "60001019906"
  })
  mobileId.authenticate({ person: people.rsaPhone })
  assert.match(await endOf(id), /^COMPLETED/)
})

it("a person who refuses, and one whose certificate is from an unknown authority, end the collection", async () => {
  const refused = await waiting(requests.smartId)
  smartId.end({ state: "COMPLETE", result: { endResult: "USER_REFUSED" } })
  assert.strictEqual(await endOf(refused), "AUTHENTICATION_CANCELLED")
  const strange = await waiting(requests.smartId)
  smartId.authenticate({ person: people.ofOtherAuthority })
  assert.strictEqual(await endOf(strange), "AUTHENTICATION_ERROR")
})

it("a simulated login never reaches the providers", async () => {
  const calls = smartId.received.length
  const id = await service.client.begin({ ...requests.smartId, loginMethod: "SMART_ID_MOCK" })
  assert.match(await endOf(id), /^COMPLETED/)
  assert.lengthOf(smartId.received, calls)
})
