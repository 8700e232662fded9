/** A user who owns objects of every kind, and everything that the API shows about these objects. */
import { ScenarioCatalog, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { TestClient, HeaderFields } from "@sheaf/sandbox-site/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { assert } from "vitest"
import type { Ids } from "../Operations.ts"

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string }>
}

export interface Document {
  readonly documentId: string
  readonly product: string
}

const bank = "se-fjallbanken"

export class Owner {
  readonly #person: TestUser
  readonly byToken: HeaderFields
  readonly byBoth: HeaderFields

  private constructor(person: TestUser, key: string) {
    this.#person = person
    this.byToken = person.byToken
    this.byBoth = { ...person.byToken, "authorization-token": key }
  }

  static async make(client: TestClient, key: string): Promise<Owner> {
    return new Owner(await TestUser.make(client.with({ "authorization-token": key })), key)
  }

  get userId(): string {
    return this.#person.userId
  }

  async consent(): Promise<string> {
    const { client } = this.#person
    const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
    const answer = await client.post("/consents", { company: bank, parameters })
    const { consentId } = answer.expect(201).read<ConsentStatusObject>()
    await waitFor(
      () => client.read<ConsentStatusObject>(`/consents/${consentId}/status`),
      ({ authInstructions, pollingInterval }) => pollingInterval === undefined || authInstructions !== undefined
    )
    return consentId
  }

  async monitor(): Promise<string> {
    const { client, withKey } = this.#person
    const parameters = [
      { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" },
      { type: "SWEDISH_EID", personalNumber: "198112189876" }
    ]
    const request = { company: bank, loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK", parameters }
    const { consentId } = (await client.post("/consents", request)).expect(201).read<ConsentStatusObject>()
    await waitFor(
      () => client.read<ConsentStatusObject>(`/consents/${consentId}/status`),
      ({ status }) => status === "AUTHORIZED"
    )
    const created = await withKey.post("/monitors", { source: { consentId }, every: "P1D" })
    const { monitorId } = created.expect(201).read<{ readonly monitorId: string }>()
    // The first run changes the user's collections.
    await waitFor(
      () => withKey.read<{ readonly lastRun?: object }>(`/monitors/${monitorId}`),
      ({ lastRun }) => lastRun !== undefined
    )
    return monitorId
  }

  async connectSession(): Promise<string> {
    const { withKey } = this.#person
    const created = await withKey.post("/connect-sessions", { purpose: "COLLECT", userId: this.userId })
    return created.expect(201).read<{ readonly connectSessionId: string }>().connectSessionId
  }

  async collection(scenario: Scenario): Promise<string> {
    const { withKey } = this.#person
    const id = await withKey.begin(ScenarioCatalog.startRequestOf(scenario, "USERNAME_AND_PASSWORD"))
    await withKey.poll(
      id,
      ({ extraInformation, pollingInterval }) => pollingInterval === undefined || extraInformation !== undefined
    )
    return id
  }

  async documentOf(collectionId: string): Promise<Document> {
    for (const product of ["insurance", "wealth"]) {
      const path = `/collections/${collectionId}/${product}/data`
      const records = await this.#person.withKey.read<ReadonlyArray<Documented>>(path)
      const document = records.flatMap(({ documents = [] }) => documents)[0]
      if (document !== undefined) return { documentId: document.documentId, product }
    }
    return assert.fail("the collection has no document")
  }

  async everything({ collectionId, connectSessionId, consentId, userId }: Ids): Promise<ReadonlyArray<unknown>> {
    const paths = [
      `/collections/${collectionId}/status`,
      `/collections/${collectionId}/insurance/data`,
      `/collections/${collectionId}/wealth/data`,
      `/consents/${consentId}/status`,
      `/connect-sessions/${connectSessionId}`,
      `/users/${userId}`,
      `/users/${userId}/consents`,
      "/collections",
      "/consents"
    ]
    return Promise.all(
      paths.map(async (path) => {
        const { json, status } = await this.#person.sendWithKey(path)
        return { path, status, shown: status < 300 ? json : Object.assign({}, json, { requestId: undefined }) }
      })
    )
  }
}
