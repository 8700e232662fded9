/** Tests the Python example connector through a service, and the calls in its guide (docs/connectors.md). */
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { openSession, ConnectPage } from "../connect/ConnectPage.ts"
import * as RecordingProxy from "./RecordingProxy.ts"
import * as PythonConnector from "./PythonConnector.ts"
import { TestService } from "../TestService.ts"

const secret = "some-secret"
const key = "what-signs-sessions"
const code = "246810"
const password = "kuldnokk"

let folder: string
let wire: RecordingProxy.RecordingProxy
let connector: PythonConnector.PythonConnector
let service: TestService

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-example-connector-"))
  wire = await RecordingProxy.open()
  connector = await PythonConnector.start(secret, key)
  wire.forwardTo(connector.base)
  const secretFile = join(folder, "secret")
  writeFileSync(secretFile, `${secret}\n`, { mode: 0o600 })
  const connectors = PythonConnector.section.connectors.map((entry) => ({ ...entry, url: wire.base, secretFile }))
  service = new TestService({ config: { connectors }, folder })
  await service.start()
})

afterAll(async () => {
  await service.end()
  await connector.stop()
  await wire.close()
})

const startOf = (given = password): StartCollection => ({
  company: "ee-hiiepuu",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "mari", password: given }]
})

const beginToCode = async (): Promise<string> => {
  const id = await service.client.begin(startOf())
  const { extraInformation, status } = await service.client.poll(id, (each) => each.status === "TWO_FACTOR_PENDING")
  assert.strictEqual(status, "TWO_FACTOR_PENDING")
  assert.deepStrictEqual(extraInformation?.TWO_FACTOR_AUTHENTICATION_INSTRUCTION, {
    authenticationInstruction: "Enter the code on your phone.",
    responseType: "NUMBER_CODE"
  })
  return id
}

const answer = async (id: string, value: string): Promise<void> => {
  const supplied = await service.client.supply({ id, status: "TWO_FACTOR_PENDING" }, { type: "TWO_FACTOR_CODE", value })
  supplied.expect(202)
}

type Shown = Pick<StatusObject, "extraInformation">

interface Found {
  readonly insurance: { readonly insuranceNumber: string }
  readonly documents?: ReadonlyArray<{ readonly documentId: string; readonly name: string }>
}

const foundBy = (id: string): Promise<ReadonlyArray<Found>> => service.client.read(`/collections/${id}/insurance/data`)

describe("a company behind the example connector", () => {
  it("asks for a code, and returns two insurance policies and a document", async () => {
    const id = await beginToCode()
    await answer(id, code)
    assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
    const found = await foundBy(id)
    assert.deepStrictEqual(
      found.map(({ insurance }) => insurance.insuranceNumber),
      ["HK-40817", "HK-51230"]
    )
    const [document] = found[0]?.documents ?? []
    assert.strictEqual(document?.name, "Poliis HK-40817")
    const file = await service.client.send(`/collections/${id}/insurance/document/${document?.documentId}`)
    assert.strictEqual(file.header("content-type"), "text/plain")
    assert.include(file.text, "Sõidukikindlustuse poliis HK-40817")
  })

  const showsPage = ({ extraInformation }: Shown): boolean => extraInformation?.REDIRECT_URL !== undefined

  const linkIn = async ({ extraInformation }: Shown): Promise<string> => {
    const page = await (await fetch(extraInformation?.REDIRECT_URL ?? "")).text()
    return /href="([^"]+)"/.exec(page)?.[1] ?? ""
  }

  const beginToPage = async () => {
    const id = await service.client.begin({
      company: "ee-hiiepuu",
      loginMethod: "EMAIL",
      parameters: [{ type: "EMAIL", email: "mari@example.ee" }]
    })
    const { extraInformation: scanned } = await service.client.poll(id, (each) => each.status !== "RUNNING")
    assert.match(scanned?.QR_TEXT ?? "", /^hiiepuu:[12]$/)
    return { id, back: await linkIn(await waitFor(() => service.client.status(id), showsPage)) }
  }

  const comeBack = (address: string) => {
    const { pathname, search } = new URL(address)
    return fetch(`${service.client.base}${pathname}${search}`, { headers: { accept: "text/html" } })
  }

  it("shows its own code and page, and asks its own question", async () => {
    const { back, id } = await beginToPage()
    // Some servers redirect only to a registered URL and add the state as a parameter.
    const [, registered, state, code] = /^(.*)\/([^/]+)\?(code=\w+)$/.exec(back) ?? []
    assert.strictEqual((await comeBack(`${registered}?state=${state}&${code}`)).status, 200)
    const asked = await service.client.poll(id, (each) => each.status === "COLLECTION_INPUT_PENDING")
    assert.deepInclude(asked.extraInformation, {
      REQUIRED_INPUT_TYPES: ["DATE_OF_BIRTH"],
      REQUIRED_INPUTS: [{ type: "DATE_OF_BIRTH", label: "When were you born, as on the policy?" }]
    })
    const inputs = (DATE_OF_BIRTH: string) =>
      service.client.supply({ id, status: asked.status }, { type: "COLLECTION_INPUT", inputs: { DATE_OF_BIRTH } })
    assert.strictEqual((await inputs("18.12.1981")).status, 422)
    assert.strictEqual((await inputs("1981-12-18")).status, 202)
    assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
    assert.lengthOf(await foundBy(id), 2)
  })

  it("lets nobody in who returns without the page's code, and accepts each return once", async () => {
    const { back, id } = await beginToPage()
    await comeBack(back.replace(/code=\w{4}/, "code=0000"))
    assert.strictEqual((await service.client.poll(id, hasEnded)).status, "AUTHENTICATION_ERROR")
    await comeBack(back)
    assert.strictEqual((await service.client.status(id)).status, "AUTHENTICATION_ERROR")
  })

  it("lets only the browser of a Connect session come back from its page", async () => {
    for (const isOwn of [true, false]) {
      const page = await openSession(service.client, { purpose: "COLLECT" })
      const start = {
        company: "ee-hiiepuu",
        loginMethod: "EMAIL",
        parameters: [{ type: "EMAIL", email: "m@example.ee" }]
      }
      const { collectionId } = await page.call<StatusObject>("POST", "/connect/collections", start, 201)
      const status = () => page.call<StatusObject>("GET", `/connect/collections/${collectionId}/status`)
      const path = new URL(await linkIn(await waitFor(status, showsPage)))
      const browser = isOwn ? page : new ConnectPage(service.client)
      assert.strictEqual((await browser.visit(path.pathname + path.search)).status, 200)
      const after = await waitFor(status, (each) => each.status !== "WAITING_FOR_USER_ACTION")
      if (isOwn) assert.include(["COLLECTING", "COLLECTION_INPUT_PENDING"], after.status)
      else assert.strictEqual(after.extraInformation?.FAILURE_REASON?.code, "NOT_CONFIRMED")
    }
  })

  it("rejects a wrong password and a wrong code", async () => {
    const withoutLogin = await service.client.begin(startOf("kadakas"))
    assert.strictEqual((await service.client.poll(withoutLogin, hasEnded)).status, "INCORRECT_CREDENTIALS")
    const id = await beginToCode()
    await answer(id, "135791")
    assert.strictEqual((await service.client.poll(id, hasEnded)).status, "INCORRECT_TWO_FACTOR_CODE")
  })

  it("and the service follow the published protocol", () => {
    assert.deepStrictEqual(wire.exchanges.flatMap(RecordingProxy.violationsOf), [])
    assert.sameMembers(
      [...new Set(wire.exchanges.map(({ path }) => path))],
      ["/v1/begin", "/v1/resume", "/v1/document", "/v1/cancel"]
    )
  })
})

const usual = { authorization: `Bearer ${secret}`, "content-type": "application/json", "idempotency-key": "try/0" }

/** Calls the connector and checks the response against the published protocol. */
const call = async (name: string, body: unknown, headers: Readonly<Record<string, string>> = usual) => {
  const asked = typeof body === "string" ? body : JSON.stringify(body)
  const exchange = await RecordingProxy.send(connector.base, `/v1/${name}`, asked, headers)
  assert.deepStrictEqual(RecordingProxy.violationsOf(exchange), [])
  return exchange.response
}

const textOf = ({ body }: { readonly body: Uint8Array }): string => new TextDecoder().decode(body)

const login = { type: "USERNAME_PASSWORD", username: "mari", password }
const order = { company: "ee-hiiepuu", products: ["INSURANCE"], loginMethod: "USERNAME_AND_PASSWORD", login }

interface Step {
  readonly session: string
  readonly collected?: { readonly insurance: ReadonlyArray<object> }
}

const sessionOf = async (): Promise<string> => {
  const step: Step = JSON.parse(textOf(await call("begin", order)))
  return step.session
}

const tick = { type: "TICK" }

describe("the example connector", () => {
  it("stays short", () => {
    assert.isBelow(PythonConnector.lines, 200)
  })

  it.each([
    ["INSURANCE", 2],
    ["WEALTH", 0]
  ])("collects only the products of the order: for %s, %i policies", async (product, found) => {
    const signals = [tick, { type: "INPUT", input: { type: "TWO_FACTOR_CODE", value: code } }, tick]
    let step: Step = JSON.parse(textOf(await call("begin", { ...order, products: [product] })))
    for (const signal of signals) step = JSON.parse(textOf(await call("resume", { session: step.session, signal })))
    assert.lengthOf(step.collected?.insurance ?? [], found)
  })

  it("returns the same step when a call is repeated", async () => {
    const session = await sessionOf()
    assert.strictEqual(await sessionOf(), session)
    const steps = [await call("resume", { session, signal: tick }), await call("resume", { session, signal: tick })]
    assert.strictEqual(new Set(steps.map(textOf)).size, 1)
  })

  it("rejects sessions that it did not seal", async () => {
    const own = await sessionOf()
    assert.strictEqual((await call("cancel", { session: own })).status, 204)
    const forged = Buffer.from(JSON.stringify({ user: "mari", at: "COLLECTED" })).toString("base64url")
    const changed = own.startsWith("A") ? `B${own.slice(1)}` : `A${own.slice(1)}`
    for (const session of [
      "",
      ".",
      forged,
      own.slice(1),
      own.slice(0, -4),
      changed,
      `${own}=`,
      own.toUpperCase(),
      "\ud800"
    ]) {
      assert.strictEqual((await call("resume", { session, signal: tick })).status, 422, session)
      assert.strictEqual((await call("document", { session, documentId: "policy" })).status, 422, session)
      assert.strictEqual((await call("cancel", { session })).status, 422, session)
    }
  })

  it("rejects signals that a session does not wait for", async () => {
    const session = await sessionOf()
    const input = { type: "TWO_FACTOR_CODE", value: code }
    assert.strictEqual((await call("resume", { session, signal: { type: "INPUT", input } })).status, 422)
    assert.strictEqual((await call("document", { session, documentId: "policy" })).status, 422)
    assert.strictEqual((await call("begin", { ...order, company: "ee-rannakindlustus" })).status, 422)
  })

  it.each([
    ["none", {}],
    ["another", { authorization: "Bearer some-secre" }],
    ["another scheme", { authorization: `Basic ${secret}` }]
  ])("rejects callers whose secret is %s", async (_, headers) => {
    assert.strictEqual((await call("begin", order, headers)).status, 401)
  })

  it.each([
    ["no JSON", "{"],
    ["arrays without end", "[".repeat(100_000)],
    ["a number as a password", JSON.stringify({ ...order, login: { ...login, password: 5 } })]
  ])("rejects a body that is %s", async (_, body) => {
    assert.strictEqual((await call("begin", body)).status, 400)
  })

  it("rejects a body that is too long without reading it", async () => {
    const headers = { ...usual, "content-length": "8388609" }
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${connector.base}/v1/begin`, { method: "POST", headers }, (response) => {
        asked.destroy()
        resolve(response.statusCode)
      })
      asked.on("error", reject).flushHeaders()
    })
    assert.strictEqual(status, 413)
  })
})

const blocks = (): ReadonlyArray<{ readonly language: string; readonly content: string }> => {
  const guide = readFileSync(new URL("../../../../docs/connectors.md", import.meta.url), "utf8")
  const chapter = guide.slice(guide.indexOf("## The four calls\n"), guide.indexOf("## Steps\n"))
  return Array.from(chapter.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm), ([, language = "", content = ""]) => ({
    language,
    content
  }))
}

const run = promisify(execFile)

it("the calls in the guide return what the guide shows", async () => {
  let session = ""
  let printed = ""
  let compared = 0
  for (const { content, language } of blocks()) {
    if (language === "sh" && content.includes("curl")) {
      const command = content.replace(/^SESSION=.*$/m, "").replaceAll("http://127.0.0.1:8091", connector.base)
      const { stdout } = await run("sh", ["-c", command], { env: { ...process.env, SESSION: session } })
      printed = stdout
    } else if (language === "json") {
      const step: { readonly session: string } = JSON.parse(printed)
      session = step.session
      assert.deepStrictEqual({ ...step, session: "…" }, JSON.parse(content))
      compared++
    } else if (language === "text") {
      assert.strictEqual(printed, content)
      compared++
    }
  }
  assert.strictEqual(compared, 6)
})

it("neither the connector nor the service logs personal data", async () => {
  assert.strictEqual(await connector.stop(), 0)
  assert.strictEqual(connector.output(), `listens on ${connector.base}\n`)
  for (const word of [password, code, secret, "HK-40817"]) assert.notInclude(service.process.output(), word)
})
