/**
 * Tests logins and consents with Smart-ID links on the same device: the app sends the person back, and nobody else's
 * return counts (spec 2.4, 13, 16, 17).
 */
import { FakeSmartId, personKeys } from "@sheaf/adapters-http/testing"
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { Consent } from "@sheaf/domain/Consent"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { Effect, Exit, Scope } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ConnectPage, openSession } from "../connect/ConnectPage.ts"
import { TestService } from "../TestService.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-smart-id-"))
const trustFile = join(folder, "authorities.pem")
const scope = Effect.runSync(Scope.make())
const { ofOtherAuthority, authority, qualified } = Effect.runSync(personKeys)
const smartId = await Effect.runPromise(Scope.provide(FakeSmartId.make, scope))

const service = new TestService({
  config: {
    electronicId: {
      scheme: "smart-id",
      schemeName: FakeSmartId.schemeName,
      ...FakeSmartId.relyingParty,
      url: smartId.url.slice(0, -1),
      allowPrivateAddresses: true,
      trustFile,
      flow: "device-link"
    }
  }
})

beforeAll(async () => {
  writeFileSync(trustFile, authority)
  await service.start()
})

afterAll(async () => {
  await service.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true, force: true })
})

const start = {
  company: "ee-rannakindlustus",
  loginMethod: "SMART_ID",
  parameters: [{ type: "SMART_ID", personalCode: "40504040001", country: "EE" }]
} as const

const returnUrl = "http://localhost:3000/done"

const isShown = ({ extraInformation }: StatusObject): boolean => extraInformation?.QR_TEXT !== undefined

const begun = async (page: ConnectPage) => {
  const { collectionId } = await page.call<StatusObject>("POST", "/connect/collections", start, 201)
  const status = () => page.call<StatusObject>("GET", `/connect/collections/${collectionId}/status`)
  const { extraInformation } = await waitFor(status, isShown)
  assert.strictEqual(extraInformation?.APP_URL, smartId.appLink("est"))
  return status
}

/** Returns the path of the app's redirect, including the parameters that the app adds. */
const returnPath = (changed: Readonly<Record<string, string>> = {}): string => {
  const url = new URL(smartId.newest()[1].callbackUrl ?? assert.fail("no return address"))
  for (const [name, value] of Object.entries({ ...smartId.returned(), ...changed })) url.searchParams.set(name, value)
  return url.pathname + url.search
}

const signByLink = () => smartId.authenticate({ person: qualified, flowType: "Web2App" })

const collect = () => openSession(service.client, { purpose: "COLLECT" })

const endOf = async (status: () => Promise<StatusObject>): Promise<string> => (await waitFor(status, hasEnded)).status

describe("in a Connect session, a login by link", () => {
  it("completes when the app returns the person, and the address works once", { timeout: 60_000 }, async () => {
    const page = await collect()
    const status = await begun(page)
    signByLink()
    const path = returnPath()
    assert.strictEqual((await page.visit(path)).status, 200)
    assert.match(await endOf(status), /^COMPLETED/)
    assert.strictEqual((await new ConnectPage(service.client).visit(path)).status, 404, "the state is used")
  })

  it("completes without a return if the person scans the code instead", { timeout: 60_000 }, async () => {
    const status = await begun(await collect())
    smartId.authenticate({ person: qualified })
    assert.match(await endOf(status), /^COMPLETED/)
  })

  it("completes if the person returns before the provider knows", { timeout: 60_000 }, async () => {
    const page = await collect()
    const status = await begun(page)
    assert.strictEqual((await page.visit(returnPath())).status, 200)
    assert.strictEqual((await status()).status, "WAITING_FOR_USER_ACTION")
    signByLink()
    assert.match(await endOf(status), /^COMPLETED/)
  })

  it("gives nothing to the session if the link is forwarded to another person", { timeout: 60_000 }, async () => {
    const status = await begun(await collect())
    signByLink()
    assert.strictEqual((await new ConnectPage(service.client).visit(returnPath())).status, 200)
    assert.strictEqual(await endOf(status), "AUTHENTICATION_ERROR")
  })

  it("waits for the return of a person who has signed", { timeout: 60_000 }, async () => {
    const page = await collect()
    const status = await begun(page)
    signByLink()
    const polls = smartId.received.length
    await waitFor(
      () => Promise.resolve(smartId.received.length),
      (count) => count >= polls + 2
    )
    assert.strictEqual((await status()).status, "WAITING_FOR_USER_ACTION")
    await page.visit(returnPath())
    assert.match(await endOf(status), /^COMPLETED/)
  })

  it.each<[what: string, changed: Readonly<Record<string, string>>]>([
    ["another session's secret", { sessionSecretDigest: "U4CKK13H1XFiyBofev9asqrzIrY5_Gszi_nL_zDKkBd" }],
    ["the text of a device that did not sign", { userChallengeVerifier: "XtPfaGa8JnGtYrJjboooUf0KfY9sMEHr" }],
    ["an overlong text", { userChallengeVerifier: "a".repeat(1500) }]
  ])("ends after a return with %s", { timeout: 60_000 }, async (_, changed) => {
    const page = await collect()
    const status = await begun(page)
    signByLink()
    await page.visit(returnPath(changed))
    assert.strictEqual(await endOf(status), "AUTHENTICATION_ERROR")
  })

  it("ends if a stranger's certificate signed", { timeout: 60_000 }, async () => {
    const page = await collect()
    const status = await begun(page)
    smartId.authenticate({ person: ofOtherAuthority, flowType: "Web2App" })
    await page.visit(returnPath())
    assert.strictEqual(await endOf(status), "AUTHENTICATION_ERROR")
  })
})

describe("over the API, a login by link", () => {
  const signed = async () => {
    const user = await TestUser.make(service.client)
    const { collectionId } = (await user.withKey.post("/collections", { ...start, returnUrl }))
      .expect(201)
      .read<StatusObject>()
    const read = () => user.withKey.read<StatusObject>(`/collections/${collectionId}/status`)
    assert.strictEqual((await waitFor(read, isShown)).extraInformation?.APP_URL, smartId.appLink("est"))
    signByLink()
    return { user, collectionId, read }
  }

  it("returns to the client, and continues only with the user's confirmation", { timeout: 60_000 }, async () => {
    const { collectionId, read, user } = await signed()
    const answer = await new ConnectPage(service.client).visit(returnPath())
    const location = new URL(answer.headers.get("location") ?? assert.fail(`status ${answer.status}`))
    assert.strictEqual(location.origin + location.pathname, returnUrl)
    const code = location.searchParams.get("code")
    assert.isNotNull(code)
    assert.isUndefined((await read()).extraInformation?.APP_URL)
    assert.notMatch((await read()).status, /^COMPLETED/)
    const confirmed = await user.withKey.post(`/collections/${collectionId}/confirmation`, { code })
    assert.strictEqual(confirmed.status, 200)
    assert.match(await endOf(read), /^COMPLETED/)
  })

  it("ends with another user's confirmation", { timeout: 60_000 }, async () => {
    const { collectionId, read } = await signed()
    const answer = await new ConnectPage(service.client).visit(returnPath())
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code")
    const other = await TestUser.make(service.client)
    const { status } = await other.withKey.post(`/collections/${collectionId}/confirmation`, { code })
    assert.strictEqual(status, 404)
    assert.strictEqual(await endOf(read), "AUTHENTICATION_ERROR")
  })
})

describe("a consent at a bank, by link", () => {
  const request = {
    company: "ee-tuulepank",
    loginMethod: "SMART_ID",
    parameters: [...start.parameters, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
  }

  const created = async (more: object) => {
    const user = await TestUser.make(service.client)
    const { consentId } = (await user.post("/consents", { ...request, ...more })).expect(201).read<Consent>()
    const read = () => user.client.read<ConsentStatusObject>(`/consents/${consentId}/status`)
    return { user, consentId, read, shown: await waitFor(read, (status) => status.authInstructions !== undefined) }
  }

  const signed = async () => {
    const consent = await created({ returnUrl })
    assert.strictEqual(consent.shown.authInstructions?.appUrl, smartId.appLink("est"))
    signByLink()
    return consent
  }

  /** Returns the code in the redirect to the client, or null. */
  const codeOfReturn = async (changed?: Readonly<Record<string, string>>): Promise<string | null> => {
    const answer = await new ConnectPage(service.client).visit(returnPath(changed))
    const location = new URL(answer.headers.get("location") ?? assert.fail(`status ${answer.status}`))
    assert.strictEqual(location.origin + location.pathname, returnUrl)
    return location.searchParams.get("code")
  }

  const isOver = ({ pollingInterval }: ConsentStatusObject) => pollingInterval === undefined

  it("is authorized once the person is back and the client confirms its user", { timeout: 60_000 }, async () => {
    const { consentId, read, user } = await signed()
    const code = await codeOfReturn()
    assert.strictEqual((await read()).status, "AWAITING_AUTHORIZATION")
    assert.isUndefined((await read()).authInstructions)
    const confirmed = await user.post(`/consents/${consentId}/confirmation`, { code })
    assert.strictEqual(confirmed.status, 200)
    assert.strictEqual((await waitFor(read, isOver)).status, "AUTHORIZED")
    assert.strictEqual((await new ConnectPage(service.client).visit(returnPath())).status, 404, "the state is used")
  })

  it("fails with another user's confirmation", { timeout: 60_000 }, async () => {
    const { consentId, read } = await signed()
    const code = await codeOfReturn()
    const other = await TestUser.make(service.client)
    assert.strictEqual((await other.post(`/consents/${consentId}/confirmation`, { code })).status, 404)
    assert.strictEqual((await waitFor(read, isOver)).error?.code, "NOT_CONFIRMED")
  })

  it("fails after the return of a device that did not sign", { timeout: 60_000 }, async () => {
    const { read } = await signed()
    assert.isNull(await codeOfReturn({ userChallengeVerifier: "XtPfaGa8JnGtYrJjboooUf0KfY9sMEHr" }))
    assert.strictEqual((await waitFor(read, isOver)).error?.code, "REJECTED_BY_BANK")
  })

  const signedOnPage = async () => {
    const { userId } = await TestUser.make(service.client)
    const page = await openSession(service.client, { purpose: "CONSENT", userId, company: request.company })
    const asked = { ...request, parameters: [...start.parameters, { type: "PSD2_AIS_CONSENT" }] }
    const { consentId } = await page.call<Consent>("POST", "/connect/consents", asked, 201)
    const read = () => page.call<ConsentStatusObject>("GET", `/connect/consents/${consentId}/status`)
    await waitFor(read, ({ authInstructions }) => authInstructions?.appUrl !== undefined)
    signByLink()
    return { page, read, path: `/connect/consents/${consentId}/confirmation` }
  }

  it("is confirmed on the page of its Connect session", { timeout: 60_000 }, async () => {
    const { page, path, read } = await signedOnPage()
    const back = await page.visit(returnPath())
    const location = new URL(back.headers.get("location") ?? assert.fail(`status ${back.status}`))
    await page.call("POST", path, { code: location.searchParams.get("code") })
    assert.strictEqual((await waitFor(read, isOver)).status, "AUTHORIZED")
  })

  it("fails if the link is forwarded out of its Connect session", { timeout: 60_000 }, async () => {
    const { read } = await signedOnPage()
    assert.strictEqual((await new ConnectPage(service.client).visit(returnPath())).status, 200)
    assert.strictEqual((await waitFor(read, isOver)).error?.code, "NOT_CONFIRMED")
  })

  it("needs no return if the person scans the code, the only way without an address", { timeout: 60_000 }, async () => {
    const { read, shown } = await created({})
    assert.hasAllKeys(shown.authInstructions, ["animatedQrData"])
    smartId.authenticate({ person: qualified })
    assert.strictEqual((await waitFor(read, isOver)).status, "AUTHORIZED")
  })
})
