/** People who arrive at a constant rate. Each person uses the service once, and is erased afterwards. */
import { ScenarioCatalog, ScenarioDriver, hasEnded, TestUser } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { setTimeout as pause } from "node:timers/promises"

/**
 * The maximum number of people at a time. Anyone who arrives beyond that is turned away, so that requests do not pile
 * up at a slow service.
 */
const places = 64

const pollMillis = 250

/** How many attempts a person makes while the service is down, one every {@link pollMillis}. */
const maxTries = 400

export interface UserCounts {
  served: number
  /** How many people had to try again because the service was killed during their visit. */
  interrupted: number
  turnedAway: number
  readonly faults: Array<string>
}

const consentRequest = {
  company: "se-fjallbanken",
  loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
  parameters: [
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" },
    { type: "SWEDISH_EID", personalNumber: "198112189876" }
  ]
}

const untilAuthorized = async ({ client }: TestUser, consent: string): Promise<void> => {
  for (;;) {
    const { status } = await client.read<ConsentStatusObject>(`${consent}/status`)
    if (status === "AUTHORIZED") return
    if (status === "FAILED" || status === "EXPIRED") throw new Error(`the consent is ${status}`)
    await pause(pollMillis)
  }
}

const collect = async (client: TestClient, scenario: Scenario): Promise<void> => {
  const [method] = scenario.loginMethods
  if (method === undefined) throw new Error(`${scenario.scenario} has no login method`)
  const keyed = client.with({ "idempotency-key": `"${crypto.randomUUID()}"` })
  const drive = new ScenarioDriver(
    client,
    scenario,
    await keyed.begin(ScenarioCatalog.startRequestOf(scenario, method))
  )
  while (!hasEnded(await drive.poll())) await pause(pollMillis)
  const read = () => client.send(`/collections/${drive.id}/wealth/data`)
  let answer = await read()
  for (let tries = 1; tries < maxTries && answer.text.includes("TOO_MANY_DOWNLOADS"); tries++) {
    await pause(pollMillis)
    answer = await read()
  }
  // On a busy machine, the short retention can end before the data is read.
  if (answer.status !== 410) answer.expect(200)
}

const visit = async (client: TestClient, externalId: string, scenarios: ReadonlyArray<Scenario>): Promise<void> => {
  const user = await TestUser.make(client, externalId)
  await Promise.all(scenarios.map((scenario) => collect(user.withKey, scenario)))
  const answer = await user.client.post("/consents", consentRequest)
  const path = `/consents/${answer.expect(201).read<ConsentStatusObject>().consentId}`
  await untilAuthorized(user, path)
  ;(await user.client.delete(path)).expect(200)
  ;(await client.delete(`/users/${user.userId}`)).expect(204)
}

export interface ServiceState {
  readonly isDown: boolean
  readonly kills: number
}

/** Lets people arrive until `signal` is aborted, and waits until the last one has left. */
export const simulateArrivals = async (
  client: TestClient,
  perSecond: number,
  life: () => ServiceState,
  signal: AbortSignal
): Promise<UserCounts> => {
  const counts: UserCounts = { served: 0, interrupted: 0, turnedAway: 0, faults: [] }
  const all = await client.scenarios()
  const scenarios = ["completed", "two-factor"].map((name) => ScenarioCatalog.findScenario(all, name))
  const present = new Set<Promise<void>>()
  const isInterrupted = async (work: () => Promise<void>): Promise<boolean> => {
    const { isDown, kills } = life()
    try {
      await work()
      return false
    } catch (error) {
      const now = life()
      if (isDown || now.isDown || now.kills > kills) return true
      throw error
    }
  }
  const enter = async (): Promise<void> => {
    const externalId = `person ${crypto.randomUUID()}`
    try {
      for (let tries = 0; await isInterrupted(() => visit(client, externalId, scenarios)); tries++) {
        if (tries === 0) counts.interrupted++
        if (tries === maxTries) throw new Error("the service did not come back")
        await pause(pollMillis)
      }
      counts.served++
    } catch (error) {
      counts.faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  const began = performance.now()
  for (let arrived = 1; !signal.aborted; arrived++) {
    if (present.size >= places) counts.turnedAway++
    else {
      const person = enter().finally(() => present.delete(person))
      present.add(person)
    }
    await pause(Math.max(0, began + (arrived * 1000) / perSecond - performance.now()))
  }
  await Promise.all(present)
  return counts
}
