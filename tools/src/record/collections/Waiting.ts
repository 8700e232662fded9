/** The recorded collections that wait or run when the service stops. */
import { Catalog } from "@sheaf/adapters-http/testing"
import type { RecordedData } from "@sheaf/app-api/testing"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { Callers } from "../Callers.ts"
import { Collection, requestOf } from "./Collections.ts"
import { finish } from "./Finished.ts"
import type * as Plan from "./Plan.ts"

const by = "demo"

/** A planned collection and its twin: an ended collection with the data that the planned one must return. */
interface Prepared {
  readonly plan: Plan.Waiting
  readonly scenario: Scenario
  readonly twin: Collection | undefined
}

const startOf = (
  { loginMethod, personalNumber, product = "wealth", version = "2026-04-01" }: Plan.Waiting,
  scenario: Scenario
) => {
  const request = requestOf(scenario, loginMethod)
  const parameters = request.parameters.map((parameter) =>
    parameter.type === "SWEDISH_EID" && personalNumber !== undefined ? { ...parameter, personalNumber } : parameter
  )
  return { name: scenario.scenario, by, version, product, request: { ...request, parameters } }
}

/** Runs a twin for every collection that returns data. Collections with equal start requests share a twin. */
export const prepare = (
  callers: Callers,
  scenarios: ReadonlyArray<Scenario>,
  plans: ReadonlyArray<Plan.Waiting>
): Promise<ReadonlyArray<Prepared>> => {
  const twins = new Map<string, Promise<Collection>>()
  const twinOf = (plan: Plan.Waiting, scenario: Scenario) => {
    const start = startOf(plan, scenario)
    const key = JSON.stringify(start)
    const twin = twins.get(key) ?? finish(callers, scenario, start)
    twins.set(key, twin)
    return twin
  }
  return Promise.all(
    plans.map(async (plan) => {
      const listed = Catalog.named(scenarios, plan.scenario)
      const scenario = { ...listed, finalStatus: plan.finalStatus ?? listed.finalStatus }
      const hasData = scenario.finalStatus === "COMPLETED"
      return { plan, scenario, twin: hasData ? await twinOf(plan, scenario) : undefined }
    })
  )
}

/** Starts the collections and leaves them in the planned state. */
export const leaveAll = (
  callers: Callers,
  prepared: ReadonlyArray<Prepared>
): Promise<ReadonlyArray<RecordedData.WaitingCollection>> =>
  Promise.all(
    prepared.map(async ({ plan, scenario, twin }) => {
      const collection = await Collection.begin(callers, startOf(plan, scenario))
      const left = await collection.leave(scenario, plan.supplied ?? 0, plan.at)
      return { ...left, ...(twin !== undefined && { twin: twin.id }) }
    })
  )
