/** The erased objects of a recording: a user with all of the user's data, and a collection. */
import { Catalog } from "@sheaf/adapters-http/testing"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { Answers } from "../Answers.ts"
import { requestOf } from "./Collections.ts"
import * as Consents from "../consents/Consents.ts"
import { finish } from "./Finished.ts"
import type { Person } from "../People.ts"
import { until } from "../Until.ts"

/** Erases a user who has a collection and a consent, and erases a collection without a user. */
export const erase = async (
  place: Consents.Place,
  gone: Person,
  scenarios: ReadonlyArray<Scenario>,
  consentScenarios: ReadonlyArray<ConsentScenario>,
  answers: Answers
): Promise<void> => {
  const { callers } = place
  const scenario = Catalog.named(scenarios, "completed")
  const completed = (by: string) => finish(callers, scenario, { name: "erased", by, request: requestOf(scenario) })
  const [ofUser, ofClient] = await Promise.all([completed(gone.name), completed("demo")])
  const consentId = await Consents.settle(place, gone.name, Catalog.named(consentScenarios, "consent"))
  await callers.expect("demo", "DELETE", `/users/${gone.userId}`)
  await callers.expect("demo", "DELETE", `/collections/${ofClient.id}`)
  // The erasure of a user finishes after the response.
  await until(
    "the erasure",
    () => callers.as("demo").send(`/collections/${ofUser.id}/wealth/data`),
    ({ status }) => status !== 200
  )
  await answers.path("demo", `/users/${gone.userId}`)
  await answers.path("demo", `/users?externalId=${encodeURIComponent(gone.externalId)}`)
  await answers.path("demo", `/users/${gone.userId}/consents`)
  await answers.collection("demo", ofUser.id)
  await answers.collection("demo", ofClient.id)
  await answers.path("ada", `/consents/${consentId}`)
}
