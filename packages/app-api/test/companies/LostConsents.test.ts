/**
 * A bank whose first response to `POST /v1/consents` is lost, and which requires confirmations, behind a running service
 * (decisions 21).
 */
import { TestUser, until } from "@sheaf/adapters-http/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { randomUUID } from "node:crypto"
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

interface Creation {
  readonly company: string
  readonly requestId: unknown
  readonly consentId: string
  readonly page: string
}

/** Every consent that the bank created or returned, in the order of the requests. */
const creations: Array<Creation> = []

/** The bank that does not recognize repeated requests. The other bank does. */
const forgetful = "se-glombanken"
const mindful = "se-provbanken"

let bankAddress = ""

/** Forwards a request to the bank, and loses its first response to the creation of a consent. */
const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const [, company = "", ...path] = (request.url ?? "").split("/")
  const body = await text(request)
  const requestId = request.headers["x-request-id"]
  const creates = request.method === "POST" && path.join("/") === "v1/consents"
  const { connection: _, "content-length": __, host: ___, ...fields } = request.headers
  const headers = {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    ...(creates && company === forgetful && { "x-request-id": randomUUID() })
  }
  const { method = "GET" } = request
  const answer = await fetch(new URL(path.join("/"), bankAddress), { method, headers, ...(body !== "" && { body }) })
  const said = await answer.text()
  if (creates) {
    const { _links, consentId } = JSON.parse(said)
    creations.push({ company, requestId, consentId, page: _links.scaRedirect.href })
    if (creations.filter((each) => each.company === company).length === 1) {
      response.destroy()
      return
    }
  }
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" })
  response.end(said)
}

const folder = mkdtempSync(join(tmpdir(), "sheaf-lost-"))
const proxy = createServer((request, response) => void forward(request, response))
let bank: ListeningProcess.ListeningProcess | undefined
let service: TestService | undefined

beforeAll(async () => {
  const { address, process } = await SandboxBank.start(join(folder, "bank"), "--confirmation")
  bank = process
  bankAddress = address
  const port = await Listening.listen(proxy)
  const banks = [mindful, forgetful].map((company) => ({
    company,
    companyDisplayName: company,
    market: "se",
    url: `http://127.0.0.1:${port}/${company}/`,
    profile: "nextgenpsd2-1.3",
    approach: "REDIRECT",
    allowPrivateAddresses: true
  }))
  const env = { PORT: "0", MTLS_PORT: "0", LOGIN_HOST_PORT: "0" }
  service = new TestService({ folder: mkdtempSync(join(folder, "service-")), config: { banks }, env })
  await service.start()
}, 60_000)

afterAll(async () => {
  await service?.end()
  await bank?.kill()
  await Listening.close(proxy)
  rmSync(folder, { recursive: true })
})

/** Creates a consent, authorizes it on the last page, and returns every page that the service showed. */
const authorized = async (company: string): Promise<ReadonlySet<string>> => {
  const { client } = service ?? assert.fail("no service runs")
  const person = await TestUser.make(client)
  const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
  const answer = await person.post("/consents", { company, parameters })
  const { consentId } = answer.expect(201).read<ConsentStatusObject>()
  const shown = new Set<string>()
  const seen = async (wanted: string) =>
    until(
      async () => {
        const status = await person.client.read<ConsentStatusObject>(`/consents/${consentId}/status`)
        const { redirectUrl } = status.authInstructions ?? {}
        if (redirectUrl !== undefined) shown.add(redirectUrl)
        return status
      },
      ({ status }) => status === wanted
    )
  const { authInstructions } = await seen("AWAITING_AUTHORIZATION")
  const body = new URLSearchParams({ decision: "approve" })
  const page = authInstructions?.redirectUrl ?? assert.fail("there is no page")
  const decided = await fetch(page, { method: "POST", body, redirect: "manual" })
  await fetch(decided.headers.get("location") ?? assert.fail("the bank does not redirect"), { redirect: "manual" })
  await seen("AUTHORIZED")
  return shown
}

describe("a consent whose creation is repeated after a lost response", () => {
  it("exists once at a bank that recognizes the repeated X-Request-ID", { timeout: 60_000 }, async () => {
    const shown = await authorized(mindful)
    const [first, second, ...others] = creations.filter(({ company }) => company === mindful)
    assert.lengthOf(others, 0)
    assert.deepStrictEqual(first, second)
    assert.deepStrictEqual([...shown], [second?.page])
  })

  it("is shown only as the last of two at a bank that creates two", { timeout: 60_000 }, async () => {
    const shown = await authorized(forgetful)
    const [first, second, ...others] = creations.filter(({ company }) => company === forgetful)
    assert.lengthOf(others, 0)
    assert.strictEqual(first?.requestId, second?.requestId)
    assert.notStrictEqual(first?.consentId, second?.consentId)
    assert.deepStrictEqual([...shown], [second?.page])
  })
})
