/** `sheaf users export` and `sheaf users erase` while the service runs (spec 5). */
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import { assert, it } from "vitest"
import * as Requests from "../recovery/Requests.ts"
import { login, plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import { sheafPrints, sheafFails } from "../Tools.ts"

const service = TestService.forAll()
const { client } = service

interface Exported {
  readonly user: { readonly userId: string; readonly externalId: string }
  readonly consents: ReadonlyArray<{ readonly consentId: string }>
  readonly collections: ReadonlyArray<{
    readonly collectionId: string
    readonly history: ReadonlyArray<{ readonly status: string }>
    readonly wealth?: ReadonlyArray<{ readonly id: string }>
    readonly documents: ReadonlyArray<{
      readonly documentId: string
      readonly product: string
      readonly content: string
    }>
  }>
  readonly events: ReadonlyArray<{ readonly type: string }>
}

it("exports all data of one user, and erases it", async () => {
  const [user, other] = [await TestUser.make(client), await TestUser.make(client)]
  const collect = async (by: TestUser): Promise<string> => {
    const id = await by.withKey.begin(plainStart)
    await waitFor(() => by.withKey.status(id), hasEnded)
    return id
  }
  const [collectionId, otherId] = [await collect(user), await collect(other)]
  const consentId = await Requests.create(user, Requests.byPage)

  const export_ = ["users", "export", "--client", "demo"]
  const text = await sheafPrints(service, ...export_, "--external-id", user.externalId)
  const exported: Exported = JSON.parse(text)
  assert.deepInclude(exported.user, { userId: user.userId, externalId: user.externalId })
  assert.deepStrictEqual(
    exported.consents.map((consent) => consent.consentId),
    [consentId]
  )
  const [collection, ...more] = exported.collections
  assert.strictEqual(collection?.collectionId, collectionId)
  assert.isEmpty(more)
  assert.strictEqual(collection?.history.at(-1)?.status, "COMPLETED")
  const served = await client.read<ReadonlyArray<{ readonly id: string }>>(`/collections/${collectionId}/wealth/data`)
  assert.deepStrictEqual(collection?.wealth, [...served])
  for (const { content, documentId, product } of collection?.documents ?? []) {
    const { bytes } = await client.send(`/collections/${collectionId}/${product.toLowerCase()}/document/${documentId}`)
    assert.strictEqual(Buffer.from(bytes).toString("base64"), content)
  }
  assert.isNotEmpty(collection?.documents)
  assert.include(
    exported.events.map(({ type }) => type),
    "collection.completed"
  )
  for (const absent of [otherId, other.userId, login.password]) assert.notInclude(text, absent)

  const erase = ["users", "erase", "--client", "demo", "--user", user.userId]
  assert.strictEqual(await sheafPrints(service, ...erase), user.userId)
  assert.strictEqual((await user.client.send("/consents")).status, 401)
  assert.strictEqual((await client.send(`/users/${user.userId}`)).status, 404)
  assert.strictEqual(await sheafFails(service, ...erase), "the client has no such user")
  assert.strictEqual((await client.send(`/users/${other.userId}`)).status, 200)

  assert.include(await sheafFails(service, ...export_), "set --user or --external-id")
  const audited = await sheafPrints(service, "audit", "list", "--client", "demo")
  for (const action of ["DATA_EXPORTED", "USER_ERASED"]) {
    assert.match(audited, new RegExp(`${action}\\ttype=COMMAND_LINE .*userId=${user.userId}`))
  }
})
