/**
 * Repeated requests with an idempotency key (spec 8). Every POST operation either supports keys or rejects them.
 */
import { ScenarioCatalog, VersionDialect, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { TestResponse, AnyStatusObject, SendRequest } from "@sheaf/sandbox-site/testing"
import type { FinishedConnectSession } from "@sheaf/domain/ConnectPageApi"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { assert, beforeAll, describe, it } from "vitest"
import { createSession, ConnectPage } from "../../connect/ConnectPage.ts"
import * as BankPage from "../../consents/BankPage.ts"
import * as Operations from "../../Operations.ts"
import { authorizeConsent } from "./Monitors.ts"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface Repeated {
  readonly path: string
  readonly body?: unknown
  readonly other?: unknown
  readonly send?: SendRequest
}

const newKey = () => crypto.randomUUID()

const isReplayed = (answer: TestResponse): boolean => answer.header("idempotent-replayed") === "true"

/** Returns the id of the object in a response. In version 2025-01-01, responses to input have no body. */
const idIn = ({ json }: TestResponse): unknown => {
  const shown: Readonly<Record<string, unknown>> = Object.assign({}, json)
  return shown["id"] ?? shown["consentId"] ?? shown["userId"]
}

export const idempotency = (setting: ConformanceContext) =>
  describe("a request with a key", () => {
    const { speaker } = setting
    const { insurance, wealth } = speaker
    let maja: TestUser

    beforeAll(async () => {
      maja = await TestUser.make(setting.client)
    })

    const ask = ({ body, path, send = setting.send }: Repeated, key: string) =>
      send(path, {
        method: "POST",
        headers: { "idempotency-key": key },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })

    const startOf = (name: string) =>
      speaker.start(
        ScenarioCatalog.startRequestOf(
          ScenarioCatalog.findScenario(setting.facts.scenarios, name),
          "USERNAME_AND_PASSWORD"
        )
      )

    const starts = (path: string) => () =>
      Promise.resolve<Repeated>({ path, body: startOf("two-factor"), other: startOf("completed-empty") })

    const asked = async (name: string, routes = wealth) => {
      const id = await setting.beginNamed(name, { routes })
      await setting.poll(id, ({ extraInformation }: AnyStatusObject) => extraInformation !== undefined, routes)
      return id
    }

    const code = (value: string) => ({ type: "TWO_FACTOR_CODE", value })
    const supplement = (routes: VersionDialect.ProductRoutes) => async () => ({
      path: routes.supplementInfo(await asked("two-factor", routes)),
      body: code("123456"),
      other: code("654321")
    })

    const contactForm = (routes: VersionDialect.ProductRoutes) => async () => ({
      path: routes.contactForm(await asked("contact-form-pending", routes)),
      body: { email: "maja@example.com", phoneNumber: "46701234567" },
      other: { email: "nils@example.com", phoneNumber: "46701234567" }
    })

    const consentOf = (psuIpAddress: string, more: object = {}) => ({
      company: "se-fjallbanken",
      parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress, ...more }]
    })
    const consent = () =>
      Promise.resolve({
        path: "/consents",
        body: consentOf("192.0.2.17"),
        other: consentOf("192.0.2.18"),
        send: maja.send
      })

    const confirmation = async (terms: object = {}): Promise<Repeated> => {
      const body = { ...consentOf("192.0.2.17", terms), returnUrl: "http://localhost:3000/done" }
      const path = `/consents/${String(idIn(await maja.post("/consents", body)))}`
      const { authInstructions } = await waitFor(
        async () => (await maja.send(`${path}/status`)).read<ConsentStatusObject>(),
        ({ authInstructions: shown }) => shown?.redirectUrl !== undefined
      )
      const url = authInstructions?.redirectUrl ?? assert.fail("no page")
      const { pathname, search } = new URL(await BankPage.decide(url, "approve", { rejectUnauthorized: false }))
      const comeBack = async (cookie = "") => {
        const back = await setting.client.send(pathname + search, { headers: { accept: "text/html", cookie } })
        const code = new URL(back.header("location") ?? assert.fail(back.text)).searchParams.get("code")
        return { code, cookie: back.header("set-cookie") }
      }
      const { code, cookie } = await comeBack()
      assert.match(cookie ?? "", /^(__Host-)?sheaf-return=[\w-]{43}; Path=\S+ .*HttpOnly; SameSite=Lax$/)
      assert.isNull((await comeBack()).code, "another browser gets no code")
      assert.strictEqual((await comeBack(cookie?.split(";")[0])).code, code)
      return { path: `${path}/confirmation`, body: { code }, other: { code: "another" }, send: maja.send }
    }

    const renewal = async (): Promise<Repeated> => {
      const validUntil = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      const confirmed = await confirmation({ validUntil })
      await maja.post(confirmed.path, confirmed.body ?? assert.fail("no code"))
      const { parameters } = consentOf("192.0.2.17")
      const { parameters: others } = consentOf("192.0.2.18")
      const path = confirmed.path.replace("/confirmation", "/renewal")
      return { path, body: { parameters }, other: { parameters: others }, send: maja.send }
    }

    const answer = async (): Promise<Repeated> => {
      const consent = consentOf("192.0.2.17")
      const eid = { type: "SWEDISH_EID", personalNumber: "199002222389" }
      const asked = {
        ...consent,
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
        parameters: [...consent.parameters, eid]
      }
      const path = `/consents/${String(idIn(await maja.post("/consents", asked)))}`
      await waitFor(
        async () => (await maja.send(`${path}/status`)).read<ConsentStatusObject>(),
        ({ authInstructions }) => authInstructions?.twoFactorMethods !== undefined
      )
      const choose = (methodId: string) => ({ type: "TWO_FACTOR_CHOICE", methodId })
      return { path: `${path}/supplement-info`, body: choose("sms"), other: choose("app"), send: maja.send }
    }

    const endpoint = async () => {
      const created = await setting.post("/webhook-endpoints", { url: "http://127.0.0.1:9/" })
      return created.expect(201).read<{ readonly endpointId: string }>().endpointId
    }

    const sessionConfirmation = async (): Promise<Repeated> => {
      const returnUrl = "http://localhost:3000/linked"
      const link = await createSession(setting.client, { purpose: "COLLECT", userId: maja.userId, returnUrl })
      const page = new ConnectPage(setting.client)
      await page.open(link)
      const { returnTo } = await page.call<FinishedConnectSession>("POST", "/connect/finish", { outcome: "COMPLETED" })
      const code = new URL(returnTo ?? assert.fail("no address")).searchParams.get("code")
      const path = `/connect-sessions/${link.connectSessionId}/confirmation`
      return { path, body: { code }, other: { code: "another" }, send: maja.sendWithKey }
    }

    const dailyMonitor = async () => ({
      path: "/monitors",
      body: { source: { consentId: await authorizeConsent(setting, maja) }, every: "P1D" },
      send: maja.sendWithKey
    })

    const monitor = async (): Promise<Repeated> => {
      const daily = await dailyMonitor()
      return { ...daily, other: { ...daily.body, every: "P7D" } }
    }

    /** The operations by path template. Each version's document lists only its own operations. */
    const operations: Readonly<Record<string, () => Promise<Repeated>>> = {
      "/collections": starts("/collections"),
      "/insurance/collection": starts("/insurance/collection"),
      "/wealth/collection": starts("/wealth/collection"),
      "/collections/{collectionId}/supplement-info": supplement(wealth),
      "/insurance/collection/{collectionId}/supplement-info": supplement(insurance),
      "/wealth/collection/{collectionId}/supplement-info": supplement(wealth),
      "/insurance/collection/{collectionId}/add-contact-form-input": contactForm(insurance),
      "/wealth/collection/{collectionId}/add-contact-form-input": contactForm(wealth),
      "/users": () =>
        Promise.resolve({ path: "/users", body: { externalId: newKey() }, other: { externalId: newKey() } }),
      "/consents": consent,
      "/consents/{consentId}/confirmation": () => confirmation(),
      "/consents/{consentId}/renewal": renewal,
      "/consents/{consentId}/supplement-info": answer,
      "/webhook-endpoints/{endpointId}/test": async () => ({ path: `/webhook-endpoints/${await endpoint()}/test` }),
      "/webhook-endpoints/{endpointId}/replay": async () => ({
        path: `/webhook-endpoints/${await endpoint()}/replay?since=${new Date().toISOString()}`
      }),
      "/events/{eventId}/redeliver": async () => {
        const [event] = await setting.client.read<ReadonlyArray<{ readonly eventId: string }>>("/events?limit=1")
        return { path: `/events/${event?.eventId}/redeliver`, body: {}, other: { endpointId: await endpoint() } }
      },
      "/connect-sessions/{connectSessionId}/confirmation": sessionConfirmation,
      "/monitors": monitor,
      "/monitors/{monitorId}/run": async () => {
        const created = (await ask(await monitor(), newKey())).read<{ readonly monitorId: string }>()
        return { path: `/monitors/${created.monitorId}/run`, send: maja.sendWithKey }
      },
      "/sandbox/collections/{collectionId}/expire": async () => ({
        path: `/sandbox/collections/${await asked("two-factor")}/expire`
      }),
      "/sandbox/consents/{consentId}/expire": async () => ({
        path: `/sandbox/consents/${String(idIn(await ask(await consent(), newKey())))}/expire`
      })
    }

    /** These operations return a secret, so they reject idempotency keys. */
    const withoutKeys = [
      "/users/{userId}/sessions",
      "/connect-sessions",
      "/webhook-endpoints",
      "/webhook-endpoints/{endpointId}/rotate"
    ]

    /**
     * This operation is tested in `connect/BankReturns`, because a collection waits for a confirmation only at a bank
     * with its own page.
     */
    const atBanks = "/collections/{collectionId}/confirmation"

    const posts = Operations.allOperations.filter(
      ({ isOpen, method, template, version }) =>
        method === "POST" && version === speaker.version && !isOpen && template !== atBanks
    )

    it.each(posts.filter(({ template }) => !withoutKeys.includes(template)).map(({ template }) => template))(
      "takes effect only once: POST %s",
      async (template) => {
        const make = operations[template] ?? assert.fail("a new POST operation needs an entry in this table")
        const repeated = await make()
        const key = newKey()
        const first = await ask(repeated, key)
        assert.isTrue(first.status >= 200 && first.status < 300, first.text)
        assert.isFalse(isReplayed(first))
        const again = await ask(repeated, `"${key}"`)
        assert.strictEqual(again.status, first.status, again.text)
        assert.isTrue(isReplayed(again))
        assert.strictEqual(idIn(again), idIn(first))
        assert.strictEqual(again.header("location"), first.header("location"))
        if (repeated.other !== undefined) {
          const { problem, status } = await ask({ ...repeated, body: repeated.other }, key)
          assert.deepStrictEqual([status, problem.code], [422, "IDEMPOTENCY_KEY_REUSED"])
        }
      }
    )

    it.each(posts.filter(({ template }) => withoutKeys.includes(template)).map(({ template }) => template))(
      "is rejected, because the response has a secret: POST %s",
      async (template) => {
        const { problem } = await ask({ path: template.replace(/\{\w+\}/u, maja.userId) }, newKey())
        assert.strictEqual(problem.code, "IDEMPOTENCY_KEY_NOT_SUPPORTED")
      }
    )

    it("can be repeated in another version on a shared path", async () => {
      const key = newKey()
      const body = JSON.stringify({ externalId: key })
      const answers: Array<TestResponse> = []
      for (const { version } of VersionDialect.all) {
        const headers = { "idempotency-key": key, "service-version": version }
        answers.push(await setting.send("/users", { method: "POST", headers, body }))
      }
      assert.deepStrictEqual(answers.map(isReplayed), [false, true])
      assert.lengthOf([...new Set(answers.map(idIn))], 1)
    })

    it("ignores the key unless its method is POST", async () => {
      const headers = { "idempotency-key": "not a key" }
      assert.strictEqual((await setting.send("/companies/availability", { headers })).status, 200)
      assert.strictEqual((await setting.send(wealth.status(setting.facts.waiting), { headers })).status, 200)
    })
  })
