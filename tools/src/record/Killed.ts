/** Records the data folder of a service that is killed while collections start, receive input and collect data. */
import { Catalog } from "@sheaf/adapters-http/testing"
import type { RecordedData } from "@sheaf/app-api/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { Scenario } from "@sheaf/domain/Scenario"
import { Callers } from "./Callers.ts"
import { Collection, requestOf } from "./collections/Collections.ts"
import type { Recorded, Recording } from "./Folder.ts"

const by = "demo"
const version: ApiVersion = "2026-04-01"
const product = "wealth"

/** The collections that receive input when the service is killed. */
const answered: ReadonlyArray<string> = [
  ...Array.from({ length: 8 }, () => "two-factor"),
  "contact-form-pending",
  "collection-input"
]

/** The collections that start when the service is killed. */
const started: ReadonlyArray<string> = ["completed", "completed-fr", "completed-lv", "failed", "company-slow"]

/** Starts all collections, posts input to the waiting ones, and returns as soon as the first response arrives. */
export const fill = async ({ service }: Recording): Promise<Recorded> => {
  const callers = new Callers(service.base)
  callers.add(by, { key: "sheaf-demo" })
  const scenarios = await callers.expect<ReadonlyArray<Scenario>>(by, "GET", "/sandbox/scenarios")
  const begin = async (name: string) => {
    const scenario = Catalog.named(scenarios, name)
    const collection = await Collection.begin(callers, { name, by, version, product, request: requestOf(scenario) })
    return { scenario, collection }
  }
  const asked = await Promise.all(
    answered.map(async (name) => {
      const { collection, scenario } = await begin(name)
      return { collection, scenario, left: await collection.leave(scenario, 0) }
    })
  )
  const others: ReadonlyArray<RecordedData.WaitingCollection> = await Promise.all(
    started.map(async (name) => {
      const { collection, scenario } = await begin(name)
      const { finalStatus } = scenario
      return {
        name,
        id: collection.id,
        by,
        version,
        product,
        status: "RUNNING",
        supplements: [],
        expire: false,
        finalStatus
      }
    })
  )
  const posts = asked.flatMap(({ collection, scenario: { supplements = [] } }) =>
    supplements.map((supplement) => collection.supply(supplement))
  )
  // The kill interrupts most of these requests on purpose.
  for (const post of posts) post.catch(() => undefined)
  await Promise.any(posts)
  return {
    contents: {
      clients: [{ name: by, clientId: "demo", keys: [{ key: "sheaf-demo", isLive: true }] }],
      certificates: [],
      users: [],
      collections: [...asked.map(({ left }) => left), ...others],
      consents: []
    },
    answers: [],
    check: (database) => {
      const row = database.prepare("SELECT count(*) AS count FROM collection WHERE input IS NOT NULL").get()
      if (Number(row?.["count"]) === 0) throw new Error("no collection has unused input; record again")
    }
  }
}
