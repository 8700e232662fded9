/** A user with an object of every kind, and what of them can be seen. */
import type { CheckedClient } from "@sheaf/adapters-http/testing"
import type { Scenario } from "@sheaf/domain/Scenario"
import { assert } from "vitest"
import * as Sandbox from "../Sandbox.ts"
import { until } from "../Until.ts"
import type { Ids } from "../Operations.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** A status object of either kind, as far as it is looked at. */
interface Seen {
  readonly id: string
  readonly pollingInterval?: number
  readonly extraInformation?: object
  readonly authInstructions?: object
}

/** Whether nothing moves any more until somebody does something. */
const isAsking = ({ authInstructions, extraInformation, pollingInterval }: Seen): boolean =>
  pollingInterval === undefined || authInstructions !== undefined || extraInformation !== undefined

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string }>
}

export interface Document {
  readonly documentId: string
  /** As it stands in paths. */
  readonly product: string
}

interface Made {
  readonly userId: string
  readonly token: string
  readonly consentId: string
}

/** The bank of the consents. */
const bank = "se-fjallbanken"

export class Owner {
  readonly userId: string
  readonly token: string
  readonly #send: CheckedClient.Send
  readonly #key: string

  private constructor(send: CheckedClient.Send, key: string, { token, userId }: Made) {
    this.#send = send
    this.#key = key
    this.token = token
    this.userId = userId
  }

  /** Makes somebody known to the client that holds a key. */
  static async make(send: CheckedClient.Send, key: string): Promise<Owner> {
    const headers = { "authorization-token": key }
    const body = JSON.stringify({ externalId: `somebody ${crypto.randomUUID()}` })
    const user = await send("/users", { method: "POST", headers, body })
    const { userId } = user.json as Made // the answer fits its document
    const session = await send(`/users/${userId}/sessions`, { method: "POST", headers })
    return new Owner(send, key, session.json as Made) // the answer fits its document
  }

  /** The token alone, and with the key beside it. */
  get byToken(): Headers {
    return { "authorization-token": undefined, authorization: `Bearer ${this.token}` }
  }

  get byBoth(): Headers {
    return { "authorization-token": this.#key, authorization: `Bearer ${this.token}` }
  }

  async consent(): Promise<string> {
    const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
    const body = JSON.stringify({ company: bank, parameters })
    const answer = await this.#send("/consents", { method: "POST", headers: this.byToken, body })
    assert.strictEqual(answer.status, 201, answer.text)
    const { consentId } = answer.json as Made // the answer fits its document
    await until(() => this.#seen(`/consents/${consentId}/status`), isAsking)
    return consentId
  }

  /** A collection that has stopped, or ended. */
  async collection(scenario: Scenario): Promise<string> {
    const body = JSON.stringify(Sandbox.startOf(scenario, "USERNAME_AND_PASSWORD"))
    const answer = await this.#send("/collections", { method: "POST", headers: this.byBoth, body })
    assert.strictEqual(answer.status, 201, answer.text)
    const { id } = answer.json as Seen // the answer fits its document
    await until(() => this.#seen(`/collections/${id}/status`), isAsking)
    return id
  }

  async #seen(path: string): Promise<Seen> {
    return (await this.#send(path, { headers: this.byBoth })).json as Seen // the answer fits its document
  }

  /** A document of a collection that has ended with data. */
  async documentOf(collectionId: string): Promise<Document> {
    for (const product of ["insurance", "wealth"]) {
      const path = `/collections/${collectionId}/${product}/data`
      const records = (await this.#send(path, { headers: this.byBoth })).json as ReadonlyArray<Documented>
      const document = records.flatMap(({ documents = [] }) => documents)[0]
      if (document !== undefined) return { documentId: document.documentId, product }
    }
    return assert.fail("the collection has no document")
  }

  /** All that can be seen of these objects, without the ids of requests. */
  async everything({ collectionId, consentId, userId }: Ids): Promise<ReadonlyArray<unknown>> {
    const paths = [
      `/collections/${collectionId}/status`,
      `/collections/${collectionId}/insurance/data`,
      `/collections/${collectionId}/wealth/data`,
      `/consents/${consentId}/status`,
      `/users/${userId}`,
      `/users/${userId}/consents`,
      "/collections",
      "/consents"
    ]
    return Promise.all(
      paths.map(async (path) => {
        const { json, status } = await this.#send(path, { headers: this.byBoth })
        return { path, status, shown: status < 300 ? json : Object.assign({}, json, { requestId: undefined }) }
      })
    )
  }
}
