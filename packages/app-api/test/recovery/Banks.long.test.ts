/** A service that is killed while no bank responds keeps its promises after the restart (spec 3.4). */
import { hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { assert, describe, it } from "vitest"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { BankFiles } from "../../src/testing/index.ts"
import { withService } from "../TestService.ts"
import { byElectronicId, byPage, create, people, poll, statusOf, username } from "./Requests.ts"

const redirectUrlOf = async (person: TestUser, consentId: string): Promise<string> => {
  const { authInstructions } = await poll(person, consentId, "AWAITING_AUTHORIZATION")
  return authInstructions?.redirectUrl ?? assert.fail("there is no page")
}

const authorized = async (person: TestUser): Promise<string> => {
  const consentId = await create(person, byElectronicId(people.signs))
  await poll(person, consentId, "AUTHORIZED")
  return consentId
}

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

describe("a service that is killed while no bank responds", { timeout: 180_000 }, () => {
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
      BankFiles.beginOutage(dataDir)
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
      BankFiles.endOutage(dataDir)
      for (const { status } of revoked) assert.strictEqual(status, "REVOKED")
      assert.sameMembers(
        BankFiles.storedConsents(dataDir).map(({ status }) => status),
        ["valid", "valid", "received"]
      )
      assert.deepStrictEqual(erasureOf(dataDir, leaver.userId), { finished: 0, consents: 1 })
      await service.start()
      await waitFor(
        () => BankFiles.storedConsents(dataDir),
        (kept) => kept.every(({ status }) => status === "terminatedByTpp")
      )
      for (const each of revoked) assert.deepStrictEqual(await statusOf(person, each.consentId), each)
      assert.strictEqual((await client.send(address)).status, 404)
      assert.strictEqual((await leaver.send("/consents")).problem.code, "INVALID_TOKEN")
      assert.strictEqual((await client.poll(id, hasEnded)).status, "FAILED")
      await waitFor(
        () => erasureOf(dataDir, leaver.userId),
        ({ consents, finished }) => finished === 1 && consents === 0
      )
    }))
})
