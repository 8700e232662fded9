/** Tests registering clients for sensitive data on the command line. */
import { Predicate } from "effect"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Installation from "../mutual-tls/Installation.ts"
import { plainStart } from "../Starts.ts"
import * as Tools from "../Tools.ts"

let here: Installation.Installation

beforeAll(async () => {
  here = await Installation.install()
}, Installation.setupTimeout)
afterAll(() => here.end())

it("an operator registers a client for sensitive data, and takes it back while the service runs", async () => {
  const client = await Tools.sheafPrints(here, "clients", "create", "--name", "Adviser", "--sensitive", "CLAIMS")
  const key = await Tools.sheafPrints(here, "keys", "create", "--client", client)
  const codeFor = async (...sensitive: ReadonlyArray<string>) => {
    const response = await fetch(`${here.service.base}/collections`, {
      method: "POST",
      headers: { "authorization-token": key, "service-version": "2026-04-01", "content-type": "application/json" },
      body: JSON.stringify({ ...plainStart, sensitive })
    })
    const body: unknown = await response.json()
    return Predicate.hasProperty(body, "code") ? body.code : response.status
  }
  assert.deepStrictEqual([await codeFor("CLAIMS"), await codeFor("HEALTH")], [201, "SENSITIVE_NOT_ALLOWED"])
  await Tools.sheafPrints(here, "clients", "sensitive", "--client", client, "HEALTH,INCOME")
  assert.include(await Tools.sheafPrints(here, "clients", "list"), `${client}\ttest\tAdviser\tHEALTH\tINCOME`)
  assert.deepStrictEqual([await codeFor("HEALTH"), await codeFor("CLAIMS")], [201, "SENSITIVE_NOT_ALLOWED"])
  await Tools.sheafPrints(here, "clients", "sensitive", "--client", client, "none")
  assert.strictEqual(await codeFor("HEALTH"), "SENSITIVE_NOT_ALLOWED")
})
