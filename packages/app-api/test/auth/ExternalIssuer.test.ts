/** Tests external token issuers over real HTTPS (spec 5). */
import { TestClient } from "@sheaf/sandbox-site/testing"
import type { TestResponse, RequestOptions } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { start } from "../../src/testing/index.ts"
import type { ServiceProcess } from "../../src/testing/index.ts"
import * as Issuer from "./Issuer.ts"
import * as Tools from "../Tools.ts"

const place = Tools.workspaceForAll()
let service: ServiceProcess
let issuer: Issuer.Issuer

beforeAll(async () => {
  issuer = await Issuer.Issuer.open(place, "https://id.brask.example/")
  const entry = {
    issuer: issuer.name,
    audience: Issuer.audience,
    client: "demo",
    jwksUrl: issuer.jwksUrl,
    algorithms: ["ES256"],
    caFile: join(place.folder, "issuer-ca.pem"),
    allowPrivateAddresses: true
  }
  const configFile = join(place.folder, "config.json")
  writeFileSync(configFile, JSON.stringify({ issuers: [entry] }))
  service = await start({ dataDir: place.dataDir, env: { SHEAF_CONFIG: configFile, MTLS_PORT: "off" } })
})

afterAll(async () => {
  await service.stop()
  await issuer.close()
})

const send = (credentials: Readonly<Record<string, string>>, path: string, request?: RequestOptions) => {
  const headers = { "authorization-token": undefined, ...credentials }
  return new TestClient({ base: service.base, headers }).send(path, request)
}

const key = { "authorization-token": "sheaf-demo" }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const listConsents = (token: string) => send(bearer(token), "/consents")

const usersNamed = async (externalId: string): Promise<ReadonlyArray<string>> => {
  const answer = await send(key, `/users?externalId=${externalId}`)
  return (answer.json as ReadonlyArray<{ readonly userId: string }>).map(({ userId }) => userId)
}

const consentIds = ({ json }: TestResponse): ReadonlyArray<string> =>
  (json as ReadonlyArray<{ readonly consentId: string }>).map(({ consentId }) => consentId)

const consent = JSON.stringify({
  company: "se-fjallbanken",
  parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
})

describe("a token from a client's own issuer", () => {
  it("creates its user, and identifies the same user with and without the client's key", async () => {
    assert.isEmpty(await usersNamed("speaks"))
    const token = issuer.token("speaks")
    const created = await send({ ...key, ...bearer(token) }, "/consents", { method: "POST", body: consent })
    const { consentId } = created.expect(201).read<{ readonly consentId: string }>()
    assert.deepStrictEqual(consentIds(await listConsents(token)), [consentId])
    assert.deepStrictEqual(consentIds(await listConsents(issuer.token("somebody-else"))), [])
    const [userId, ...others] = await usersNamed("speaks")
    assert.isEmpty(others)
    assert.deepStrictEqual(consentIds(await send(key, `/users/${userId}/consents`)), [consentId])
  })
})
