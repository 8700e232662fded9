/**
 * Runs every sandbox scenario over HTTP in each version, using only the list from `GET /sandbox/scenarios` (spec 12).
 */
import { TestClient, ScenarioDriver, VersionDialect } from "@sheaf/sandbox-site/testing"
import type { AnyStatusObject } from "@sheaf/sandbox-site/testing"
import { selectCases } from "@sheaf/adapters-sandbox/testing"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import * as Parameter from "@sheaf/domain/Parameter"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { formatConfigFile } from "@sheaf/sandbox-site"
import * as SandboxProcess from "../../src/testing/SandboxProcess.ts"
import * as RecordingProxy from "../companies/RecordingProxy.ts"
import * as History from "./History.ts"
import { runConcurrently } from "../Concurrency.ts"
import { TestService } from "../TestService.ts"

interface Run {
  readonly scenario: Scenario
  readonly loginMethod: LoginMethod.LoginMethod
  readonly drive: ScenarioDriver
  readonly last: AnyStatusObject
}

const familyOf = (loginMethod: LoginMethod.LoginMethod) => LoginMethod.describe(loginMethod).family

const methodsOf = ({ loginMethods }: Scenario): ReadonlyArray<LoginMethod.LoginMethod> => {
  const order = ["MOCK", "TEST", "REAL"]
  const families = Map.groupBy(loginMethods, familyOf)
  return Array.from(families.values(), (methods) =>
    methods.toSorted(
      (one, other) =>
        order.indexOf(LoginMethod.describe(one).environment) - order.indexOf(LoginMethod.describe(other).environment)
    )
  ).flatMap((methods) => methods.slice(0, 1))
}

const marketOf = ({ company }: Scenario): Market.Market => {
  const market = company.slice(0, 2)
  return (["se", "ee", "lt", "lv", "fr"] as const).find((each) => each === market) ?? assert.fail(company)
}

const completesUnderConsent = ({ finalStatus, parameters }: Scenario): boolean =>
  finalStatus === "COMPLETED" && Parameter.find(parameters, "PSD2_AIS_CONSENT") !== undefined

const driveAll = async (client: TestClient): Promise<ReadonlyArray<Run>> => {
  const starts = (await client.scenarios()).flatMap((scenario) =>
    methodsOf(scenario).map((loginMethod) => ({ scenario, loginMethod }))
  )
  const driven = selectCases(starts, ({ loginMethod, scenario }) => [
    scenario.scenario,
    `${familyOf(loginMethod)} ${completesUnderConsent(scenario)} ${scenario.expire}`
  ])
  return runConcurrently(driven, async ({ loginMethod, scenario }) => {
    const drive = await ScenarioDriver.begin(client, scenario, loginMethod)
    return { scenario, loginMethod, drive, last: await drive.finish() }
  })
}

interface Remote {
  readonly wire: RecordingProxy.RecordingProxy
  readonly connector: SandboxProcess.SandboxProcess
}

const startRemote = async (folder: string): Promise<Remote> => {
  const wire = await RecordingProxy.open()
  const connector = await SandboxProcess.start({ dataDir: folder })
  wire.forwardTo(connector.base)
  return { wire, connector }
}

/**
 * Each version runs once: one with the companies in the service's own process, the other with companies behind an HTTP
 * connector. Versions and connectors are independent, so other combinations would test nothing new.
 */
const setUps = VersionDialect.all.map((speaker) => ({
  version: speaker.version,
  place: speaker.version === "2025-01-01" ? "behind a connector over HTTP" : "in the service's process"
}))

describe.each(setUps)("the sandbox's scenarios, in $version, with the companies $place", (setUp) => {
  const { version } = setUp
  const isRemote = version === "2025-01-01"

  const shown = (status: CollectionStatus.CollectionStatus, market: Market.Market) =>
    CollectionStatus.project(status, { version, market })

  let remote: Remote | undefined
  let service: TestService
  let client: TestClient
  let runs: ReadonlyArray<Run>

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "sheaf-scenarios-"))
    remote = isRemote ? await startRemote(join(folder, "connector")) : undefined
    service = new TestService({
      folder,
      config: remote && JSON.parse(formatConfigFile({ url: remote.wire.base }))
    })
    await service.start()
    client = new TestClient({ base: service.process.base, version })
    runs = await driveAll(client)
  })

  afterAll(async () => {
    await remote?.connector.stop()
    await remote?.wire.close()
    await service.end()
  })

  it("end with the status in the catalog", () => {
    for (const { last, loginMethod, scenario } of runs) {
      const expected = shown(scenario.finalStatus, marketOf(scenario))
      assert.strictEqual(last.status, expected, `${scenario.scenario} by ${loginMethod}`)
    }
  })

  it("pass through the statuses in the catalog", () => {
    for (const { drive, loginMethod, scenario } of runs) {
      const visited = History.of(service.dataDir, drive.id)
      assert.deepStrictEqual(visited, [...scenario.visits], `${scenario.scenario} by ${loginMethod}`)
    }
  })

  it("together reach every status of this version, in every market that has it", () => {
    for (const status of CollectionStatus.all) {
      const markets = Market.all.filter((market) => CollectionStatus.returnedBy(status, { version, market }))
      if (markets.length === 0) continue
      const inMarkets = runs
        .filter(({ scenario }) => scenario.visits.some((visited) => shown(visited, marketOf(scenario)) === status))
        .map(({ scenario }) => marketOf(scenario))
      if (markets.length === Market.all.length) assert.isNotEmpty(inMarkets, status)
      else assert.includeMembers(inMarkets, [...markets], status)
    }
  })

  it("include a completed collection under a one-time consent for every family of login methods except uploads", () => {
    const families = runs
      .filter(({ last, scenario }) => last.status === "COMPLETED" && completesUnderConsent(scenario))
      .map(({ loginMethod }) => familyOf(loginMethod))
    assert.sameMembers([...new Set(families), "PDF_UPLOAD"], [...new Set(LoginMethod.all.map(familyOf))])
  })

  it("ask for every kind of input", () => {
    const asked = runs.flatMap(({ scenario }) => scenario.supplements ?? [])
    const kinds = new Set(asked.map(({ type }) => type))
    assert.sameMembers([...kinds], ["COLLECTION_INPUT", "TWO_FACTOR_CODE", "TWO_FACTOR_CHOICE", "RESPONSE_OBJECT"])
    const inputs = new Set(asked.flatMap((body) => (body.type === "COLLECTION_INPUT" ? Object.keys(body.inputs) : [])))
    assert.sameMembers([...inputs], ["EMAIL", "MOBILE_PHONE_NUMBER", "SWEDISH_PERSONAL_NUMBER", "ACCOUNT_OWNER_NAME"])
  })

  it("show every key of the extra information", () => {
    const keys = new Set(runs.flatMap(({ drive }) => [...drive.keys]))
    assert.includeMembers(
      [...keys],
      [
        "SWEDISH_MOBILE_EID_AUTOSTART_TOKEN",
        "SWEDISH_MOBILE_EID_ANIMATED_QR_DATA",
        "ORDER_PAGE_URL",
        "REDIRECT_URL",
        "AVAILABLE_TWO_FACTOR_METHODS",
        "TWO_FACTOR_AUTHENTICATION_INSTRUCTION",
        "REFERENCE_NUMBER",
        "REQUIRED_INPUT_TYPES",
        "INSTRUCTIONS",
        "FAILURE_REASON"
      ]
    )
  })

  if (!isRemote) return

  it("exchange only requests and responses that fit the published protocol", () => {
    const { exchanges } = remote?.wire ?? assert.fail("there is no connector")
    assert.deepStrictEqual(exchanges.flatMap(RecordingProxy.violationsOf), [])
    const callsOf = (name: string) => exchanges.filter(({ path }) => path === `/v1/${name}`).length
    assert.isAbove(callsOf("begin"), 60)
    assert.isAbove(callsOf("resume"), 120)
    assert.isAbove(callsOf("document"), 10)
    assert.isAbove(callsOf("cancel"), 2)
    const statuses = new Set(exchanges.map(({ response }) => response.status))
    assert.sameMembers([...statuses], [200, 204, 422, 504])
  })
})
