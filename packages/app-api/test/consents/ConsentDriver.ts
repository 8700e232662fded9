/** Drives a consent scenario over HTTP, using only its entry in the catalog. */
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import type { ConsentScenario } from "@sheaf/adapters-sandbox/scenarios"
import { isFinal } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { assert } from "vitest"
import * as BankPage from "./BankPage.ts"

interface Account {
  readonly accountId: string
  readonly iban?: string
}

/** The headers that a browser sends when it returns from the bank. */
const browser = { "authorization-token": undefined, "service-version": undefined, accept: "text/html" }

export interface DrivenConsent {
  readonly consentId: string
  readonly last: ConsentStatusObject
  readonly collected?: string
}

const deeds = ["answers", "collect", "expire", "presses", "redirect", "revoke"] as const

const deedsOf = (scenario: ConsentScenario) => new Set(deeds.filter((deed) => scenario[deed]))

export class ConsentDriver {
  readonly client: TestClient
  /** Every personal value that was sent or received in the run. */
  readonly secrets = new Set<string>()
  readonly #dataDir: string

  constructor(client: TestClient, dataDir: string) {
    this.client = client
    this.#dataDir = dataDir
  }

  async #makePerson(): Promise<TestUser> {
    const person = await TestUser.make(this.client)
    this.secrets.add(person.token).add(person.externalId)
    return person
  }

  async #decide(url: string, decision: string): Promise<string | undefined> {
    const page = await BankPage.open(url, BankPage.trustOf(this.#dataDir))
    const { pathname, search, searchParams } = new URL(await BankPage.press(this.#dataDir, page, decision))
    const state = searchParams.get("state") ?? pathname.split("/").at(-1) ?? pathname
    this.secrets.add(new URL(page).pathname.split("/").at(-1) ?? page).add(state)
    for (const code of searchParams.getAll("code")) this.secrets.add(code)
    const answer = await this.client.send(pathname + search, { headers: browser })
    const location = answer.header("location")
    if (location === undefined) assert.include(answer.expect(200).text, "<html")
    else answer.expect(303)
    return location
  }

  async #confirm(person: TestUser, consentId: string, location: string, confirm: string): Promise<void> {
    const code = new URL(location).searchParams.get("code") ?? assert.fail("no code")
    this.secrets.add(code)
    const isRight = confirm === "code"
    const answer = await person.post(`/consents/${consentId}/confirmation`, { code: isRight ? code : "another" })
    answer.expect(isRight ? 200 : 409)
  }

  async #collect({ withKey }: TestUser, company: string, consentId: string): Promise<string> {
    const parameters = [{ type: "STORED_CONSENT" as const, consentId, psuIpAddress: "192.0.2.17" }]
    const id = await withKey.begin({ company, parameters })
    const { status } = await withKey.poll(id, hasEnded)
    if (status !== "COMPLETED") return status
    const accounts = await withKey.read<ReadonlyArray<Account>>(withKey.dialect.wealth.data(id))
    for (const { accountId, iban } of accounts) this.secrets.add(accountId).add(iban ?? accountId)
    return status
  }

  async drive(entry: ConsentScenario, loginMethod: LoginMethod.LoginMethod | undefined): Promise<DrivenConsent> {
    const { company, confirm, finalStatus, parameters, redirect, returnUrl, scenario, visits } = entry
    const person = await this.#makePerson()
    for (const parameter of parameters) {
      if (parameter.type === "SWEDISH_EID") this.secrets.add(parameter.personalNumber)
      if (parameter.type === "MOBILE_ID") this.secrets.add(parameter.personalCode).add(parameter.phoneNumber)
    }
    const returning = { ...(returnUrl !== undefined && { returnUrl, state: "state" }) }
    const own = loginMethod && LoginMethod.describe(loginMethod).parameter
    const sent = parameters.filter(
      ({ type }) => type === own || !LoginMethod.parameterTypes.some((each) => each === type)
    )
    const request = { company, ...(loginMethod && { loginMethod }), parameters: sent, ...returning }
    const created = await person.post("/consents", request)
    const { consentId } = created.expect(201).read<ConsentStatusObject>()
    const todo = deedsOf(entry)
    let collected: string | undefined
    const answers = [...(entry.answers ?? [])]
    const act = async ({ authInstructions, status }: ConsentStatusObject): Promise<void> => {
      const { orderPageUrl, redirectUrl } = authInstructions ?? {}
      if (todo.has("redirect")) {
        if (redirectUrl === undefined || redirect === undefined) return
        todo.delete("redirect")
        const location = await this.#decide(redirectUrl, redirect)
        assert.strictEqual(
          location?.startsWith(`${returnUrl}?state=state&consentId=${consentId}`),
          returnUrl === undefined ? undefined : true
        )
        if (location !== undefined && confirm) await this.#confirm(person, consentId, location, confirm)
      } else if (todo.has("presses")) {
        if (orderPageUrl === undefined) return
        todo.delete("presses")
        this.secrets.add(orderPageUrl)
        for (const press of entry.presses ?? []) {
          assert.strictEqual(await this.client.press(orderPageUrl, press), 303)
        }
      } else if (todo.has("answers")) {
        const { twoFactorInstruction, twoFactorMethods } = authInstructions ?? {}
        const asked = twoFactorMethods ? "TWO_FACTOR_CHOICE" : twoFactorInstruction && "TWO_FACTOR_CODE"
        const [answer] = answers
        if (answer === undefined || answer.type !== asked) return
        answers.shift()
        if (answers.length === 0) todo.delete("answers")
        const answered = await person.post(`/consents/${consentId}/supplement-info`, answer)
        assert.notProperty(answered.expect(202).read<ConsentStatusObject>(), "authInstructions")
      } else if (todo.has("collect") && status === "AUTHORIZED") {
        todo.delete("collect")
        collected = await this.#collect(person, company, consentId)
      } else if (todo.has("revoke") && status === "AUTHORIZED") {
        todo.delete("revoke")
        const revoked = await person.client.delete(`/consents/${consentId}`)
        revoked.expect(200)
      } else if (todo.has("expire") && status === visits.at(-2)) {
        todo.delete("expire")
        const expired = await this.client.post(`/sandbox/consents/${consentId}/expire`)
        expired.expect(202)
      }
    }
    const read = person.client.follow<ConsentStatusObject>(`/consents/${consentId}/status`)
    const last = await waitFor(
      async () => {
        const seen = await read()
        const isDone = todo.size === 0
        await act(seen)
        return { seen, isDone }
      },
      ({ isDone, seen: { status } }) => isFinal(status) || (isDone && status === finalStatus)
    )
    assert.deepStrictEqual([...todo], [], `${scenario}: every action was taken`)
    return { consentId, last: last.seen, ...(collected !== undefined && { collected }) }
  }
}
