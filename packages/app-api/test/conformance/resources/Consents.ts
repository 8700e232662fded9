/** Consents to read accounts, from creation to revocation (spec 2.3, 2.4, 3.4). */
import { ScenarioCatalog, hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { TestResponse } from "@sheaf/sandbox-site/testing"
import type { ConsentScenario } from "@sheaf/adapters-sandbox/scenarios"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { assert, beforeAll, describe, it } from "vitest"
import { expectProblem } from "../BadRequests.ts"
import { consents as refused } from "../bad-requests/Consents.ts"
import type { Banks } from "../bad-requests/Consents.ts"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface Consent {
  readonly consentId: string
  readonly company: string
  readonly status: string
  readonly expiresAt: string
  readonly scope: { readonly type: string; readonly balances: boolean; readonly transactions: boolean }
}

interface Status extends Consent {
  readonly pollingInterval?: number
  readonly authInstructions?: { readonly autoStartToken?: string; readonly redirectUrl?: string }
  readonly revokedAt?: string
}

interface Account {
  readonly type: string
  readonly bookedBalance?: object
  readonly transactions?: ReadonlyArray<object>
}

const consentIn = ({ json }: TestResponse) => json as Consent // the client has already checked the response against the
// OpenAPI document
const statusIn = ({ json }: TestResponse) => json as Status // the response conforms to its document

const isSettled = ({ pollingInterval }: Status): boolean => pollingInterval === undefined

const unknown: Banks = { company: "company", withoutAccounts: "company" }

const placesOfIds = { "2025-01-01": "/consents/0/consentId", "2026-04-01": "/parameters/0/consentId" }

export const consents = (setting: ConformanceContext): void => {
  const { speaker } = setting
  let maja: TestUser
  let banks: Banks = unknown
  let electronicId: LoginMethod
  let scenarios: ReadonlyArray<ConsentScenario> = []

  beforeAll(async () => {
    maja = await TestUser.make(setting.client)
    scenarios = await setting.client.consentScenarios()
    const { company, loginMethods } = named("consent")
    electronicId = loginMethods.find((method) => method.endsWith("SAME_DEVICE_MOCK")) ?? assert.fail("no method")
    banks = { company, withoutAccounts: setting.facts.company }
  })

  const named = (name: string): ConsentScenario => ScenarioCatalog.findScenario(scenarios, name)

  const create = (name: string, members: object = {}, person: TestUser = maja) => {
    const { company, loginMethods, parameters } = named(name)
    const by = loginMethods.length > 0 ? { loginMethod: electronicId } : {}
    const [first, ...others] = parameters
    return person.post("/consents", { company, ...by, parameters: [{ ...first, ...members }, ...others] })
  }

  const statusOf = async (consentId: string, person: TestUser = maja): Promise<Status> => {
    const answer = await person.send(`/consents/${consentId}/status`)
    assert.strictEqual(answer.status, 200, answer.text)
    return statusIn(answer)
  }

  const poll = (consentId: string, wanted: (status: Status) => boolean, person: TestUser = maja) =>
    waitFor(() => statusOf(consentId, person), wanted)

  const authorized = async (members: object = {}, person: TestUser = maja): Promise<string> => {
    const { consentId } = consentIn(await create("consent", members, person))
    const { status } = await poll(consentId, isSettled, person)
    assert.strictEqual(status, "AUTHORIZED")
    return consentId
  }

  const collect = (consentId: string, person: TestUser) =>
    person.sendWithKey(speaker.wealth.starts, {
      method: "POST",
      body: JSON.stringify(
        speaker.start({
          company: banks.company,
          parameters: [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }]
        })
      )
    })

  describe("a consent", () => {
    it("is created with the requested scope, and returns the address of its status", async () => {
      const answer = await create("consent-page")
      assert.strictEqual(answer.status, 201, answer.text)
      const { consentId, ...rest } = consentIn(answer)
      assert.strictEqual(answer.header("location"), `/consents/${consentId}/status`)
      const { expiresAt, ...others } = rest
      assert.deepStrictEqual<object>(others, {
        company: banks.company,
        scope: { type: "PSD2_AIS", balances: true, transactions: true },
        status: "INITIATED"
      })
      assert.match(expiresAt, /^\d{4}-\d{2}-\d{2}T23:59:59\.999Z$/)
      assert.strictEqual((await maja.send(`/consents/${consentId}`)).status, 200)
    })

    it("shows the user's instructions, and returns 304 until its status changes", async () => {
      const { consentId } = consentIn(await create("consent-page"))
      const waiting = await poll(consentId, ({ authInstructions }) => authInstructions !== undefined)
      assert.strictEqual(waiting.status, "AWAITING_AUTHORIZATION")
      assert.match(waiting.authInstructions?.redirectUrl ?? "", /^https?:\/\//)
      const path = `/consents/${consentId}/status`
      const answer = await maja.send(path)
      assert.strictEqual(answer.header("retry-after"), "2")
      const tag = answer.header("etag") ?? assert.fail("there is no tag")
      assert.strictEqual((await maja.send(path, { headers: { "if-none-match": tag } })).status, 304)
      await maja.send(`/consents/${consentId}`, { method: "DELETE" })
      const after = await maja.send(path, { headers: { "if-none-match": tag } })
      assert.strictEqual(after.status, 200)
      assert.isUndefined(after.header("retry-after"))
    })

    it("is authorized by electronic ID, and gives access to the accounts in its scope", async () => {
      const consentId = await authorized({ balances: true, transactions: false })
      const started = await collect(consentId, maja)
      assert.strictEqual(started.status, speaker.accepted.start, started.text)
      const { id } = started.json as { readonly id: string }
      assert.strictEqual((await setting.poll(id, hasEnded)).status, "COMPLETED")
      const accounts = (await maja.sendWithKey(speaker.wealth.data(id))).json as ReadonlyArray<Account>
      assert.isNotEmpty(accounts)
      for (const { bookedBalance, transactions, type } of accounts) {
        assert.match(type, /^PSD2_/)
        assert.isDefined(bookedBalance)
        assert.isUndefined(transactions)
      }
      assert.strictEqual((await setting.send(speaker.insurance.data(id))).status, 404)
    })

    it("works only with its user's token, and an unknown one is named by its place", async () => {
      const consentId = await authorized()
      const start = (id: string) =>
        speaker.start({
          company: banks.company,
          parameters: [{ type: "STORED_CONSENT", consentId: id, psuIpAddress: "192.0.2.17" }]
        })
      const byKey = await setting.post(speaker.wealth.starts, start(consentId))
      assert.strictEqual(byKey.expect(401).problem.code, "USER_TOKEN_REQUIRED")
      assert.strictEqual(byKey.header("www-authenticate"), 'Bearer realm="sheaf"')
      const { errors } = (await maja.withKey.post(speaker.wealth.starts, start("of-nobody"))).expect(404).problem
      assert.containsSubset(errors, [{ code: "UNKNOWN_CONSENT", pointer: placesOfIds[speaker.version] }])
    })
  })

  describe("a bad request for a consent is rejected", () => {
    it.each(refused(unknown).map(({ name }, index) => [name, index] as const))("%s", async (_, index) => {
      const row = refused(banks)[index] ?? assert.fail("both tables have the same rows")
      expectProblem(row, await maja.send(row.path, row))
    })
  })
}
