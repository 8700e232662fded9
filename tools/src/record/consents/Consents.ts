/** Creates consents for a recording and settles them or leaves them open. */
import type { RecordedData } from "@sheaf/app-api/testing"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { join } from "node:path"
import type { Callers } from "../Callers.ts"
import { Collection } from "../collections/Collections.ts"
import type { OpenConsent } from "./ConsentPlan.ts"
import { until } from "../Until.ts"

interface Seen {
  readonly status: ConsentStatus
  readonly authInstructions?: { readonly redirectUrl?: string }
}

/** The clients and users of a recording, and its data folder. */
export interface Place {
  readonly callers: Callers
  readonly dataDir: string
}

const statusOf = ({ callers }: Place, by: string, consentId: string): Promise<Seen> =>
  callers.expect<Seen>(by, "GET", `/consents/${consentId}/status`)

const begin = async (
  { callers }: Place,
  by: string,
  { company, loginMethods, parameters }: ConsentScenario,
  loginMethod?: LoginMethod
): Promise<string> => {
  const mock = loginMethods.find((method) => method.endsWith("_MOCK"))
  const method = loginMethod ?? mock
  const body = { company, ...(method !== undefined && { loginMethod: method }), parameters }
  const { consentId } = await callers.expect<{ readonly consentId: string }>(by, "POST", "/consents", body)
  return consentId
}

/** Presses a button on the bank's page and follows the bank's redirect. */
const decide = async ({ callers, dataDir }: Place, url: string, decision: string): Promise<void> => {
  const sent = request(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    ca: readFileSync(join(dataDir, "login-host", "login-host.pem"))
  })
  sent.end(new URLSearchParams({ decision }).toString())
  const [response] = (await once(sent, "response")) as [IncomingMessage] // the event has this one argument
  response.resume()
  const { pathname, search } = new URL(response.headers.location ?? "")
  await fetch(callers.base + pathname + search)
}

/** Creates the consent of a scenario for a user and completes the scenario. */
export const settle = async (place: Place, by: string, scenario: ConsentScenario): Promise<string> => {
  const { expire, finalStatus, redirect, revoke, visits } = scenario
  const consentId = await begin(place, by, scenario)
  const reach = (wanted: (seen: Seen) => boolean) =>
    until(scenario.scenario, () => statusOf(place, by, consentId), wanted)
  if (redirect !== undefined) {
    const { authInstructions } = await reach((seen) => seen.authInstructions?.redirectUrl !== undefined)
    await decide(place, authInstructions?.redirectUrl ?? "", redirect)
  }
  if (expire === true || revoke === true) {
    await reach(({ status }) => status === visits.at(-2))
    const { callers } = place
    if (revoke === true) await callers.expect(by, "DELETE", `/consents/${consentId}`)
    else await callers.expect(by, "POST", `/sandbox/consents/${consentId}/expire`)
  }
  await reach(({ status }) => status === finalStatus)
  return consentId
}

/** Runs a collection under an authorized consent and returns it. */
export const collect = async (
  { callers }: Place,
  by: string,
  company: string,
  consentId: string
): Promise<Collection> => {
  const collection = await Collection.begin(callers, {
    name: `under ${consentId}`,
    by,
    version: "2026-04-01",
    product: "wealth",
    request: {
      company,
      parameters: [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }]
    }
  })
  const { status } = await collection.until(({ pollingInterval }) => pollingInterval === undefined)
  if (status !== "COMPLETED") throw new Error(`a collection under ${consentId} ended in ${status}`)
  return collection
}

/** Creates the consent of a scenario and leaves it in the planned state. */
export const leave = async (
  place: Place,
  by: string,
  scenario: ConsentScenario,
  { finalStatus, loginMethod, status, step }: OpenConsent
): Promise<RecordedData.OpenConsent> => {
  const consentId = await begin(place, by, scenario, loginMethod)
  await until(
    scenario.scenario,
    () => statusOf(place, by, consentId),
    (seen) => seen.status === status && (step.type !== "DECIDE" || seen.authInstructions?.redirectUrl !== undefined)
  )
  return { name: scenario.scenario, consentId, by, company: scenario.company, status, step, finalStatus }
}
