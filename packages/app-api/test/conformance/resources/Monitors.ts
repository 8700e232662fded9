/** Monitors, from creation to their end (spec 18). */
import { ScenarioCatalog, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { TestResponse } from "@sheaf/sandbox-site/testing"
import { assert, beforeAll, describe, it } from "vitest"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface Monitor {
  readonly monitorId: string
  readonly status: string
  readonly source: object
  readonly runs: number
  readonly lastRun?: { readonly outcome: string }
  readonly endReason?: string
}

interface Change {
  readonly change: string
  readonly kind: string
  readonly recordId?: string
}

const monitorIn = ({ json }: TestResponse) => json as Monitor

const nextOf = (answer: TestResponse): string =>
  /^<([^>]+)>; rel="next"/.exec(answer.header("link") ?? "")?.[1] ?? assert.fail("every page has a link")

export const authorizeConsent = async (
  { client }: Pick<ConformanceContext, "client">,
  person: TestUser
): Promise<string> => {
  const scenario = ScenarioCatalog.findScenario(await client.consentScenarios(), "consent")
  const { company, loginMethods, parameters } = scenario
  const loginMethod = loginMethods.find((method) => method.endsWith("SAME_DEVICE_MOCK"))
  const created = await person.post("/consents", { company, loginMethod, parameters })
  const { consentId } = created.expect(201).read<{ readonly consentId: string }>()
  await waitFor(
    async () => (await person.send(`/consents/${consentId}/status`)).read<{ readonly status: string }>(),
    ({ status }) => status === "AUTHORIZED"
  )
  return consentId
}

export const monitors = (setting: ConformanceContext) =>
  describe("a monitor", () => {
    let maja: TestUser
    let consentId = ""

    const send = (path: string, method = "GET", body?: object, headers: Readonly<Record<string, string>> = {}) =>
      maja.sendWithKey(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })

    const create = (members: object = {}, headers: Readonly<Record<string, string>> = {}) =>
      send("/monitors", "POST", { source: { consentId }, every: "P1D", ...members }, headers)

    const afterRun = (monitorId: string, runs = 1) =>
      waitFor(
        async () => monitorIn((await send(`/monitors/${monitorId}`)).expect(200)),
        (seen) => seen.runs >= runs
      )

    beforeAll(async () => {
      maja = await TestUser.make(setting.client)
      consentId = await authorizeConsent(setting, maja)
    })

    it("finds everything at first, and lists it page by page", async () => {
      const answer = await create({ at: "07:00" })
      const { monitorId } = monitorIn(answer.expect(201))
      assert.match(answer.header("location") ?? "", new RegExp(`/monitors/${monitorId}$`, "u"))
      const beginning = await send(`/monitors/${monitorId}/changes`)
      const ran = await afterRun(monitorId)
      assert.deepInclude(ran, { status: "ACTIVE", runs: 1 })
      assert.strictEqual(ran.lastRun?.outcome, "CHANGED")
      const changes = (await send(`/monitors/${monitorId}/changes`)).expect(200).read<ReadonlyArray<Change>>()
      assert.isAbove(changes.length, 0)
      for (const { change, kind } of changes) assert.match(`${change} ${kind}`, /^ADDED PSD2_AIS\/PSD2_/u)
      const later = await send(nextOf(await send(`/monitors/${monitorId}/changes`)))
      assert.deepStrictEqual(later.expect(200).json, [])
      if (beginning.read<ReadonlyArray<Change>>().length === 0) {
        assert.deepStrictEqual((await send(nextOf(beginning))).read<ReadonlyArray<Change>>(), [...changes])
      }
      const listed = (await send("/monitors")).expect(200).read<ReadonlyArray<Monitor>>()
      assert.include(
        listed.map((each) => each.monitorId),
        monitorId
      )
      await send(`/monitors/${monitorId}`, "DELETE")
    })

    it("is created once for each key, runs on demand, and ends once", async () => {
      const key = { "idempotency-key": crypto.randomUUID() }
      const { monitorId } = monitorIn((await create({}, key)).expect(201))
      assert.strictEqual(monitorIn((await create({}, key)).expect(201)).monitorId, monitorId)
      await afterRun(monitorId)
      ;(await send(`/monitors/${monitorId}/run`, "POST")).expect(202)
      const second = await afterRun(monitorId, 2)
      assert.strictEqual(second.lastRun?.outcome, "UNCHANGED")
      const paused = (await send(`/monitors/${monitorId}`, "PATCH", { paused: true })).expect(200)
      assert.strictEqual(monitorIn(paused).status, "PAUSED")
      const refused = (await send(`/monitors/${monitorId}/run`, "POST")).expect(409)
      assert.strictEqual(refused.problem.code, "MONITOR_NOT_ACTIVE")
      const ended = monitorIn((await send(`/monitors/${monitorId}`, "DELETE")).expect(200))
      assert.deepInclude(ended, { status: "ENDED", endReason: "REMOVED" })
      assert.deepStrictEqual(monitorIn((await send(`/monitors/${monitorId}`, "DELETE")).expect(200)), ended)
      const other = await TestUser.make(setting.client)
      ;(await other.sendWithKey(`/monitors/${monitorId}`)).expect(404)
    })

    it("of a collection goes on in its session, until the company ends the session", async () => {
      const { insurance } = maja.withKey.dialect
      const start = {
        company: "se-granskog",
        loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
        parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
      } as const
      const collection = await maja.withKey.begin(start, insurance)
      await maja.withKey.poll(collection, ({ status }) => status === "COMPLETED", insurance)
      const source = { collectionId: collection }
      const { monitorId } = monitorIn((await create({ source })).expect(201))
      for (let runs = 1; runs <= 3; runs++) {
        await afterRun(monitorId, runs)
        ;(await send(`/monitors/${monitorId}/run`, "POST")).expect(202)
      }
      assert.deepInclude(await afterRun(monitorId, 4), { status: "PERSON_REQUIRED", source })
      const again = (await create({ source })).expect(400).problem
      assert.containsSubset(again.errors, [{ pointer: "/source/collectionId", code: "INVALID_FIELD" }])
      await send(`/monitors/${monitorId}`, "DELETE")
    })

    it("is refused with the place of what is wrong", async () => {
      for (const [members, pointer, code] of [
        [{ every: "PT1H" }, "/every", "INVALID_FIELD"],
        [{ at: "7:00" }, "/at", "INVALID_FIELD"],
        [{ timeZone: "Europe/Atlantis" }, "/timeZone", "INVALID_FIELD"],
        [{ changes: ["everything"] }, "/changes/0", "INVALID_FIELD"],
        [{ products: ["INSURANCE"] }, "/products/0", "INVALID_FIELD"],
        [{ until: "2020-01-01T00:00:00Z" }, "/until", "INVALID_FIELD"],
        [{ source: {} }, "/source", "MISSING_FIELD"],
        [{ interval: "P1D" }, "/interval", "UNKNOWN_FIELD"]
      ] as const) {
        const { errors = [], ...problem } = (await create(members)).expect(400).problem
        const [found] = errors
        assert.deepStrictEqual([found?.pointer, found?.code], [pointer, code], JSON.stringify(problem))
      }
      const unknown = (await create({ source: { consentId: "unknown" } })).expect(404).problem
      assert.containsSubset(unknown.errors, [{ pointer: "/source/consentId", code: "UNKNOWN_CONSENT" }])
      const byKey = await setting.client.post("/monitors", { source: { consentId }, every: "P1D" })
      assert.strictEqual(byKey.expect(401).problem.code, "USER_TOKEN_REQUIRED")
    })
  })
