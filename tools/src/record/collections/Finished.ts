/** The recorded collections that end before the service stops. */
import { Catalog } from "@sheaf/adapters-http/testing"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { Callers } from "../Callers.ts"
import { Collection, requestOf } from "./Collections.ts"
import type { Start } from "./Collections.ts"
import * as Plan from "./Plan.ts"

/** The attributes by which clients can find a collection. */
const reference = (text: string) => ({
  type: "SESSION_METADATA" as const,
  attributes: { EXTERNAL_REFERENCE: text, SESSION_ID: `session of ${text}`, ADVISOR_HANDLE: "advisor" }
})

/** Starts a collection and drives it to its end. By default, it collects wealth data in the newest version. */
export const finish = async (
  callers: Callers,
  scenario: Scenario,
  start: Pick<Start, "by" | "name" | "request"> & Partial<Start>
): Promise<Collection> => {
  const collection = await Collection.begin(callers, { version: "2026-04-01", product: "wealth", ...start })
  await collection.finish(scenario)
  return collection
}

/** Drives every planned collection to its end, for `ada`, `zoe` and the demo client. */
export const finishAll = (callers: Callers, scenarios: ReadonlyArray<Scenario>): Promise<ReadonlyArray<Collection>> => {
  const plain = Catalog.named(scenarios, "completed")
  const atCompanies = Plan.logins.map(({ company, username }) => {
    const login = { type: "USERNAME_PASSWORD" as const, username, password: "a-password" }
    const parameters = [login, reference(`reference of ${username}`)]
    const request = { company, loginMethod: "USERNAME_AND_PASSWORD" as const, parameters }
    const by = company.startsWith("se-") ? "ada" : "demo"
    return finish(callers, plain, { name: username, by, request })
  })
  const inNewest = Plan.finished.map((name) => {
    const scenario = Catalog.named(scenarios, name)
    return finish(callers, scenario, { name, by: "demo", request: requestOf(scenario) })
  })
  const inOlder = Plan.older.flatMap((name) =>
    (["insurance", "wealth"] as const).map((product) => {
      const scenario = Catalog.named(scenarios, name)
      const start = { name, by: "demo", version: "2025-01-01", product, request: requestOf(scenario) } as const
      return finish(callers, scenario, start)
    })
  )
  return Promise.all([
    ...atCompanies,
    ...inNewest,
    ...inOlder,
    finish(callers, plain, { name: "pensions", by: "ada", request: Plan.pensions }),
    finish(callers, plain, { name: "second", by: "zoe", request: requestOf(plain) })
  ])
}
