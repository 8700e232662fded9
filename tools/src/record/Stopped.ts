/** Records a data folder with objects of every kind. The service stops while many of them are waiting. */
import { Catalog } from "@sheaf/adapters-http/testing"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { Scenario } from "@sheaf/domain/Scenario"
import { sheaf } from "./Administration.ts"
import { Answers } from "./Answers.ts"
import { Callers } from "./Callers.ts"
import * as Coverage from "./Coverage.ts"
import * as ConsentPlan from "./consents/ConsentPlan.ts"
import * as Consents from "./consents/Consents.ts"
import { erase } from "./collections/Erased.ts"
import { finishAll } from "./collections/Finished.ts"
import type { Recorded, Recording } from "./Folder.ts"
import * as People from "./People.ts"
import type { Person } from "./People.ts"
import * as Plan from "./collections/Plan.ts"
import { settleAll } from "./consents/SettledConsents.ts"
import { until } from "./Until.ts"
import * as Waiting from "./collections/Waiting.ts"

/** Rotates the token key and waits until the service publishes both keys. */
const rotate = async (dataDir: string, callers: Callers): Promise<void> => {
  const keyId = await sheaf(dataDir, "tokens", "rotate")
  await until(
    "the new key",
    () => callers.as("demo").send("/.well-known/jwks.json"),
    ({ text }) => text.includes(keyId)
  )
}

/** Reads the lists whose entries no longer change. */
const readLists = async (answers: Answers, people: ReadonlyArray<Person>): Promise<void> => {
  for (const { client, externalId, name, userId } of people) {
    await answers.path(client, `/users/${userId}`)
    await answers.path(client, `/users?externalId=${encodeURIComponent(externalId)}`)
    // The consents of `bo` stay open.
    if (name !== "bo") await answers.path(client, `/users/${userId}/consents`)
  }
  await answers.path("ada", "/consents")
  await answers.newest("ada", "/collections")
  await answers.newest("zoe", "/collections")
  for (const company of ["se-nordhem", "fr-rivage"]) {
    const by = company.startsWith("se-") ? "ada" : "demo"
    await answers.newest(by, `/collections?externalReference=${encodeURIComponent(`reference of recorded-${company}`)}`)
  }
  await answers.newest("demo", "/collections?company=lt-kopos")
  await answers.path("demo", "/.well-known/jwks.json")
}

/** Fills the folder. */
export const fill = async ({ dataDir, scratch, service }: Recording): Promise<Recorded> => {
  const callers = new Callers(service.base)
  const place = { callers, dataDir }
  const answers = new Answers(callers)
  const { certificates, clients } = await People.addClients(dataDir, scratch, callers)
  const keyOf = (name: string) => clients.find((each) => each.name === name)?.keys.at(-1)?.key ?? ""
  const user = (client: string, name: string) => People.addUser(callers, client, keyOf(client), name)
  const [ada, bo, cleo, gone, zoe] = [
    await user("demo", "ada"),
    await user("demo", "bo"),
    await user("demo", "cleo"),
    await user("demo", "gone"),
    await user("second", "zoe")
  ]
  const scenarios = await callers.expect<ReadonlyArray<Scenario>>("demo", "GET", "/sandbox/scenarios")
  const consentScenarios = await callers.expect<ReadonlyArray<ConsentScenario>>(
    "demo",
    "GET",
    "/sandbox/consent-scenarios"
  )

  const rotation = rotate(dataDir, callers)
  const finished = await finishAll(callers, scenarios)
  const settled = await settleAll(place, consentScenarios)
  await erase(place, gone, scenarios, consentScenarios, answers)
  await callers.expect("demo", "DELETE", `/users/${cleo.userId}/sessions`)
  await rotation
  for (const person of [ada, bo, zoe]) {
    await People.startSession(callers, person, keyOf(person.client), "rotated")
  }

  for (const { id, start } of finished) await answers.collection(start.by, id)
  for (const id of settled.collections) await answers.collection("ada", id)
  for (const consentId of settled.ids) {
    await answers.path("ada", `/consents/${consentId}`)
    await answers.path("ada", `/consents/${consentId}/status`)
  }
  Coverage.check(
    await callers.expect<ReadonlyArray<Coverage.Supported>>("demo", "GET", "/companies/supported-products"),
    answers.all
  )
  await readLists(answers, [ada, bo, cleo, zoe])

  const preparedToWait = await Waiting.prepare(callers, scenarios, Plan.waiting)
  const preparedToRun = await Waiting.prepare(callers, scenarios, Plan.running)
  const leaveConsents = (isLast: boolean) =>
    Promise.all(
      ConsentPlan.open
        .filter(({ step }) => (step.type === "WAIT") === isLast)
        .map((plan) => Consents.leave(place, "bo", Catalog.named(consentScenarios, plan.scenario), plan))
    )
  const waiting = await Waiting.leaveAll(callers, preparedToWait)
  const lasting = await leaveConsents(false)
  // Collections that continue on their own are started last.
  const [running, passing] = await Promise.all([Waiting.leaveAll(callers, preparedToRun), leaveConsents(true)])

  const people = [ada, bo, cleo, gone, zoe].map((person) => {
    const isLive = person !== cleo && person !== gone
    return { ...person, isErased: person === gone, tokens: person.tokens.map((token) => ({ ...token, isLive })) }
  })
  return {
    contents: {
      clients,
      certificates,
      users: people,
      collections: [...waiting, ...running],
      consents: [...settled.consents, ...lasting, ...passing]
    },
    answers: answers.all
  }
}
