/**
 * Callers can neither see nor change other callers' objects (spec 5). For every published operation that takes an id,
 * the tests send a request as each kind of caller that does not own the object. New operations are therefore covered
 * automatically.
 */
import { ScenarioCatalog, demoApiKey, hasEnded } from "@sheaf/sandbox-site/testing"
import type { TestResponse } from "@sheaf/sandbox-site/testing"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { assert, beforeAll, describe, it } from "vitest"
import * as Operations from "../Operations.ts"
import type { Ids, Operation } from "../Operations.ts"
import { Owner } from "./Owner.ts"
import type { Document } from "./Owner.ts"
import * as TestService from "../TestService.ts"
import * as Tools from "../Tools.ts"

const nobodys: Ids = {
  collectionId: "019a0000-0000-7000-8000-0000000000ff",
  documentId: "019a0000-0000-4000-8000-0000000000ff",
  accountId: "019a0000-0000-4000-8000-0000000000fe",
  userId: "019a0000-0000-7000-8000-0000000000ff",
  consentId: "019a0000-0000-7000-8000-0000000000ff",
  connectSessionId: "019a0000-0000-7000-8000-0000000000ff",
  endpointId: "019a0000-0000-7000-8000-0000000000ff",
  eventId: "019a0000-0000-7000-8000-0000000000ff",
  monitorId: "019a0000-0000-7000-8000-0000000000ff"
}

const { client, dataDir } = TestService.forAll()
const { send } = client
let scenarios: ReadonlyArray<Scenario>
let otherKey: string

const sheaf = (...words: ReadonlyArray<string>) => Tools.sheafPrints({ folder: dataDir, dataDir }, ...words)

const scenario = (name: string): Scenario => ScenarioCatalog.findScenario(scenarios, name)

const endpoint = async (): Promise<string> => {
  const created = await client.post("/webhook-endpoints", { url: "http://127.0.0.1:9/" })
  return created.expect(201).read<{ readonly endpointId: string }>().endpointId
}

const eventOf = async (): Promise<string> => {
  const [event] = await client.read<ReadonlyArray<{ readonly eventId: string }>>("/events?limit=1")
  return event?.eventId ?? assert.fail("the client has no event")
}

const waiting = async (owner: Owner, { documentId }: Document): Promise<Ids> => ({
  collectionId: await owner.collection(scenario("two-factor")),
  documentId,
  accountId: nobodys.accountId,
  userId: owner.userId,
  consentId: await owner.consent(),
  connectSessionId: await owner.connectSession(),
  endpointId: await endpoint(),
  eventId: await eventOf(),
  monitorId: await owner.monitor()
})

const withoutRequest = ({ json }: TestResponse) => Object.assign({}, json, { requestId: undefined })

type Strangers = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>

beforeAll(async () => {
  scenarios = await client.scenarios()
  otherKey = await sheaf("keys", "create", "--client", await sheaf("clients", "create", "--name", "Another"))
})

describe("an operation with an id", () => {
  let maja: Owner
  let document: Document
  let completed: string
  let ids: Ids
  let strangers: { readonly ofKeys: Strangers; readonly ofTokens: Strangers }
  let before: ReadonlyArray<unknown>

  beforeAll(async () => {
    maja = await Owner.make(client, demoApiKey)
    const nils = await Owner.make(client, demoApiKey)
    const other = await Owner.make(client, otherKey)
    completed = await maja.collection(scenario("completed"))
    document = await maja.documentOf(completed)
    ids = await waiting(maja, document)
    strangers = {
      ofKeys: {
        "another client": { "authorization-token": otherKey },
        "another client's user": other.byBoth,
        "another user": nils.byBoth
      },
      ofTokens: {
        "another client's user": other.byToken,
        "another user": nils.byToken,
        "another user with the key": nils.byBoth
      }
    }
    before = await maja.everything(ids)
  })

  it("exists for every kind of object, in both versions", () => {
    for (const name of Operations.objects) {
      for (const version of name === "accountId" ? ["2026-04-01"] : ["2025-01-01", "2026-04-01"]) {
        const asked = Operations.ownedOperations.filter((operation) => operation.version === version)
        assert.isTrue(
          asked.some((operation) => Operations.namesIn(operation).includes(name)),
          `${name} ${version}`
        )
      }
    }
    const known: ReadonlyArray<string> = Operations.objects
    for (const operation of Operations.ownedOperations) {
      for (const name of Operations.namesIn(operation)) assert.include(known, name, Operations.describe(operation))
    }
  })

  /** Operations that read data get the id of the completed collection. */
  const idsFor = (operation: Operation, of: Ids): Ids =>
    Operations.readsData(operation) ? { ...of, collectionId: completed } : of

  describe.each(Operations.ownedOperations.map((operation) => [Operations.describe(operation), operation] as const))(
    "%s",
    (_, operation) => {
      it("returns the same to strangers as for an unknown id", async () => {
        const group = operation.ofUser ? strangers.ofTokens : strangers.ofKeys
        for (const [who, headers] of Object.entries(group)) {
          const theirs = await Operations.callOperation(send, operation, idsFor(operation, ids), headers)
          const none = await Operations.callOperation(send, operation, nobodys, headers)
          assert.strictEqual(theirs.status, 404, `${who}: ${theirs.text}`)
          assert.strictEqual(theirs.problem.code, "NOT_FOUND", who)
          assert.deepStrictEqual(withoutRequest(theirs), withoutRequest(none), who)
        }
      })
    }
  )

  it("changes nothing when strangers call it", async () => {
    assert.deepStrictEqual(await maja.everything(ids), before)
  })

  /** Creates a collection only if the operation needs one, because starting a collection takes time. */
  const collectionFor = async (owner: Owner, names: ReadonlyArray<string>): Promise<string> =>
    names.includes("collectionId") ? owner.collection(scenario("two-factor")) : nobodys.collectionId

  it.each(Operations.ownedOperations.map((operation) => [Operations.describe(operation), operation] as const))(
    "works for its owner: %s",
    async (_, operation) => {
      const isRead = Operations.readsData(operation)
      const owner = isRead ? maja : await Owner.make(client, demoApiKey)
      const names = Operations.namesIn(operation)
      const own: Ids = {
        documentId: document.documentId,
        accountId: nobodys.accountId,
        userId: owner.userId,
        collectionId: isRead ? completed : await collectionFor(owner, names),
        consentId: names.includes("consentId") ? await owner.consent() : nobodys.consentId,
        connectSessionId: names.includes("connectSessionId") ? await owner.connectSession() : nobodys.connectSessionId,
        endpointId: names.includes("endpointId") ? await endpoint() : nobodys.endpointId,
        eventId: await eventOf(),
        monitorId: names.includes("monitorId") ? await owner.monitor() : nobodys.monitorId
      }
      const byKey = { "authorization-token": demoApiKey }
      const headers = Operations.isOfClient(operation) ? byKey : owner.byBoth
      const answer = await Operations.callOperation(send, operation, own, operation.ofUser ? owner.byToken : headers)
      // Removes the endpoint, because a client can have only a few.
      await client.delete(`/webhook-endpoints/${own.endpointId}`)
      // A request for an account finds nothing, because the collection has no account. A document is found only under
      // the path of its own product, but the test requests it under both products.
      const isElsewhere =
        names.includes("accountId") ||
        (names.includes("documentId") && !operation.template.includes(`/${document.product}/`))
      if (isElsewhere) assert.strictEqual(answer.status, 404)
      else assert.notInclude([401, 403, 404], answer.status, answer.text)
    }
  )
})

describe("the ids of records and documents", () => {
  interface Identified {
    readonly id: string
    readonly idStable: boolean
    readonly documents?: ReadonlyArray<{ readonly documentId: string; readonly idStable: boolean }>
  }

  it("stay the same when a client collects again, and differ between clients", async () => {
    const idsOf = async (key: string): Promise<ReadonlyArray<string>> => {
      const own = client.with({ "authorization-token": key })
      const id = await own.begin(ScenarioCatalog.startRequestOf(scenario("completed"), "USERNAME_AND_PASSWORD"))
      await own.poll(id, hasEnded)
      const paths = ["insurance", "wealth"].map((product) => `/collections/${id}/${product}/data`)
      const records = (await Promise.all(paths.map((path) => own.read<ReadonlyArray<Identified>>(path)))).flat()
      const stable = [...records, ...records.flatMap(({ documents = [] }) => documents)]
      assert.isTrue(stable.every(({ idStable }) => idStable))
      return records.flatMap(({ documents = [], id: recordId }) => [
        recordId,
        ...documents.map(({ documentId }) => documentId)
      ])
    }
    const [first, again, other] = await Promise.all([demoApiKey, demoApiKey, otherKey].map(idsOf))
    assert.deepStrictEqual(again, first)
    assert.isAbove(first?.length ?? 0, 4)
    assert.strictEqual(new Set([...(first ?? []), ...(other ?? [])]).size, 2 * (first?.length ?? 0))
  })
})

describe("after the erasure of a user,", () => {
  const isOf = (name: string) => (operation: Operation) => Operations.namesIn(operation).includes(name)
  const ofPersons = Operations.ownedOperations.filter((each) => isOf("userId")(each) || isOf("consentId")(each))
  const ofCollections = Operations.ownedOperations.filter((each) => isOf("collectionId")(each))

  let vera: Owner
  let nils: Owner
  let ids: Ids
  let ended: Ids

  beforeAll(async () => {
    vera = await Owner.make(client, demoApiKey)
    nils = await Owner.make(client, demoApiKey)
    const completed = await vera.collection(scenario("completed"))
    ids = await waiting(vera, await vera.documentOf(completed))
    ended = { ...ids, collectionId: completed }
    const erased = await send(`/users/${vera.userId}`, { method: "DELETE" })
    assert.strictEqual(erased.status, 204)
  })

  it.each(ofPersons.map((operation) => [Operations.describe(operation), operation] as const))(
    "nobody can access the user or the consents: %s",
    async (_, operation) => {
      const others = operation.ofUser ? [nils.byToken] : [{}, nils.byBoth]
      for (const headers of others) {
        const answer = await Operations.callOperation(send, operation, ids, headers)
        assert.strictEqual(answer.status, 404, answer.text)
      }
      const headers = operation.ofUser ? vera.byToken : vera.byBoth
      assert.strictEqual((await Operations.callOperation(send, operation, ids, headers)).problem.code, "INVALID_TOKEN")
    }
  )

  /**
   * The expected HTTP statuses after the erasure. The client can still read how a collection ended, but not its data.
   */
  const expectedOf = (operation: Operation): { readonly running: number; readonly completed: number } => {
    if (Operations.readsData(operation)) return { running: 409, completed: 410 }
    if (operation.method === "GET") return { running: 200, completed: 200 }
    // A confirmation needs the user's own token.
    if (operation.template.endsWith("/confirmation")) return { running: 401, completed: 401 }
    return operation.method === "DELETE" ? { running: 204, completed: 204 } : { running: 409, completed: 409 }
  }

  it.each(ofCollections.map((operation) => [Operations.describe(operation), operation] as const))(
    "collections have no data: %s",
    async (_, operation) => {
      const { completed, running } = expectedOf(operation)
      for (const [of, status] of [[ids, running] as const, [ended, completed] as const]) {
        const headers = vera.byBoth
        assert.strictEqual((await Operations.callOperation(send, operation, of, headers)).problem.code, "INVALID_TOKEN")
        assert.strictEqual((await Operations.callOperation(send, operation, of, nils.byBoth)).status, 404)
        const answer = await Operations.callOperation(send, operation, of, {})
        assert.strictEqual(answer.status, status, answer.text)
        assert.notInclude(answer.text, "documentId")
      }
    }
  )

  it("the client's key can still read how the collections ended", async () => {
    const statusOf = async ({ collectionId }: Ids) => (await send(`/collections/${collectionId}/status`)).json
    const failed = { status: "FAILED", extraInformation: { FAILURE_REASON: { code: "USER_ERASED" } } }
    assert.containsSubset(await statusOf(ids), failed)
    assert.containsSubset(await statusOf(ended), { status: "COMPLETED" })
  })
})
