/**
 * Kills of the service at each request to a bank: before the bank receives the request, and after it has acted but before
 * it responds. The person sees only one consent, and the consent or the collection completes (decisions 9, 21).
 */
import { TestUser, until } from "@sheaf/adapters-http/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { freePort } from "@sheaf/adapters-sql/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { Listening } from "../../src/testing/index.ts"
import type { ListeningProcess } from "../../src/testing/index.ts"
import * as SandboxBank from "../consents/SandboxBank.ts"
import { TestService } from "../TestService.ts"

const company = "se-provbanken"

/** The longest expected time for one row on a busy machine, in milliseconds. */
const patience = 180_000

/** The kinds of requests, by method and by path. The ids of consents and accounts vary. */
const kindOf = ({ method, url = "" }: IncomingMessage): string => {
  const { pathname } = new URL(url, "http://bank")
  return `${method} ${pathname.replace(/(consents|accounts|authorisations)\/[^/]+/, "$1/ID")}`
}

type Moment = "before" | "after"

/** The remaining kills for the current row: the kind of request, and the moments in order. */
let plan: { readonly kind: string; readonly moments: Array<Moment> } = { kind: "", moments: [] }

/** The pages of all consents that the bank has created since the row began. */
let created = new Set<string>()

let bankAddress = ""
let bank: ListeningProcess.ListeningProcess | undefined
let service: TestService | undefined

const running = () => service ?? assert.fail("no service runs")

/** The last restart of the service. Requests wait for it, so that the service is never killed twice at once. */
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

/** Forwards a request to the bank, unless the plan kills the service first. */
const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await text(request)
  const kind = kindOf(request)
  await restarted()
  // The process that sent the request can have died.
  if (request.socket.destroyed) return
  const moment = kind === plan.kind ? plan.moments.shift() : undefined
  if (moment === "before") return kill(response)
  const { connection: _, "content-length": __, host: ___, ...fields } = request.headers
  const headers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const { method = "GET", url = "/" } = request
  const answer = await fetch(new URL(url, bankAddress), { method, headers, ...(body !== "" && { body }) })
  const said = await answer.text()
  await restarted()
  if (kind === "POST /v1/consents") created.add(JSON.parse(said)._links.scaRedirect.href)
  if (moment === "after") return kill(response)
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" })
  response.end(said === "" ? undefined : said)
}

const folder = mkdtempSync(join(tmpdir(), "sheaf-kills-"))
const proxy = createServer((request, response) => void forward(request, response))

beforeAll(async () => {
  const { address, process } = await SandboxBank.start(join(folder, "bank"))
  bank = process
  bankAddress = address
  const url = `http://127.0.0.1:${await Listening.listen(proxy)}/`
  const banks = [
    {
      company,
      companyDisplayName: "Provbanken",
      market: "se",
      url,
      profile: "nextgenpsd2-1.3",
      approach: "REDIRECT",
      allowPrivateAddresses: true
    }
  ]
  const env = { PORT: String(await freePort()), MTLS_PORT: "0", LOGIN_HOST_PORT: "0" }
  service = new TestService({ folder: mkdtempSync(join(folder, "service-")), config: { banks }, env })
  await service.start()
}, patience)

afterAll(async () => {
  await service?.end()
  await bank?.kill()
  await Listening.close(proxy)
  rmSync(folder, { recursive: true })
})

const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" } as const

/** A status, and the bank's page if the status shows one. */
interface Seen {
  readonly status: string
  readonly page: string | undefined
}

/** Approves on the first page that the status shows, and returns all pages once the status is `wanted`. */
const approved = async (read: () => Promise<Seen>, wanted: string): Promise<ReadonlySet<string>> => {
  const shown = new Set<string>()
  await until(
    async () => {
      // While the service restarts, there is no status.
      const seen = await read().catch(() => undefined)
      if (seen?.page !== undefined && !shown.has(seen.page)) {
        shown.add(seen.page)
        const body = new URLSearchParams({ decision: "approve" })
        await fetch(seen.page, { method: "POST", body, redirect: "manual" })
      }
      return seen
    },
    (seen) => seen?.status === wanted
  )
  return shown
}

const collect = async (): Promise<ReadonlySet<string>> => {
  const { client } = running()
  const parameters = [{ type: "EMAIL", email: "maja@example.com" }, consent]
  const started = await client.post("/collections", { company, loginMethod: "EMAIL", parameters })
  const { collectionId } = started.expect(201).read<StatusObject>()
  return approved(async () => {
    const { extraInformation, status } = await client.read<StatusObject>(`/collections/${collectionId}/status`)
    return { status, page: extraInformation?.REDIRECT_URL }
  }, "COMPLETED")
}

const authorize = async (): Promise<ReadonlySet<string>> => {
  const person = await TestUser.make(running().client)
  const answer = await person.post("/consents", { company, parameters: [consent] })
  const { consentId } = answer.expect(201).read<ConsentStatusObject>()
  return approved(async () => {
    const { authInstructions, status } = await person.client.read<ConsentStatusObject>(`/consents/${consentId}/status`)
    return { status, page: authInstructions?.redirectUrl }
  }, "AUTHORIZED")
}

const toAuthorization = ["POST /v1/consents", "GET /v1/consents/ID/status", "GET /v1/consents/ID"]

const table = [
  ["a stored consent", authorize, toAuthorization],
  [
    "a collection under a one-time consent",
    collect,
    [...toAuthorization, "GET /v1/accounts", "GET /v1/accounts/ID/transactions", "DELETE /v1/consents/ID"]
  ]
] as const

describe.each(table)("%s is complete, and the person has seen only one consent", (_, complete, kinds) => {
  it.each(kinds)("after kills before and after the bank handles %s", { timeout: patience }, async (kind) => {
    plan = { kind, moments: ["before", "after"] }
    created = new Set()
    const shown = await complete()
    assert.isEmpty(plan.moments, "the service was not killed twice")
    assert.lengthOf([...shown], 1)
    assert.deepStrictEqual([...created], [...shown])
  })
})
