/** Companies behind connectors over HTTP that have their worst day, and a service that is none the worse (decisions 4, 9). */
import { hasEnded, until } from "@sheaf/adapters-http/testing"
import type { Seen } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import {
  elsewhere,
  faultsWith,
  fine,
  megabyte,
  others,
  patience,
  secret,
  session,
  unseen,
  written
} from "./FaultyConnectors.ts"
import * as PlayedConnectors from "./PlayedConnectors.ts"
import * as SelfSigned from "../SelfSigned.ts"
import { login, plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

let other: PlayedConnectors.PlayedConnectors

const faults = faultsWith(() => other.urlOf(elsewhere))

let folder: string
let connectors: PlayedConnectors.PlayedConnectors
let trusted: PlayedConnectors.PlayedConnectors
let service: TestService

const companyOf = (company: string) => ({
  company,
  companyDisplayName: `The ${company}`,
  loginMethods: ["USERNAME_AND_PASSWORD"],
  insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }]
})

const entryOf = (company: string, more: object = {}) => ({
  url: connectors.urlOf(company),
  allowPrivateAddresses: true,
  timeoutSeconds: 25,
  companies: [companyOf(company)],
  ...more
})

const fileOf = (name: string, content: string): string => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** The address of a port at which nobody listens. */
const deadUrl = async (): Promise<string> => {
  const gone = await PlayedConnectors.play({})
  await gone.close()
  return gone.urlOf("")
}

const begin = (company: string): Promise<string> => service.client.begin({ ...plainStart, company })

/** Companies whose collections take seconds: those go on side by side, and not test by test. */
const slowToEnd = faults
  .map(({ company }) => company)
  .concat("fr-mort", "fr-prive", "fr-parti", "fr-inconnu", "fr-papiers", "fr-absent", "fr-absent")
const begun: Array<{ readonly company: string; readonly id: string }> = []

const begunOf = (wanted: string): ReadonlyArray<string> =>
  begun.filter(({ company }) => company === wanted).map(({ id }) => id)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-connectors-"))
  other = await PlayedConnectors.play({ [elsewhere]: fine })
  const faulty = faults.map(({ company, part }) => [company, part] as const)
  connectors = await PlayedConnectors.play({ ...others, ...Object.fromEntries(faulty) })
  const { certFile, keyFile } = SelfSigned.makeIn(folder)
  const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)]
  const parts = { "fr-certificat": fine, "fr-inconnu": fine, "fr-prive": fine }
  trusted = await PlayedConnectors.play(parts, { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true })
  const config = {
    timeouts: { connectorRetrySeconds: 2 },
    connectors: [
      ...faults.map(({ company, timeoutSeconds = 25 }) => entryOf(company, { timeoutSeconds })),
      entryOf("fr-bien"),
      entryOf("fr-patient"),
      entryOf("fr-parti"),
      entryOf("fr-secret", { secretFile: fileOf("secret", `${secret}\n`) }),
      entryOf("fr-faux", { secretFile: fileOf("other-secret", `${secret}-not`) }),
      entryOf("fr-papiers", { timeoutSeconds: 1 }),
      entryOf("fr-faible"),
      entryOf("fr-absent"),
      entryOf("ee-rannakindlustus"),
      entryOf("fr-mort", { url: await deadUrl() }),
      entryOf("fr-certificat", { url: trusted.urlOf("fr-certificat"), caFile: certFile, certFile, keyFile }),
      entryOf("fr-inconnu", { url: trusted.urlOf("fr-inconnu") }),
      entryOf("fr-prive", { url: `https://localhost:${other.port}/fr-prive`, allowPrivateAddresses: false })
    ]
  }
  service = new TestService({ config, folder })
  await service.start()
  for (const company of slowToEnd) begun.push({ company, id: await begin(company) })
}, 60_000)

afterAll(async () => {
  await service.end()
  await Promise.all([connectors.close(), trusted.close(), other.close()])
})

const reasonOf = ({ extraInformation }: Seen): string | undefined => extraInformation?.FAILURE_REASON?.code

const assertEnds = async (company: string, ends: string, reason?: string): Promise<string> => {
  const id = begunOf(company)[0] ?? (await begin(company))
  const status = await service.client.poll(id, hasEnded)
  assert.deepStrictEqual([status.status, reasonOf(status)], [ends, reason])
  return id
}

const callsOf = (company: string, name: string): ReadonlyArray<PlayedConnectors.Call> =>
  connectors.calls.filter((call) => call.company === company && call.name === name)

interface Availability {
  readonly company: string
  readonly companyDisplayName: string
  readonly functional: boolean
  readonly status: string
  readonly statusMessage?: string
  readonly loginMethods: ReadonlyArray<string>
}

const availabilities = (): Promise<ReadonlyArray<Availability>> => service.client.read("/companies/availability")

const availabilityOf = async (id: string): Promise<Availability> =>
  (await availabilities()).find(({ company }) => company === id) ?? assert.fail(`no company ${id}`)

describe.concurrent("a company", () => {
  it("that is reached at times only is degraded, and can be collected from", async () => {
    assert.strictEqual((await availabilityOf("fr-faible")).status, "OPERATIONAL")
    await assertEnds("fr-faible", "COMPLETED")
    const { functional, status, statusMessage } = await availabilityOf("fr-faible")
    assert.deepStrictEqual([status, functional], ["DEGRADED", true])
    assert.isNotEmpty(statusMessage)
  })

  it("that is not reached is unavailable, and is not asked for a while", async () => {
    for (const id of begunOf("fr-absent")) await service.client.poll(id, hasEnded)
    const { functional, status, statusMessage } = await availabilityOf("fr-absent")
    assert.deepStrictEqual([status, functional], ["UNAVAILABLE", false])
    assert.isNotEmpty(statusMessage)
    const before = callsOf("fr-absent", "begin").length
    const { status: ends } = await service.client.poll(await begin("fr-absent"), hasEnded)
    assert.strictEqual(ends, "THIRD_PARTY_ERROR")
    assert.strictEqual(callsOf("fr-absent", "begin").length, before)
    await service.client.read("/ready")
  })

  it("stands beside the sandbox's own, or in the place of one", async () => {
    const all = await availabilities()
    const names = new Map(all.map(({ company, companyDisplayName }) => [company, companyDisplayName]))
    assert.strictEqual(names.size, all.length)
    assert.strictEqual(names.get("se-nordhem"), "Nordhem")
    assert.strictEqual(names.get("fr-bien"), "The fr-bien")
    assert.strictEqual(names.get("ee-rannakindlustus"), "The ee-rannakindlustus")
    await assertEnds("ee-rannakindlustus", "COMPLETED")
    assert.lengthOf(callsOf("ee-rannakindlustus", "begin"), 1)
  })

  it("takes uploads where the service can read them, and its connector hears nothing of them", async () => {
    const { loginMethods } = await availabilityOf("ee-rannakindlustus")
    assert.deepStrictEqual(loginMethods, ["USERNAME_AND_PASSWORD", "PDF_UPLOAD"])
    const fixture = new URL("../../../adapters-pdf/fixtures/ee-motor-policy.pdf", import.meta.url)
    const content = readFileSync(fileURLToPath(fixture)).toString("base64")
    const id = await service.client.begin({
      company: "ee-rannakindlustus",
      loginMethod: "PDF_UPLOAD",
      parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content }]
    })
    assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
    const uploads = connectors.calls.filter(({ body }) => body.includes("PDF_UPLOAD"))
    assert.lengthOf(uploads, 0)
  })
})

describe.concurrent("a collection", () => {
  it.each(faults)("from a company whose connector $what ends as $ends", async ({ company, ends, reason }) => {
    await assertEnds(company, ends, reason)
    const begun = callsOf(company, "begin")
    assert.strictEqual(new Set(begun.map(({ headers }) => headers["idempotency-key"])).size, 1)
    // What repeating does not mend is asked once.
    assert.strictEqual(begun.length > 1, ends !== "FAILED")
  })

  it("from a company whose connector is not there ends as THIRD_PARTY_ERROR", async () => {
    await assertEnds("fr-mort", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
  })

  it("is not sent to an address of this machine that nobody allowed", async () => {
    await assertEnds("fr-prive", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
  })

  it("whose connector fails in the middle ends, and what the connector holds open is cancelled", async () => {
    await assertEnds("fr-parti", "THIRD_PARTY_ERROR", "COMPANY_ERROR")
    await until(
      () => callsOf("fr-parti", "cancel"),
      (calls) => calls.length === 1
    )
    assert.deepStrictEqual(
      callsOf("fr-parti", "cancel").map(({ body }) => JSON.parse(body)),
      [{ session }]
    )
  })

  it("is for a connector that takes the secret which is configured", async () => {
    await assertEnds("fr-secret", "COMPLETED")
    await assertEnds("fr-faux", "FAILED", "CONNECTOR_ERROR")
  })

  it("knows the connector by its certificate, and is known by its own", async () => {
    await assertEnds("fr-certificat", "COMPLETED")
    await assertEnds("fr-inconnu", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
    assert.notInclude(
      trusted.calls.map(({ company }) => company),
      "fr-inconnu"
    )
  })

  it("goes without the documents that are too large, or do not come", async () => {
    const id = await assertEnds("fr-papiers", "COMPLETED_PARTIAL", "PARTIAL_DATA")
    const [data] = await service.client.read<
      ReadonlyArray<{
        readonly documents: ReadonlyArray<{ readonly documentId: string; readonly name: string }>
      }>
    >(`/collections/${id}/insurance/data`)
    const names = (data?.documents ?? []).map(({ name }) => name)
    assert.deepStrictEqual(names, ["fine.txt", "late.txt"])
    for (const { documentId } of data?.documents ?? []) {
      const document = await service.client.send(`/collections/${id}/insurance/document/${documentId}`)
      assert.strictEqual(document.text, unseen)
    }
  })

  it("does not wait for those whose connector is slow", async () => {
    const slow = await Promise.all(Array.from({ length: 10 }, () => begin("fr-patient")))
    await until(
      () => patience.waiting.length,
      (waiting) => waiting === slow.length
    )
    for (const company of ["fr-bien", "se-nordhem"]) {
      assert.strictEqual((await service.client.poll(await begin(company), hasEnded)).status, "COMPLETED")
    }
    for (const id of slow) assert.strictEqual((await service.client.status(id)).status, "RUNNING")
    assert.strictEqual(patience.waiting.length, slow.length)
    patience.release()
    for (const id of slow) assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
  })
})

describe("after all of this", () => {
  it("a secret was shown to those for whom it is configured", () => {
    const shown = connectors.calls.filter(({ headers }) => headers.authorization !== undefined)
    assert.deepStrictEqual(new Set(shown.map(({ company }) => company)), new Set(["fr-secret", "fr-faux"]))
  })

  it("nobody was called who is not configured", () => {
    assert.deepStrictEqual([other.connections(), other.calls], [0, []])
  })

  it("nothing was read to the end that has none", () => {
    assert.lengthOf(written, 2)
    for (const bytes of written) assert.isBelow(bytes, 32 * megabyte)
  })

  it("the log names the failures, and nothing of what was sent or answered", () => {
    const output = service.process.output()
    assert.include(output, "connector failed")
    for (const hidden of [unseen, login.username, login.password, "Bearer", "/v1/"]) {
      assert.notInclude(output, hidden)
    }
  })
})
