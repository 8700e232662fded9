/** A consent goes on from where it stood, and what was promised about it holds, whatever happens to the process (decisions 9). */
import { hasEnded, TestUser, until } from "@sheaf/adapters-http/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { assert, describe, it } from "vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { BankFiles, ConsentHistory } from "../../src/testing/index.ts"
import * as BankOutage from "./BankOutage.ts"
import * as BankPage from "./BankPage.ts"
import { withService } from "../TestService.ts"
import type { TestService } from "../TestService.ts"

const company = "se-fjallbanken"
const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }

const byPage = { company, parameters: [consent] }

const byElectronicId = (personalNumber: string, environment: "MOCK" | "TEST" = "MOCK") => ({
  company,
  loginMethod: `SWEDISH_MOBILE_EID_SAME_DEVICE_${environment}`,
  parameters: [consent, { type: "SWEDISH_EID", personalNumber }]
})

/** People of the sandbox, by what they and their bank do. */
const people = {
  signs: "199001012385",
  takesTime: "199001142398",
  neverSigns: "199001172387",
  hasNoBank: "199002022383"
}

const create = async (person: TestUser, request: object): Promise<string> => {
  const answer = await person.post("/consents", request)
  return answer.expect(201).read<ConsentStatusObject>().consentId
}

const statusOf = ({ client }: TestUser, consentId: string): Promise<ConsentStatusObject> =>
  client.read(`/consents/${consentId}/status`)

const poll = (person: TestUser, consentId: string, wanted: string): Promise<ConsentStatusObject> =>
  until(
    () => statusOf(person, consentId),
    ({ status }) => status === wanted
  )

const redirectUrlOf = async (person: TestUser, consentId: string): Promise<string> => {
  const { authInstructions } = await poll(person, consentId, "AWAITING_AUTHORIZATION")
  return authInstructions?.redirectUrl ?? assert.fail("there is no page")
}

/** By what name the bank keeps the consent of a page. */
const nameIn = (redirectUrl: string): string => /([0-9a-f]{32})[0-9a-f]{32}$/.exec(redirectUrl)?.[1] ?? redirectUrl

const authorised = async (person: TestUser): Promise<string> => {
  const consentId = await create(person, byElectronicId(people.signs))
  await poll(person, consentId, "AUTHORIZED")
  return consentId
}

const collect = ({ withKey }: TestUser, consentId: string): Promise<string> => {
  const parameters = [{ type: "STORED_CONSENT" as const, consentId, psuIpAddress: "192.0.2.17" }]
  return withKey.begin({ company, parameters })
}

/** How many accounts an ended collection brought. */
const countAccounts = async ({ client }: TestService, id: string): Promise<number> => {
  assert.strictEqual((await client.poll(id, hasEnded)).status, "COMPLETED")
  return (await client.read<ReadonlyArray<object>>(`/collections/${id}/wealth/data`)).length
}

/** Asks the database of a service that may not run. */
const ask = (dataDir: string, question: string, ...values: ReadonlyArray<string>) => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
  try {
    return database.prepare(question).get(...values)
  } finally {
    database.close()
  }
}

const storedStatus = (dataDir: string, consentId: string): unknown =>
  ask(dataDir, "SELECT status FROM consent WHERE id = ?", consentId)?.["status"]

const visitsOf = (dataDir: string, consentId: string): ReadonlyArray<string> =>
  (ConsentHistory.read(dataDir).get(consentId) ?? []).map(({ status }) => status)

const inForce = ["INITIATED", "AWAITING_AUTHORIZATION", "AUTHORIZED"]

/** The bank grants a consent until a time, without the service: nobody is there to be told. */
const grantAtBank = (dataDir: string, name: string, end: number): void => {
  const path = join(BankFiles.folderIn(dataDir), `${name}.json`)
  const kept = JSON.parse(readFileSync(path, "utf8")) as { readonly scope: object }
  writeFileSync(path, JSON.stringify({ ...kept, status: "valid", granted: { scope: kept.scope, until: end } }))
}

describe.concurrent("a consent whose service is killed", { timeout: 90_000 }, () => {
  it("goes on from where it stood, and comes to the same", () =>
    withService({}, async (service) => {
      const { dataDir } = service
      ConsentHistory.record(dataDir)
      const person = await TestUser.make(service.client)
      const settled = await authorised(person)
      const undecided = await create(person, byPage)
      const approved = await create(person, byPage)
      const [page, otherPage] = [await redirectUrlOf(person, undecided), await redirectUrlOf(person, approved)]
      const signing = await create(person, byElectronicId(people.takesTime, "TEST"))
      await poll(person, signing, "AWAITING_AUTHORIZATION")
      const back = await BankPage.press(dataDir, otherPage, "approve")
      BankOutage.begin(dataDir)
      const made = await create(person, byElectronicId(people.signs))
      await service.kill()
      BankOutage.end(dataDir)
      assert.strictEqual(storedStatus(dataDir, made), "INITIATED")
      assert.strictEqual(storedStatus(dataDir, signing), "AWAITING_AUTHORIZATION")
      await service.start()

      assert.strictEqual((await statusOf(person, settled)).status, "AUTHORIZED")
      assert.strictEqual(await redirectUrlOf(person, undecided), page)
      await BankPage.press(dataDir, page, "approve")
      const all = [settled, undecided, approved, signing, made]
      for (const consentId of all) await poll(person, consentId, "AUTHORIZED")
      const { pathname, search } = new URL(back)
      const browser = { "authorization-token": undefined, "service-version": undefined, accept: "text/html" }
      const returned = await service.client.send(pathname + search, { headers: browser })
      assert.strictEqual(returned.status, 200, "the person who comes back late sees how it went")
      for (const consentId of all) assert.deepStrictEqual(visitsOf(dataDir, consentId), inForce)
      assert.deepStrictEqual(
        BankFiles.all(dataDir).map(({ status }) => status),
        all.map(() => "valid"),
        "each was made at the bank once"
      )
    }))

  it("is in force, and expires, by what the bank did while nobody was there", () =>
    withService({}, async (service) => {
      const { dataDir } = service
      ConsentHistory.record(dataDir)
      const person = await TestUser.make(service.client)
      const consentId = await create(person, byPage)
      const name = nameIn(await redirectUrlOf(person, consentId))
      await service.kill()
      const end = Date.now() + 25_000
      grantAtBank(dataDir, name, end)
      await service.start()
      const { expiresAt } = await poll(person, consentId, "AUTHORIZED")
      assert.strictEqual(Date.parse(expiresAt), end)
      await service.kill()
      await until(Date.now, (now) => now > end)
      await service.start()
      const { statusChangedAt } = await poll(person, consentId, "EXPIRED")
      assert.isAtLeast(Date.parse(statusChangedAt), end, "not before its time")
      assert.deepStrictEqual(visitsOf(dataDir, consentId), [...inForce, "EXPIRED"])
    }))
})

/** What waits for the person or for the bank, and how it ends when nobody comes. */
const waits = [
  { request: byElectronicId(people.hasNoBank), pending: "INITIATED", code: "BANK_UNAVAILABLE" },
  {
    request: byElectronicId(people.neverSigns),
    pending: "AWAITING_AUTHORIZATION",
    code: "AUTHENTICATION_TIMEOUT"
  },
  { request: byPage, pending: "AWAITING_AUTHORIZATION", code: "AUTHENTICATION_TIMEOUT" }
]

/** Creates a consent for each, and kills the service while all of them wait. */
const waitAndKill = async (service: TestService, person: TestUser, millis: number) => {
  const begun = await Promise.all(
    waits.map(async ({ code, pending, request }) => {
      const consentId = await create(person, request)
      const { statusChangedAt } = await poll(person, consentId, pending)
      return { consentId, pending, code, dueAt: Date.parse(statusChangedAt) + millis }
    })
  )
  await service.kill()
  for (const { consentId, pending } of begun) {
    assert.strictEqual(storedStatus(service.dataDir, consentId), pending, "the process died while it waited")
  }
  return begun
}

describe.concurrent("the time to authorise", { timeout: 90_000 }, () => {
  it("is over after a restart, when it ran out while no process was there", () =>
    withService({ timeouts: { consentAuthorizationSeconds: 10 } }, async (service) => {
      const person = await TestUser.make(service.client)
      const begun = await waitAndKill(service, person, 10_000)
      await until(Date.now, (now) => begun.every(({ dueAt }) => now > dueAt))
      await service.start()
      for (const { code, consentId, dueAt } of begun) {
        const { error, statusChangedAt } = await poll(person, consentId, "FAILED")
        assert.strictEqual(error?.code, code)
        assert.isAtLeast(Date.parse(statusChangedAt), dueAt, "not before it fell due")
      }
      await until(
        () => BankFiles.all(service.dataDir),
        (kept) => kept.every(({ status }) => status === "terminatedByTpp")
      )
    }))

  it("goes on after a restart, when it had not run out yet", () =>
    withService({ timeouts: { consentAuthorizationSeconds: 20 } }, async (service) => {
      const person = await TestUser.make(service.client)
      const begun = await waitAndKill(service, person, 20_000)
      await service.start()
      for (const { consentId, pending } of begun) {
        assert.strictEqual((await statusOf(person, consentId)).status, pending)
      }
      for (const { code, consentId, dueAt } of begun) {
        const { error, statusChangedAt } = await poll(person, consentId, "FAILED")
        assert.strictEqual(error?.code, code)
        assert.isAtLeast(Date.parse(statusChangedAt), dueAt, "not before it fell due")
      }
    }))
})

describe.concurrent(
  "what a service has answered that is killed before it could tell the banks",
  { timeout: 90_000 },
  () => {
    it("a revocation is told to the bank after the restart", () =>
      withService({}, async (service) => {
        const { dataDir } = service
        const person = await TestUser.make(service.client)
        const waiting = await create(person, byPage)
        await redirectUrlOf(person, waiting)
        const consents = [await authorised(person), await authorised(person), waiting]
        BankOutage.begin(dataDir)
        const revoked = await Promise.all(
          consents.map(async (consentId) => {
            const answer = await person.client.delete(`/consents/${consentId}`)
            return answer.read<ConsentStatusObject>()
          })
        )
        await service.kill()
        for (const { status } of revoked) assert.strictEqual(status, "REVOKED")
        BankOutage.end(dataDir)
        const before = BankFiles.all(dataDir).map(({ status }) => status)
        assert.sameMembers([...before], ["valid", "valid", "received"])
        await service.start()
        await until(
          () => BankFiles.all(dataDir),
          (kept) => kept.every(({ status }) => status === "terminatedByTpp")
        )
        for (const each of revoked) assert.deepStrictEqual(await statusOf(person, each.consentId), each)
      }))

    it("the erasure of a user is finished after the restart", () =>
      withService({}, async (service) => {
        const { dataDir } = service
        const person = await TestUser.make(service.client)
        await authorised(person)
        const id = await person.withKey.begin({
          company: "se-nordhem",
          loginMethod: "USERNAME_AND_PASSWORD",
          parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "a-password" }]
        })
        await service.client.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
        BankOutage.begin(dataDir)
        const address = `/users/${person.userId}`
        const erased = await service.client.delete(address)
        erased.expect(204)
        await service.kill()
        BankOutage.end(dataDir)
        const erasure = () =>
          ask(
            dataDir,
            `SELECT erasure_finished_at IS NOT NULL AS finished,
             (SELECT count(*) FROM consent WHERE user_id = app_user.id AND scope IS NOT NULL) AS consents
           FROM app_user WHERE id = ?`,
            person.userId
          )
        assert.deepStrictEqual({ ...erasure() }, { finished: 0, consents: 1 })
        await service.start()
        assert.strictEqual((await service.client.send(address)).status, 404)
        assert.strictEqual((await person.send("/consents")).problem.code, "INVALID_TOKEN")
        assert.strictEqual((await service.client.poll(id, hasEnded)).status, "FAILED")
        await until(erasure, (row) => row?.["finished"] === 1 && row["consents"] === 0)
        assert.deepStrictEqual(
          BankFiles.all(dataDir).map(({ status }) => status),
          ["terminatedByTpp"]
        )
      }))
  }
)

describe.concurrent("a collection under a consent", { timeout: 90_000 }, () => {
  it("brings the accounts, though its service is killed at its start, and while the bank is asked", () =>
    withService({}, async (service) => {
      const { dataDir } = service
      const person = await TestUser.make(service.client)
      const consentId = await authorised(person)
      BankOutage.begin(dataDir)
      const reading = await collect(person, consentId)
      await service.client.poll(reading, ({ status }) => status === "COLLECTING")
      const begun = await Promise.all(Array.from({ length: 5 }, () => collect(person, consentId)))
      await service.kill()
      BankOutage.end(dataDir)
      await service.start()
      for (const id of [reading, ...begun]) assert.strictEqual(await countAccounts(service, id), 4)
      assert.strictEqual((await statusOf(person, consentId)).status, "AUTHORIZED")
    }))
})
