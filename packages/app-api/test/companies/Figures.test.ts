/**
 * Tests the company statistics that Sheaf derives from collections: success rates over HTTP, and drifts (records whose
 * shape has changed) with commands.
 */
import { assert, describe, it } from "vitest"
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { login, plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"

type Availability = ReadonlyArray<{
  readonly company: string
  readonly successRates?: ReadonlyArray<{
    readonly loginMethod: string
    readonly successRate: number
    readonly medianSeconds?: number
  }>
}>

/** The minimum number of collections for a published figure. */
const least = 20

describe("the success rates at GET /companies/availability", () => {
  const ratesOf = async (service: TestService) => {
    const all = await service.client.read<Availability>("/companies/availability?market=se")
    return all.find(({ company }) => company === "se-nordhem")?.successRates
  }

  it("are there only if the operator publishes them, and after 20 collections", async () => {
    const folder = Tools.folderFor()
    const published = { companies: { publishSuccessRates: true } }
    const service = new TestService({ config: published, folder })
    const collect = async (count: number) => {
      const ids: Array<string> = []
      for (let index = 0; index < count; index++) {
        ids.push(await service.client.begin({ ...plainStart, parameters: [{ ...login, username: `person-${index}` }] }))
      }
      for (const id of ids) await waitFor(() => service.client.status(id), hasEnded)
      // Sheaf stores figures every minute and when the process stops.
      await service.stop()
      await service.start()
    }
    await service.start()
    try {
      await collect(least - 1)
      assert.deepStrictEqual(await ratesOf(service), [])
      await collect(1)
      const [rate, ...others] = (await ratesOf(service)) ?? []
      assert.lengthOf(others, 0)
      assert.deepInclude(rate, { loginMethod: "USERNAME_AND_PASSWORD", successRate: 1 })
      assert.isAtLeast(rate?.medianSeconds ?? 0, 1)
    } finally {
      await service.kill()
    }
    const silent = new TestService({ config: {}, folder })
    await silent.start()
    try {
      assert.isUndefined(await ratesOf(silent))
    } finally {
      await silent.kill()
    }
  })
})

describe("a drift", () => {
  const since = Date.UTC(2026, 10, 20, 9, 12)
  const suspicion = { records: 10, found: 4, since, score: 16, people: [1, 2, 3, 4, 5], isDrift: true }
  const drift = { member: "insurance.livingArea", found: "ABSENT", since, share: 0.4 }

  const drifted = async (): Promise<Tools.Workspace> => {
    const folder = Tools.folderFor()
    const place = { folder, dataDir: join(folder, "data") }
    await Tools.sheafPrints(place, "clients", "create", "--name", "Brask")
    const database = new DatabaseSync(join(place.dataDir, "sheaf.db"))
    const history = {
      [drift.member]: { ABSENT: { records: 60, found: 0, suspicion }, NUMBER: { records: 60, found: 60 } }
    }
    for (const kind of ["houseContentInsurance.villa", "houseContentInsurance.apartment"]) {
      database
        .prepare("INSERT INTO record_shape VALUES (?, ?, ?, ?, ?, ?, ?)")
        .run("se-nordhem", "USERNAME_AND_PASSWORD", kind, JSON.stringify(history), JSON.stringify([drift]), 3, since)
    }
    database.close()
    return place
  }

  const line = (kind: string) =>
    `se-nordhem\tUSERNAME_AND_PASSWORD\t${kind}\t2026-11-20T09:12:00.000Z\t40 % of ${kind} lack insurance.livingArea`
  const [apartment, villa] = [line("houseContentInsurance.apartment"), line("houseContentInsurance.villa")]
  const words = ["--company", "se-nordhem", "--method", "USERNAME_AND_PASSWORD"]

  it("is listed, and accepted as the new good shape by kind or altogether", async () => {
    const place = await drifted()
    assert.strictEqual(await Tools.sheafPrints(place, "drift", "list"), `${apartment}\n${villa}`)
    const kind = ["--kind", "houseContentInsurance.villa"]
    assert.strictEqual(await Tools.sheafPrints(place, "drift", "accept", ...words, ...kind), villa)
    assert.strictEqual(await Tools.sheafPrints(place, "drift", "list"), apartment)
    assert.strictEqual(await Tools.sheafPrints(place, "drift", "accept", ...words), apartment)
    assert.strictEqual(await Tools.sheafPrints(place, "drift", "list"), "")
    const audit = await Tools.sheafPrints(place, "audit", "list")
    assert.lengthOf(audit.match(/DRIFT_ACCEPTED/g) ?? [], 2)
  })

  it("that does not exist is an error", async () => {
    const place = await drifted()
    const email = await Tools.sheafFails(place, "drift", "accept", "--company", "se-nordhem", "--method", "EMAIL")
    assert.strictEqual(email, "se-nordhem has no drift with EMAIL; sheaf drift list prints all drifts")
    const typo = await Tools.sheafFails(place, "drift", "accept", "--company", "Nordhem!", "--method", "EMAIL")
    assert.include(typo, '--company: "Nordhem!" is not the id of a company')
  })
})
