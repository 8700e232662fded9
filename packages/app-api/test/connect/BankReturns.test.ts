/**
 * Attacks on the return from a bank's page during a collection, in Connect sessions and over the API (spec 2.4, 13):
 * forwarded pages, other browsers, states that are copied or already used, and the wrong bank.
 */
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { ConnectSummary } from "@sheaf/domain/ConnectPageApi"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { BankFiles } from "../../src/testing/index.ts"
import * as OAuthVisit from "../consents/OAuthVisit.ts"
import * as SandboxBank from "../consents/SandboxBank.ts"
import { openSession, ConnectPage } from "./ConnectPage.ts"

const { bankDir, service: running } = SandboxBank.forAll()
/** The page's title for a person who returns in another browser, in the language of the bank's market. */
const elsewhere = "Inget har delats"
const returnUrl = "http://localhost:3000/done"

const startOf = (company: string, more: object = {}) => ({
  company,
  loginMethod: "EMAIL",
  parameters: [
    { type: "EMAIL", email: "maja@example.com" },
    { type: "PSD2_AIS_CONSENT", ...more }
  ]
})

const pageIn = ({ extraInformation, status }: StatusObject): string =>
  extraInformation?.REDIRECT_URL ?? assert.fail(`no bank page in ${status}`)

const isShown = ({ extraInformation }: StatusObject): boolean => extraInformation?.REDIRECT_URL !== undefined

const decide = async (page: string, decision: "approve" | "refuse" = "approve"): Promise<string> => {
  const { pathname, search } = new URL(await OAuthVisit.decide(page, decision))
  return pathname + search
}

const begun = async (page: ConnectPage, company: string) => {
  const start = startOf(company)
  const { collectionId } = await page.call<StatusObject>("POST", "/connect/collections", start, 201)
  const status = () => page.call<StatusObject>("GET", `/connect/collections/${collectionId}/status`)
  return { collectionId, status, bankPage: pageIn(await waitFor(status, isShown)) }
}

const collect = () => openSession(running().client, { purpose: "COLLECT" })

/** Visits a path in a browser without cookies. */
const strange = (path: string): Promise<Response> => new ConnectPage(running().client).visit(path)

const live: ReadonlyArray<string> = ["received", "valid"]

const nothingIsValid = () =>
  waitFor(
    () =>
      BankFiles.storedConsents(bankDir, join(bankDir, "bank-consents")).filter(({ status }) => live.includes(status)),
    ({ length }) => length === 0
  )

const notConfirmed = async (read: () => Promise<StatusObject>): Promise<void> => {
  const { extraInformation, status } = await waitFor(read, hasEnded)
  assert.deepStrictEqual([status, extraInformation?.FAILURE_REASON?.code], ["AUTHENTICATION_ERROR", "NOT_CONFIRMED"])
  await nothingIsValid()
}

const approaches = [
  ["redirects", "se-provbanken"],
  ["uses OAuth", "se-klarvik"]
] as const

describe.each(approaches)("in a Connect session, the page of a bank that %s", (_, company) => {
  it("gives nothing to the session if it is forwarded to another person, and can be opened again", async () => {
    const page = await collect()
    const { bankPage, collectionId, status } = await begun(page, company)
    const answer = await strange(await decide(bankPage))
    assert.strictEqual(answer.status, 200)
    assert.include(await answer.text(), elsewhere)
    await notConfirmed(status)
    const { collections } = await page.call<ConnectSummary>("GET", "/connect/summary")
    assert.deepStrictEqual(collections, [{ collectionId, company, status: "AUTHENTICATION_ERROR", counts: {} }])
    const again = await begun(page, company)
    assert.notStrictEqual(again.bankPage, bankPage)
    assert.strictEqual((await page.visit(await decide(again.bankPage))).status, 200)
    assert.strictEqual((await waitFor(again.status, hasEnded)).status, "COMPLETED")
  })

  it("gives nothing to the session if the other person has a session, too", async () => {
    const [page, other] = [await collect(), await collect()]
    const { bankPage, status } = await begun(page, company)
    assert.include(await (await other.visit(await decide(bankPage))).text(), elsewhere)
    await notConfirmed(status)
  })

  it("completes once with two tabs and a reload in the session's browser", async () => {
    const page = await collect()
    const { bankPage, status } = await begun(page, company)
    const path = await decide(bankPage)
    const visits = [await Promise.all([page.visit(path), page.visit(path)]), await page.visit(path)].flat()
    for (const visit of visits) assert.strictEqual(visit.status, 200)
    const { status: end } = await waitFor(status, hasEnded)
    assert.strictEqual(end, "COMPLETED")
    const reloaded = await page.visit(path)
    assert.include(await reloaded.text(), "<h1>Tack</h1>")
    // The state has been used, so it reveals nothing to another browser.
    assert.strictEqual((await strange(path)).status, 404)
  })

  it("ends the collection at another bank's address", async () => {
    const page = await collect()
    const { bankPage, status } = await begun(page, company)
    const path = await decide(bankPage)
    assert.strictEqual((await page.visit(path.replace(`/${company}`, "/se-fjallbanken"))).status, 200)
    await notConfirmed(status)
  })

  it("ends a consent that another browser authorizes", { timeout: 60_000 }, async () => {
    const user = await TestUser.make(running().client)
    const page = await openSession(running().client, { purpose: "CONSENT", userId: user.userId })
    const asked = { company, parameters: [{ type: "PSD2_AIS_CONSENT" }] }
    const { consentId } = await page.call<{ consentId: string }>("POST", "/connect/consents", asked, 201)
    interface Seen {
      readonly status: string
      readonly error?: { readonly code: string }
      readonly authInstructions?: { readonly redirectUrl?: string }
    }
    const read = () => page.call<Seen>("GET", `/connect/consents/${consentId}/status`)
    const { authInstructions } = await waitFor(read, (seen) => seen.authInstructions?.redirectUrl !== undefined)
    const answer = await strange(await decide(authInstructions?.redirectUrl ?? assert.fail("no page")))
    assert.include(await answer.text(), elsewhere)
    const { error, status } = await waitFor(read, (seen) => seen.error !== undefined)
    assert.deepStrictEqual([status, error?.code], ["FAILED", "NOT_CONFIRMED"])
    await nothingIsValid()
  })
})

describe.each(approaches)("over the API, the page of a bank that %s", (_, company) => {
  const start = { ...startOf(company, { psuIpAddress: "192.0.2.17" }), returnUrl, state: "case-17" }

  const begin = async (user: TestUser) => {
    const { collectionId } = (await user.withKey.post("/collections", start)).expect(201).read<StatusObject>()
    const status = () => user.withKey.read<StatusObject>(`/collections/${collectionId}/status`)
    return { collectionId, status, bankPage: pageIn(await waitFor(status, isShown)) }
  }

  const locationOf = (answer: Response) => new URL(answer.headers.get("location") ?? assert.fail("no redirect"))

  const confirm = (
    user: TestUser,
    collectionId: string,
    code: string | null,
    headers: Readonly<Record<string, string>> = {}
  ) => user.withKey.post(`/collections/${collectionId}/confirmation`, { code }, headers)

  it("returns to the client, and the collection continues only with the user's confirmation", async () => {
    const user = await TestUser.make(running().client)
    const { bankPage, collectionId, status } = await begin(user)
    const path = await decide(bankPage)
    const browser = await strange(path)
    assert.strictEqual(browser.status, 303)
    const { origin, pathname, searchParams } = locationOf(browser)
    assert.strictEqual(origin + pathname, returnUrl)
    assert.deepStrictEqual([searchParams.get("state"), searchParams.get("collectionId")], ["case-17", collectionId])
    assert.deepInclude(await status(), { status: "WAITING_FOR_USER_ACTION" })
    // Another browser gets no code from the same URL, but the first browser gets it again.
    assert.isNull(locationOf(await strange(path)).searchParams.get("code"))
    const same = new ConnectPage(running().client)
    same.cookie = browser.headers.get("set-cookie")?.split(";")[0]
    assert.strictEqual(locationOf(await same.visit(path)).href, locationOf(browser).href)
    const code = searchParams.get("code")
    ;(await running().client.post(`/collections/${collectionId}/confirmation`, { code })).expect(401)
    const once = { "idempotency-key": "confirm" }
    ;(await confirm(user, collectionId, code, once)).expect(200)
    assert.strictEqual(
      (await confirm(user, collectionId, code, once)).expect(200).header("idempotent-replayed"),
      "true"
    )
    assert.strictEqual(
      (await confirm(user, collectionId, "another", once)).expect(422).problem.code,
      "IDEMPOTENCY_KEY_REUSED"
    )
    ;(await confirm(user, collectionId, code)).expect(200)
    assert.strictEqual((await waitFor(status, hasEnded)).status, "COMPLETED")
    assert.notInclude(running().process.output(), code ?? assert.fail("no code"))
  })

  it("gives nothing to the sender of the page, who is not logged in where the person returns", async () => {
    const [mallory, alice] = [await TestUser.make(running().client), await TestUser.make(running().client)]
    const { bankPage, collectionId, status } = await begin(mallory)
    const code = locationOf(await strange(await decide(bankPage))).searchParams.get("code")
    ;(await confirm(alice, collectionId, code)).expect(404)
    await notConfirmed(status)
    const refused = (await confirm(mallory, collectionId, code)).expect(409)
    assert.strictEqual(refused.problem.code, "COLLECTION_NOT_CONFIRMED")
  })

  it("gives no code to a sender who tries the address first, or guesses", async () => {
    const mallory = await TestUser.make(running().client)
    const { bankPage, collectionId, status } = await begin(mallory)
    const early = (await confirm(mallory, collectionId, "guess")).expect(409)
    assert.strictEqual(early.problem.code, "NOT_AWAITING_CONFIRMATION")
    // An attacker can learn the return URL by refusing.
    const path = await decide(bankPage, "refuse")
    for (const address of [path, path.replace(/code=[^&]+/u, "code=guess")])
      assert.isNull(locationOf(await strange(address)).searchParams.get("code"))
    const { status: end } = await waitFor(status, hasEnded)
    assert.strictEqual(end, "AUTHENTICATION_ERROR")
    assert.isNull(locationOf(await strange(path)).searchParams.get("code"))
    for (const state of [`${collectionId}.${"A".repeat(43)}`, collectionId, ""])
      assert.strictEqual((await strange(`/collections/return/${company}?state=${state}&code=a`)).status, 404)
    await nothingIsValid()
  })
})

describe("at a bank with a login before the consent", () => {
  const company = "ee-rannapank"

  const pageAfter = async (status: () => Promise<StatusObject>, before: string) =>
    pageIn(await waitFor(status, (seen) => isShown(seen) && pageIn(seen) !== before))

  it("a Connect session shows both pages, and collects after both visits", async () => {
    const page = await collect()
    const { bankPage: login, status } = await begun(page, company)
    assert.strictEqual((await page.visit(await decide(login))).status, 200)
    assert.strictEqual((await page.visit(await decide(await pageAfter(status, login)))).status, 200)
    assert.strictEqual((await waitFor(status, hasEnded)).status, "COMPLETED")
  })

  it.each(["login", "consent"])("a Connect session gets nothing if the page of the %s is forwarded", async (which) => {
    const page = await collect()
    const { bankPage: login, status } = await begun(page, company)
    if (which === "login") await strange(await decide(login))
    else {
      await page.visit(await decide(login))
      await strange(await decide(await pageAfter(status, login)))
    }
    const { extraInformation, status: end } = await waitFor(status, hasEnded)
    assert.deepStrictEqual([end, extraInformation?.FAILURE_REASON?.code], ["AUTHENTICATION_ERROR", "NOT_CONFIRMED"])
  })

  it("a stored consent is authorized after both visits in the session's browser", { timeout: 60_000 }, async () => {
    const user = await TestUser.make(running().client)
    const page = await openSession(running().client, { purpose: "CONSENT", userId: user.userId })
    const asked = { company, parameters: [{ type: "PSD2_AIS_CONSENT" }] }
    const { consentId } = await page.call<{ consentId: string }>("POST", "/connect/consents", asked, 201)
    interface Seen {
      readonly status: string
      readonly authInstructions?: { readonly redirectUrl?: string }
    }
    const read = () => page.call<Seen>("GET", `/connect/consents/${consentId}/status`)
    const codes: Array<string | null> = []
    let shown: string | undefined
    for (const _ of ["login", "consent"]) {
      const seen = await waitFor(
        read,
        ({ authInstructions: { redirectUrl } = {} }) => ![undefined, shown].includes(redirectUrl)
      )
      shown = seen.authInstructions?.redirectUrl ?? assert.fail("no page")
      const { headers } = await page.visit(await decide(shown))
      codes.push(new URL(headers.get("location") ?? "").searchParams.get("code"))
    }
    assert.isNull(codes[0])
    await page.call("POST", `/connect/consents/${consentId}/confirmation`, { code: codes[1] })
    assert.strictEqual((await read()).status, "AUTHORIZED")
  })
})
