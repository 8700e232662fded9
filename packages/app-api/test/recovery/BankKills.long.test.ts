/**
 * Kills the service while it sends requests to a bank: before the bank receives the request, or after the bank has
 * acted but not yet responded (spec 2.4, 16). The person still sees only one consent, and is asked everything that the
 * bank asks. The collection completes, except after a kill between the exchange of a code and the arrival of its
 * tokens. A graceful stop loses nothing.
 */
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { freePort } from "@sheaf/adapters-sql/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { TestServer } from "../../src/testing/index.ts"
import type { ListeningProcess } from "../../src/testing/index.ts"
import * as OAuthVisit from "../consents/OAuthVisit.ts"
import * as SandboxBank from "../consents/SandboxBank.ts"
import { TestService } from "../TestService.ts"

const company = "se-klarvik"

const appBank = "se-fjallbanken"

/** The maximum expected time for one test on a busy machine, in milliseconds. */
const patience = 180_000

/** Returns the method and path of a request, with placeholders for the ids of consents and accounts. */
const kindOf = ({ method, url = "" }: IncomingMessage): string => {
  const { pathname } = new URL(url, "http://bank")
  const path = pathname.replace(/^\/se-[a-z]+\//, "/")
  return `${method} ${path.replaceAll(/(consents|accounts|authorisations)\/[^/]+/g, "$1/ID")}`
}

/** The service is killed before or after the bank acts, or is stopped while the bank's response is on its way. */
type Moment = "before" | "after" | "stop"

/** The remaining kills for the current test: the kind of request, and the moments in order. */
let plan: { readonly kind: string; readonly moments: Array<Moment> } = { kind: "", moments: [] }

let created = new Set<string>()
let handled = 0

let bankAddress = ""
let proxyAddress = ""
let bank: ListeningProcess.ListeningProcess | undefined
let service: TestService | undefined

const running = () => service ?? assert.fail("no service runs")

/**
 * The latest restart of the service. The proxy holds back requests until the restart has finished, so that kills never
 * overlap.
 */
let restart: Promise<void> = Promise.resolve()

const restarted = async (): Promise<void> => {
  for (let last: Promise<void> | undefined; last !== restart;) await (last = restart)
}

const kill = (response: ServerResponse): Promise<void> => {
  const again = async () => {
    await running().kill()
    response.destroy()
    await running().start()
  }
  restart = again()
  return restart
}

/** Stops the service. Responds when the service no longer accepts connections. */
const stop = (respond: () => void): Promise<void> => {
  const again = async () => {
    const { base } = running().process
    const stopped = running().stop()
    const isListening = () =>
      fetch(base).then(
        () => true,
        () => false
      )
    await waitFor(isListening, (is) => !is)
    respond()
    await stopped
    await running().start()
  }
  restart = again()
  return restart
}

/** Points all of the bank's URLs at the proxy. */
const proxied = (text: string) =>
  text
    .replaceAll(bankAddress, proxyAddress)
    .replaceAll(encodeURIComponent(bankAddress), encodeURIComponent(proxyAddress))

const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await text(request)
  const kind = kindOf(request)
  await restarted()
  // The process that sent the request may have died.
  if (request.socket.destroyed) return
  const moment = kind === plan.kind ? plan.moments.shift() : undefined
  if (moment === "before") return kill(response)
  const { connection: _, "content-length": __, host: ___, ...fields } = request.headers
  const headers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const { method = "GET", url = "/" } = request
  const sent = { method, headers, redirect: "manual", ...(body !== "" && { body }) } as const
  const answer = await fetch(new URL(url, bankAddress), sent)
  const said = proxied(await answer.text())
  await restarted()
  if (kind === plan.kind) handled += 1
  if (kind === "POST /v1/consents") created.add(JSON.parse(said).consentId)
  if (moment === "after") return kill(response)
  const location = answer.headers.get("location")
  const type = answer.headers.get("content-type") ?? "application/json"
  const respond = () => {
    response.writeHead(answer.status, { "content-type": type, ...(location && { location: proxied(location) }) })
    response.end(said === "" ? undefined : said)
  }
  return moment === "stop" ? stop(respond) : respond()
}

const appBankConfig = (address: string) => ({
  company: appBank,
  companyDisplayName: "Fjällbanken",
  market: "se",
  url: `${address}/${appBank}/`,
  profile: "nextgenpsd2-1.3",
  approach: "DECOUPLED",
  allowPrivateAddresses: true
})

const folder = mkdtempSync(join(tmpdir(), "sheaf-kills-"))
const proxy = createServer((request, response) => void forward(request, response))

beforeAll(async () => {
  const { address, process } = await SandboxBank.start(join(folder, "bank"))
  bank = process
  bankAddress = new URL(address).origin
  proxyAddress = `http://127.0.0.1:${await TestServer.listen(proxy)}`
  const banks = [OAuthVisit.bankConfig(proxyAddress), appBankConfig(proxyAddress)]
  const env = { PORT: String(await freePort()), MTLS_PORT: "0", LOGIN_HOST_PORT: "0" }
  service = new TestService({ folder: mkdtempSync(join(folder, "service-")), config: { banks }, env })
  await service.start()
}, patience)

afterAll(async () => {
  await service?.end()
  await bank?.kill()
  await TestServer.close(proxy)
  rmSync(folder, { recursive: true })
})

const request: StartCollection = {
  company,
  loginMethod: "EMAIL",
  parameters: [
    { type: "EMAIL", email: "maja@example.com" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
}

interface Seen {
  readonly status: string
  readonly isLast: boolean
  readonly page: string | undefined
}

const approve = async (page: string): Promise<void> => {
  const address = await OAuthVisit.decide(page, "approve")
  await waitFor(
    () => OAuthVisit.openInBrowser(address).catch(() => undefined),
    (answer) => answer !== undefined
  )
}

const approved = async (read: () => Promise<Seen>) => {
  const pages = new Set<string>()
  const { status } = await waitFor(
    async () => {
      // While the service restarts, there is no status.
      const seen = await read().catch((): Seen => ({ status: "none", isLast: false, page: undefined }))
      if (seen.page !== undefined && !pages.has(seen.page)) {
        pages.add(seen.page)
        await approve(seen.page)
      }
      return seen
    },
    ({ isLast }) => isLast
  )
  return { pages, status }
}

const collect = async () => {
  const { client } = running()
  const started = await client.post("/collections", request)
  const { collectionId } = started.expect(201).read<StatusObject>()
  const read = async () => {
    const object = await client.read<StatusObject>(`/collections/${collectionId}/status`)
    return { status: object.status, isLast: hasEnded(object), page: object.extraInformation?.REDIRECT_URL }
  }
  return approved(read)
}

/**
 * Runs a collection with these kills, and returns its final status. Fails unless the person saw only one page and the
 * bank created only one consent.
 */
const complete = async (kind: string, ...moments: ReadonlyArray<Moment>) => {
  plan = { kind, moments: [...moments] }
  created = new Set()
  handled = 0
  const { pages, status } = await collect()
  assert.isEmpty(plan.moments, "the service was not killed as planned")
  assert.lengthOf([...pages], 1)
  assert.lengthOf([...created], 1)
  return status
}

it.each(["POST /v1/consents", "DELETE /v1/consents/ID"])(
  "a collection is complete, and the person has seen only one consent, after kills before and after the bank handles %s",
  { timeout: patience },
  async (kind) => {
    assert.strictEqual(await complete(kind, "before", "after"), "COMPLETED")
  }
)

it(
  "a one-time consent ends at the bank after a kill between the end of its collection and the cancel",
  {
    timeout: patience
  },
  async () => {
    const kind = "DELETE /v1/consents/ID"
    const person = await TestUser.make(running().client)
    const id = await person.withKey.begin(request)
    await running().client.poll(id, ({ extraInformation }) => extraInformation?.REDIRECT_URL !== undefined)
    plan = { kind, moments: ["before"] }
    handled = 0
    // The service may be killed before it responds.
    await running()
      .client.delete(`/users/${person.userId}`)
      .catch(() => undefined)
    await waitFor(
      () => handled,
      (count) => count > 0
    )
    assert.isEmpty(plan.moments, "the service was not killed as planned")
    assert.strictEqual((await running().client.poll(id, hasEnded)).status, "FAILED")
  }
)

const inApp: StartCollection = {
  company: appBank,
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  parameters: [
    { type: "SWEDISH_EID", personalNumber: "199002222389" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
}

it(
  "a bank's questions and the person's answers survive kills after the bank handles them",
  { timeout: patience },
  async () => {
    const { client } = running()
    const killedAt = async (kind: string, act: () => Promise<unknown>) => {
      plan = { kind, moments: ["after"] }
      handled = 0
      // The service may be killed before it responds.
      await act().catch(() => undefined)
      await waitFor(
        () => handled,
        (count) => count > 0
      )
      await restarted()
    }
    const asked = (id: string, kind: string) =>
      client.poll(id, (found) => hasEnded(found) || found.pendingInput?.type === kind)
    let id = ""
    await killedAt("POST /v1/consents/ID/authorisations", async () => {
      id = (await client.post("/collections", inApp)).expect(201).read<StatusObject>().collectionId
    })
    const choice = await asked(id, "TWO_FACTOR_CHOICE")
    await killedAt("PUT /v1/consents/ID/authorisations/ID", () =>
      client.supply(choice, { type: "TWO_FACTOR_CHOICE", methodId: "sms" })
    )
    const code = await asked(id, "TWO_FACTOR_CODE")
    await killedAt("PUT /v1/consents/ID/authorisations/ID", () =>
      client.supply(code, { type: "TWO_FACTOR_CODE", value: "123456" })
    )
    assert.strictEqual((await client.poll(id, hasEnded)).status, "COMPLETED")
  }
)

describe("the code of a person who returned", () => {
  const kind = "POST /oauth/token"

  it("is exchanged once if the service stops before the server's response arrives", { timeout: patience }, async () => {
    assert.strictEqual(await complete(kind, "stop"), "COMPLETED")
    assert.strictEqual(handled, 1)
  })

  it("is exchanged after a kill before the server handles it", { timeout: patience }, async () => {
    assert.strictEqual(await complete(kind, "before"), "COMPLETED")
    assert.strictEqual(handled, 1)
  })

  it("is lost with its tokens after a kill before the server's response", { timeout: patience }, async () => {
    assert.strictEqual(await complete(kind, "after"), "AUTHENTICATION_ERROR")
    assert.strictEqual(handled, 2)
  })
})
