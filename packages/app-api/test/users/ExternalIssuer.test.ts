/** External token issuers over real HTTPS (spec 5; decisions 8). */
import { Client, until } from "@sheaf/adapters-http/testing"
import type { Answer, RequestOptions } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../../src/testing/index.ts"
import type { ServiceProcess } from "../../src/testing/index.ts"
import * as Issuer from "./Issuer.ts"
import * as Tools from "../Tools.ts"

/** The timeout for a test on a busy machine, in milliseconds. The service retries an issuer after half a minute. */
const patience = 90_000

let folder: string
let service: ServiceProcess
/** The demonstration client's issuer. */
let ours: Issuer.Issuer
/** Another client's issuer, which is unreachable at first. */
let theirs: Issuer.Issuer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-issuers-"))
  const place: Tools.Place = { folder, dataDir: join(folder, "data") }
  const surroundings = await Issuer.Surroundings.make(place)
  ours = await surroundings.issuer("https://id.brask.example/")
  theirs = await surroundings.issuer("https://id.lund.example/")
  const entry = ({ jwksUrl, name }: Issuer.Issuer, client: string) => ({
    issuer: name,
    audience: Issuer.audience,
    client,
    jwksUrl,
    algorithms: ["ES256"],
    caFile: surroundings.caFile,
    allowPrivateAddresses: true
  })
  const lund = await Tools.sheafPrints(place, "clients", "create", "--name", "Lund")
  const configFile = join(folder, "config.json")
  writeFileSync(configFile, JSON.stringify({ issuers: [entry(ours, "demo"), entry(theirs, lund)] }))
  await theirs.close()
  service = await start({ dataDir: place.dataDir, env: { SHEAF_CONFIG: configFile, MTLS_PORT: "off" } })
}, patience)

afterAll(async () => {
  await service.stop()
  await Promise.all([ours.close(), theirs.close()])
  rmSync(folder, { recursive: true })
})

/** Sends a request with these credentials, in version 2026-04-01. */
const send = (credentials: Readonly<Record<string, string>>, path: string, request?: RequestOptions) => {
  const headers = { "authorization-token": undefined, ...credentials }
  return new Client({ base: service.base, headers }).send(path, request)
}

const key = { "authorization-token": "sheaf-demo" }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const listConsents = (token: string) => send(bearer(token), "/consents")

/** Returns the HTTP status if the request succeeded, or the problem's code if it failed. */
const verdict = (answer: Answer): string => (answer.status < 400 ? String(answer.status) : answer.problem.code)

const verdictOn = async (token: string): Promise<string> => verdict(await listConsents(token))

const usersNamed = async (externalId: string): Promise<ReadonlyArray<string>> => {
  const answer = await send(key, `/users?externalId=${externalId}`)
  return (answer.json as ReadonlyArray<{ readonly userId: string }>).map(({ userId }) => userId)
}

const consentIds = ({ json }: Answer): ReadonlyArray<string> =>
  (json as ReadonlyArray<{ readonly consentId: string }>).map(({ consentId }) => consentId)

const consent = JSON.stringify({
  company: "se-fjallbanken",
  parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
})

describe("a token from a client's own issuer", () => {
  it("creates its user, and identifies the same user with and without the client's key", async () => {
    assert.isEmpty(await usersNamed("speaks"))
    const token = ours.token("speaks")
    const created = await send({ ...key, ...bearer(token) }, "/consents", { method: "POST", body: consent })
    const { consentId } = created.expect(201).read<{ readonly consentId: string }>()
    assert.deepStrictEqual(consentIds(await listConsents(token)), [consentId])
    assert.deepStrictEqual(consentIds(await listConsents(ours.token("somebody-else"))), [])
    const [userId, ...others] = await usersNamed("speaks")
    assert.isEmpty(others)
    assert.deepStrictEqual(consentIds(await send(key, `/users/${userId}/consents`)), [consentId])
  })

  it(
    "is accepted once its issuer becomes reachable, and later also during outages",
    async () => {
      const token = theirs.token("waits")
      assert.strictEqual(await verdictOn(token), "INVALID_TOKEN")
      await theirs.open()
      await until(
        () => verdictOn(token),
        (answered) => answered === "200",
        2000
      )
      // The token and the key belong to different clients.
      assert.strictEqual(verdict(await send({ ...key, ...bearer(token) }, "/consents")), "CREDENTIALS_MISMATCH")
      assert.isEmpty(await usersNamed("waits"))
      await theirs.close()
      assert.strictEqual(await verdictOn(theirs.token("waits")), "200")
    },
    patience
  )
})
