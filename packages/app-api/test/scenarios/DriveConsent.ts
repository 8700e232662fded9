/** Drives a scenario of consents over HTTP from what the list says of it alone, as a program would that knows nothing else. */
import { CheckedClient } from "@sheaf/adapters-http/testing"
import type { Speaker } from "@sheaf/adapters-http/testing"
import { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { isFinal } from "@sheaf/domain/ConsentStatus"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Schema } from "effect"
import { assert } from "vitest"
import * as BankPage from "../consents/BankPage.ts"
import { checkedFetch } from "../CheckedFetch.ts"
import * as Person from "../conformance/Person.ts"
import { until } from "../Until.ts"

const scenariosIn = Schema.decodeUnknownSync(Schema.Array(ConsentScenario))
const statusIn = Schema.decodeUnknownSync(ConsentStatusObject)

// What else is read of answers is in their documents, to which each of them is held.

interface Collection {
  readonly id: string
  readonly status: string
  readonly pollingInterval?: number
}

interface Account {
  readonly accountId: string
  readonly iban?: string
}

export interface DrivenConsent {
  readonly consentId: string
  /** The last thing that was seen. */
  readonly last: ConsentStatusObject
  /** How the collection under it ended, where the entry wants one. */
  readonly collected?: string
}

/** What an entry wants done, beside polling. */
type Deed = "collect" | "expire" | "redirect" | "revoke"

const allOf = ({ collect, expire, redirect, revoke }: ConsentScenario): Set<Deed> =>
  new Set([
    ...(redirect === undefined ? [] : (["redirect"] as const)),
    ...(collect ? (["collect"] as const) : []),
    ...(revoke ? (["revoke"] as const) : []),
    ...(expire ? (["expire"] as const) : [])
  ])

export class ConsentDriver {
  readonly speaker: Speaker.Speaker
  /** What it sent or was given that is nobody else's affair. */
  readonly secrets = new Set<string>()
  readonly #dataDir: string
  readonly #send: CheckedClient.Send

  /** `base` is the address of a service in sandbox mode with its demonstration key, and `dataDir` its folder. */
  constructor(base: string, dataDir: string, speaker: Speaker.Speaker) {
    this.speaker = speaker
    this.#dataDir = dataDir
    this.#send = CheckedClient.make({
      base,
      headers: { "authorization-token": "sheaf-demo", "service-version": speaker.version },
      fetch: checkedFetch
    })
  }

  async scenarios(): Promise<ReadonlyArray<ConsentScenario>> {
    return scenariosIn((await this.#send("/sandbox/consent-scenarios")).json)
  }

  readonly #post = (path: string, body?: unknown): Promise<CheckedClient.Answer> =>
    this.#send(path, { method: "POST", ...(body !== undefined && { body: JSON.stringify(body) }) })

  async #makePerson(): Promise<Person.Person> {
    const person = await Person.make({ send: this.#send, post: this.#post })
    this.secrets.add(person.token).add(person.externalId)
    return person
  }

  /** Decides on the page of the bank, and goes where the bank sends the person. */
  async #decide(url: string, decision: string): Promise<void> {
    const { origin, pathname, search } = new URL(await BankPage.press(this.#dataDir, url, decision))
    this.secrets.add(new URL(url).pathname.split("/").at(-1) ?? url).add(pathname.split("/").at(-1) ?? pathname)
    const answer = await checkedFetch(new Request(origin + pathname + search, { headers: { accept: "text/html" } }))
    assert.strictEqual(answer.status, 200)
    assert.include(await answer.text(), "<html")
  }

  /** Collects under a consent, and gives the status in which that ends. */
  async #collect(person: Person.Person, company: string, consentId: string): Promise<string> {
    const parameters = [{ type: "STORED_CONSENT" as const, consentId, psuIpAddress: "192.0.2.17" }]
    const { data, starts, status } = this.speaker.wealth
    const body = JSON.stringify(this.speaker.start({ company, parameters }))
    const started = await person.sendWithKey(starts, { method: "POST", body })
    assert.strictEqual(started.status, this.speaker.accepted.start, started.text)
    const { id } = started.json as Collection
    const ended = await until(
      async () => (await person.sendWithKey(status(id))).json as Collection,
      ({ pollingInterval }) => pollingInterval === undefined
    )
    if (ended.status !== "COMPLETED") return ended.status
    const accounts = (await person.sendWithKey(data(id))).json as ReadonlyArray<Account>
    for (const { accountId, iban } of accounts) this.secrets.add(accountId).add(iban ?? accountId)
    return ended.status
  }

  async drive(entry: ConsentScenario, loginMethod: LoginMethod | undefined): Promise<DrivenConsent> {
    const { company, finalStatus, parameters, redirect, scenario, visits } = entry
    const person = await this.#makePerson()
    for (const parameter of parameters) {
      if (parameter.type === "SWEDISH_EID") this.secrets.add(parameter.personalNumber)
    }
    const created = await person.post("/consents", { company, ...(loginMethod && { loginMethod }), parameters })
    assert.strictEqual(created.status, 201, `${scenario}: ${created.text}`)
    const { consentId } = created.json as { readonly consentId: string }
    const todo = allOf(entry)
    let collected: string | undefined
    const act = async ({ authInstructions, status }: ConsentStatusObject): Promise<void> => {
      const redirectUrl = authInstructions?.redirectUrl
      if (todo.has("redirect")) {
        if (redirectUrl === undefined || redirect === undefined) return
        todo.delete("redirect")
        await this.#decide(redirectUrl, redirect)
      } else if (todo.has("collect") && status === "AUTHORIZED") {
        todo.delete("collect")
        collected = await this.#collect(person, company, consentId)
      } else if (todo.has("revoke") && status === "AUTHORIZED") {
        todo.delete("revoke")
        const revoked = await person.send(`/consents/${consentId}`, { method: "DELETE" })
        assert.strictEqual(revoked.status, 200, `${scenario}: ${revoked.text}`)
      } else if (todo.has("expire") && status === visits.at(-2)) {
        todo.delete("expire")
        const expired = await this.#post(`/sandbox/consents/${consentId}/expire`)
        assert.strictEqual(expired.status, 202, `${scenario}: ${expired.text}`)
      }
    }
    const last = await until(
      async () => {
        const seen = statusIn((await person.send(`/consents/${consentId}/status`)).json)
        const isDone = todo.size === 0
        await act(seen)
        return { seen, isDone }
      },
      ({ isDone, seen: { status } }) => isFinal(status) || (isDone && status === finalStatus)
    )
    assert.deepStrictEqual([...todo], [], `${scenario}: there was an occasion for all that it wants done`)
    return { consentId, last: last.seen, ...(collected !== undefined && { collected }) }
  }
}
