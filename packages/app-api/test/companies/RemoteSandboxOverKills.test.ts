/**
 * Collections from companies behind a connector over HTTP, while the connector and the service lose their power: what was
 * accepted ends as its scenario says, whichever of the two was gone when it went on.
 */
import type { CheckedClient } from "@sheaf/adapters-http/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { assert, it } from "vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SandboxSection from "../../src/cli/SandboxSection.ts"
import * as ConnectorProcess from "../../src/testing/ConnectorProcess.ts"
import { freePort, KillableService } from "../KillableService.ts"
import * as Sandbox from "../Sandbox.ts"
import * as History from "../scenarios/History.ts"
import { until } from "../Until.ts"

type Planned = readonly [scenario: string, loginMethod: LoginMethod, company: string]

/**
 * Each at a company of its own, so that none of them is seen to fail so often that it would be left alone. Those that ask
 * for nothing come first while there are no documents to fetch: those are not waited for as long as steps are.
 */
const plan: Readonly<Record<"unattended" | "asking" | "documented", ReadonlyArray<Planned>>> = {
  unattended: [
    ["incorrect-credentials", "EMAIL", "lt-rasos"],
    ["completed-empty", "USERNAME_AND_PASSWORD", "lv-kapas"],
    ["accounts-narrow", "USERNAME_AND_PASSWORD", "se-fjallbanken"],
    ["electronic-id-kyc-form", "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST", "se-statspension"]
  ],
  asking: [
    ["two-factor", "USERNAME_AND_PASSWORD", "fr-bocage"],
    ["two-factor-choice", "EMAIL", "lv-priedes"],
    ["incorrect-two-factor-code", "USERNAME_AND_PASSWORD", "lt-kopos"],
    ["contact-form-pending", "USERNAME_AND_PASSWORD", "ee-kadaka"],
    ["collection-input-while-collecting", "USERNAME_AND_PASSWORD", "fr-clairval"]
  ],
  documented: [
    ["completed", "USERNAME_AND_PASSWORD", "se-granskog"],
    ["completed-fr", "EMAIL", "fr-rivage"],
    ["completed-partial", "USERNAME_AND_PASSWORD", "se-nordhem"]
  ]
}

interface Seen {
  readonly id: string
  readonly status: string
  readonly pollingInterval?: number
  readonly extraInformation?: Readonly<Record<string, unknown>>
}

interface Collection {
  readonly id: string
  readonly scenario: Scenario
  readonly left: Array<SupplementInfo>
}

/** The keys that ask a client for something. */
const questions = ["REQUIRED_INPUT_TYPES", "TWO_FACTOR_AUTHENTICATION_INSTRUCTION", "AVAILABLE_TWO_FACTOR_METHODS"]

const asks = ({ extraInformation = {} }: Seen): boolean => questions.some((key) => key in extraInformation)

const hasEnded = ({ pollingInterval }: Seen): boolean => pollingInterval === undefined

const seenIn = (answer: CheckedClient.Answer): Seen => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.json as Seen // what is read of it is in the contract, to which it is held
}

it("end as they would have, when the connector and the service are killed and come back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-remote-kills-"))
  const configFile = join(folder, "config.json")
  const port = await freePort()
  writeFileSync(configFile, SandboxSection.print({ url: `http://127.0.0.1:${port}` }))
  const service = new KillableService(join(folder, "data"), { SHEAF_CONFIG: configFile, PORT: "0", MTLS_PORT: "off" })
  const startConnector = () => ConnectorProcess.start({ dataDir: join(folder, "connector"), port })
  let connector: ConnectorProcess.ConnectorProcess | undefined

  const see = async ({ id }: Collection): Promise<Seen> => seenIn(await service.send(`/collections/${id}/status`))

  const begin = async ([name, loginMethod, company]: Planned): Promise<Collection> => {
    const scenario = Sandbox.named(await Sandbox.scenarios(service.send), name)
    const start = Sandbox.startOf(scenario, loginMethod)
    const started = await service.post("/collections", { ...start, company })
    assert.strictEqual(started.status, 201, `${name}: ${started.text}`)
    const { id } = started.json as Seen
    return { id, scenario, left: [...(scenario.supplements ?? [])] }
  }

  /** Answers what a collection asks, if it does. */
  const answer = async (collection: Collection): Promise<Seen> => {
    const seen = await see(collection)
    const [next] = collection.left
    if (next === undefined || !asks(seen)) return seen
    const accepted = await service.post(`/collections/${collection.id}/supplement-info`, next)
    assert.strictEqual(accepted.status, 202, accepted.text)
    collection.left.shift()
    return seen
  }

  try {
    connector = await startConnector()
    await service.start()
    const asking = await Promise.all(plan.asking.map(begin))
    await Promise.all(asking.map((each) => until(() => see(each), asks)))
    const unattended = await Promise.all(plan.unattended.map(begin))

    // Some answers are accepted while there is no connector to hand them to.
    await connector.kill()
    const [early, late] = [asking.slice(0, 2), asking.slice(2)]
    await Promise.all(early.map(answer))
    connector = await startConnector()

    // Others are accepted just before there is nobody left.
    const documented = await Promise.all(plan.documented.map(begin))
    await Promise.all(late.map(answer))
    await Promise.all([service.kill(), connector.kill()])
    connector = await startConnector()
    await service.start()

    for (const collection of [...unattended, ...asking, ...documented]) {
      const { id, left, scenario } = collection
      const last = await until(() => answer(collection), hasEnded)
      assert.strictEqual(last.status, scenario.finalStatus, scenario.scenario)
      assert.isEmpty(left, scenario.scenario)
      assert.deepStrictEqual(History.of(service.dataDir, id), [...scenario.visits], scenario.scenario)
    }
  } finally {
    await service.kill()
    await connector?.kill()
    rmSync(folder, { recursive: true })
  }
}, 120_000)
