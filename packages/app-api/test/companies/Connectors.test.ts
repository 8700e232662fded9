/** A service whose connectors over HTTP fail in different ways (decisions 4, 9). */
import { hasEnded, until } from "@sheaf/adapters-http/testing"
import type { Seen } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

/** Returns an address with a closed port. */
const deadUrl = async (): Promise<string> => {
  const gone = await PlayedConnectors.play({})
  await gone.close()
  return gone.urlOf("")
}

const begin = (company: string): Promise<string> => service.client.begin({ ...plainStart, company })

/** Companies whose collections take seconds. All collections start before the tests, so that they run in parallel. */
const slowToEnd = faults
  .map(({ company }) => company)
  .concat("fr-mort", "fr-prive", "fr-parti", "fr-inconnu", "fr-absent", "fr-absent")
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
}, 120_000)

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
  it("that sometimes fails is shown as degraded, and collections still succeed", async () => {
    assert.strictEqual((await availabilityOf("fr-faible")).status, "OPERATIONAL")
    await assertEnds("fr-faible", "COMPLETED")
    const { functional, status, statusMessage } = await availabilityOf("fr-faible")
    assert.deepStrictEqual([status, functional], ["DEGRADED", true])
    assert.isNotEmpty(statusMessage)
  })

  it("that cannot be reached becomes unavailable, and is not called for a while", async () => {
    for (const id of begunOf("fr-absent")) await service.client.poll(id, hasEnded)
    // On a busy machine, the first collections make too few attempts in time.
    const { functional, statusMessage } = await until(
      async () => {
        await service.client.poll(await begin("fr-absent"), hasEnded)
        return availabilityOf("fr-absent")
      },
      ({ status }) => status === "UNAVAILABLE"
    )
    assert.isFalse(functional)
    assert.isNotEmpty(statusMessage)
    const before = callsOf("fr-absent", "begin").length
    const { status: ends } = await service.client.poll(await begin("fr-absent"), hasEnded)
    assert.strictEqual(ends, "THIRD_PARTY_ERROR")
    assert.strictEqual(callsOf("fr-absent", "begin").length, before)
    await service.client.read("/ready")
  })

  it("joins the sandbox's companies, or replaces one of them", async () => {
    const all = await availabilities()
    const names = new Map(all.map(({ company, companyDisplayName }) => [company, companyDisplayName]))
    assert.strictEqual(names.size, all.length)
    assert.strictEqual(names.get("se-nordhem"), "Nordhem")
    assert.strictEqual(names.get("fr-bien"), "The fr-bien")
    assert.strictEqual(names.get("ee-rannakindlustus"), "The ee-rannakindlustus")
    await assertEnds("ee-rannakindlustus", "COMPLETED")
    assert.lengthOf(callsOf("ee-rannakindlustus", "begin"), 1)
  })
})

describe.concurrent("a collection", () => {
  it.each(faults)("whose connector $what ends with $ends", async ({ company, ends, reason }) => {
    await assertEnds(company, ends, reason)
    const begun = callsOf(company, "begin")
    assert.strictEqual(new Set(begun.map(({ headers }) => headers["idempotency-key"])).size, 1)
    // Sheaf does not retry permanent errors.
    assert.strictEqual(begun.length > 1, ends !== "FAILED")
  })

  it("whose connector is down ends with THIRD_PARTY_ERROR", async () => {
    await assertEnds("fr-mort", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
  })

  it("is never sent to a private address unless the configuration allows it", async () => {
    await assertEnds("fr-prive", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
  })

  it("whose connector fails halfway ends, and the connector's session is canceled", async () => {
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

  it("sends the configured secret to its connector", async () => {
    await assertEnds("fr-secret", "COMPLETED")
    await assertEnds("fr-faux", "FAILED", "CONNECTOR_ERROR")
  })

  it("verifies the connector's certificate, and presents the configured one", async () => {
    await assertEnds("fr-certificat", "COMPLETED")
    await assertEnds("fr-inconnu", "THIRD_PARTY_ERROR", "COMPANY_UNREACHABLE")
    assert.notInclude(
      trusted.calls.map(({ company }) => company),
      "fr-inconnu"
    )
  })

  it("does not wait for collections with a slow connector", async () => {
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

describe("afterwards", () => {
  it("only connectors with a configured secret received one", () => {
    const shown = connectors.calls.filter(({ headers }) => headers.authorization !== undefined)
    assert.deepStrictEqual(new Set(shown.map(({ company }) => company)), new Set(["fr-secret", "fr-faux"]))
  })

  it("no other address was called", () => {
    assert.deepStrictEqual([other.connections(), other.calls], [0, []])
  })

  it("an oversized response was not read to its end", () => {
    assert.lengthOf(written, 1)
    for (const bytes of written) assert.isBelow(bytes, 32 * megabyte)
  })

  it("the log names the failures, and repeats no request or response", () => {
    const output = service.process.output()
    assert.include(output, "connector failed")
    for (const hidden of [unseen, login.username, login.password, "Bearer", "/v1/"]) {
      assert.notInclude(output, hidden)
    }
  })
})
