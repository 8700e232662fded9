/** A service that is killed while no bank responds keeps its promises after the restart (spec 3.4). */
import { hasEnded, TestUser, until } from "@sheaf/adapters-http/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { assert, describe, it } from "vitest"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { BankFiles, ConsentHistory } from "../../src/testing/index.ts"
import * as BankOutage from "./BankOutage.ts"
import * as BankPage from "../consents/BankPage.ts"
import { withService } from "../TestService.ts"
import { bank, byElectronicId, byPage, create, people, poll, statusOf, username } from "./Requests.ts"

const redirectUrlOf = async (person: TestUser, consentId: string): Promise<string> => {
  const { authInstructions } = await poll(person, consentId, "AWAITING_AUTHORIZATION")
  return authInstructions?.redirectUrl ?? assert.fail("there is no page")
}

const authorized = async (person: TestUser): Promise<string> => {
  const consentId = await create(person, byElectronicId(people.signs))
  await poll(person, consentId, "AUTHORIZED")
  return consentId
}

/** Starts a collection under a consent. */
const collect = ({ withKey }: TestUser, consentId: string): Promise<string> => {
  const parameters = [{ type: "STORED_CONSENT" as const, consentId, psuIpAddress: "192.0.2.17" }]
  return withKey.begin({ company: bank, parameters })
}

/** Reads the progress of a user's erasure. */
const erasureOf = (dataDir: string, userId: string) => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
  const question = `SELECT erasure_finished_at IS NOT NULL AS finished,
    (SELECT count(*) FROM consent WHERE user_id = app_user.id AND scope IS NOT NULL) AS consents
    FROM app_user WHERE id = ?`
  try {
    return { ...database.prepare(question).get(userId) }
  } finally {
    database.close()
  }
}

describe.concurrent("a service that is killed while no bank responds", { timeout: 180_000 }, () => {
  it("continues all consents and the collections under them after the restart", () =>
    withService({}, async (service) => {
      const { client, dataDir } = service
      ConsentHistory.record(dataDir)
      const person = await TestUser.make(client)
      const settled = await authorized(person)
      const [undecided, approved] = [await create(person, byPage), await create(person, byPage)]
      const [page, otherPage] = [await redirectUrlOf(person, undecided), await redirectUrlOf(person, approved)]
      const signing = await create(person, byElectronicId(people.takesTime, "TEST"))
      await poll(person, signing, "AWAITING_AUTHORIZATION")
      const back = await BankPage.press(dataDir, otherPage, "approve")
      BankOutage.begin(dataDir)
      const made = await create(person, byElectronicId(people.signs))
      const reading = await collect(person, settled)
      await client.poll(reading, ({ status }) => status === "COLLECTING")
      const begun = await collect(person, settled)
      await service.kill()
      BankOutage.end(dataDir)
      await service.start()

      assert.strictEqual(await redirectUrlOf(person, undecided), page)
      await BankPage.press(dataDir, page, "approve")
      const all = [settled, undecided, approved, signing, made]
      for (const consentId of all) await poll(person, consentId, "AUTHORIZED")
      const { pathname, search } = new URL(back)
      const browser = { "authorization-token": undefined, "service-version": undefined, accept: "text/html" }
      const returned = await client.send(pathname + search, { headers: browser })
      assert.strictEqual(returned.status, 200, "a person who returns late sees the result")
      const histories = ConsentHistory.read(dataDir)
      for (const consentId of all) {
        const visited = histories.get(consentId)?.map(({ status }) => status)
        assert.deepStrictEqual(visited, ["INITIATED", "AWAITING_AUTHORIZATION", "AUTHORIZED"])
      }
      const kept = BankFiles.all(dataDir).map(({ status }) => status)
      assert.deepStrictEqual(kept, Array(all.length).fill("valid"), "the bank has each consent once")
      for (const id of [reading, begun]) {
        assert.strictEqual((await client.poll(id, hasEnded)).status, "COMPLETED")
        assert.lengthOf(await client.read<ReadonlyArray<object>>(`/collections/${id}/wealth/data`), 4)
      }
    }))

  it("tells the banks about revocations, and finishes an erasure, after the restart", () =>
    withService({}, async (service) => {
      const { client, dataDir } = service
      const [person, leaver] = [await TestUser.make(client), await TestUser.make(client)]
      const waiting = await create(person, byPage)
      await redirectUrlOf(person, waiting)
      const consents = [await authorized(person), waiting]
      await authorized(leaver)
      const id = await leaver.withKey.begin(username("two-factor"))
      await client.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
      BankOutage.begin(dataDir)
      const revoked = await Promise.all(
        consents.map(async (consentId) => {
          const answer = await person.client.delete(`/consents/${consentId}`)
          return answer.read<ConsentStatusObject>()
        })
      )
      const address = `/users/${leaver.userId}`
      const erased = await client.delete(address)
      erased.expect(204)
      await service.kill()
      BankOutage.end(dataDir)
      for (const { status } of revoked) assert.strictEqual(status, "REVOKED")
      assert.sameMembers(
        BankFiles.all(dataDir).map(({ status }) => status),
        ["valid", "valid", "received"]
      )
      assert.deepStrictEqual(erasureOf(dataDir, leaver.userId), { finished: 0, consents: 1 })
      await service.start()
      await until(
        () => BankFiles.all(dataDir),
        (kept) => kept.every(({ status }) => status === "terminatedByTpp")
      )
      for (const each of revoked) assert.deepStrictEqual(await statusOf(person, each.consentId), each)
      assert.strictEqual((await client.send(address)).status, 404)
      assert.strictEqual((await leaver.send("/consents")).problem.code, "INVALID_TOKEN")
      assert.strictEqual((await client.poll(id, hasEnded)).status, "FAILED")
      await until(
        () => erasureOf(dataDir, leaver.userId),
        ({ consents, finished }) => finished === 1 && consents === 0
      )
    }))
})
