/**
 * Drives every consent scenario in each version, using only the list in `GET /sandbox/consent-scenarios` (spec 2.4,
 * 12).
 */
import { TestClient, VersionDialect, waitFor } from "@sheaf/sandbox-site/testing"
import { selectCases, isCi } from "@sheaf/adapters-sandbox/testing"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import type { ConsentScenario } from "@sheaf/adapters-sandbox/scenarios"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { ConsentError } from "@sheaf/domain/ConsentStatusObject"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { assert, beforeAll, describe, it } from "vitest"
import { BankFiles, ConsentHistory } from "../../src/testing/index.ts"
import { ConsentDriver } from "./ConsentDriver.ts"
import type { DrivenConsent } from "./ConsentDriver.ts"
import { runConcurrently } from "../Concurrency.ts"
import * as TestService from "../TestService.ts"

interface Run {
  readonly scenario: ConsentScenario
  readonly loginMethod: LoginMethod.LoginMethod | undefined
  readonly driven: DrivenConsent
}

/**
 * Returns the scenario's `_MOCK` login methods, one for each family, because these have no delays. Returns
 * `[undefined]` if people authorize at the bank.
 */
const methodsOf = ({ loginMethods }: ConsentScenario): ReadonlyArray<LoginMethod.LoginMethod | undefined> =>
  loginMethods.length === 0
    ? [undefined]
    : loginMethods.filter((method) => LoginMethod.describe(method).environment === "MOCK")

/** The simulated bank with OAuth. No scenario in the catalog uses it. */
const withOAuth = "se-klarvik"

const driveAll = async (driver: ConsentDriver): Promise<ReadonlyArray<Run>> => {
  const scenarios = await driver.client.consentScenarios()
  const requests = scenarios.flatMap((scenario) =>
    methodsOf(scenario).map((loginMethod) => ({ scenario, loginMethod }))
  )
  const driven = selectCases(requests, ({ loginMethod, scenario }) => [scenario.scenario, loginMethod ?? "the page"])
  const byOAuth = scenarios
    .filter(({ scenario }) => scenario === "consent-page")
    .map((scenario) => ({
      scenario: { ...scenario, company: withOAuth, collect: true as const },
      loginMethod: undefined
    }))
  return runConcurrently([...driven, ...byOAuth], async ({ loginMethod, scenario }) => ({
    scenario,
    loginMethod,
    driven: await driver.drive(scenario, loginMethod)
  }))
}

const service = TestService.forAll()
const { dataDir } = service
let all: ReadonlyArray<{ readonly driver: ConsentDriver; readonly runs: ReadonlyArray<Run> }>

beforeAll(async () => {
  ConsentHistory.startRecording(dataDir)
  all = await Promise.all(
    VersionDialect.all.map(async ({ version }) => {
      const driver = new ConsentDriver(new TestClient({ base: service.process.base, version }), dataDir)
      return { driver, runs: await driveAll(driver) }
    })
  )
})

describe.each([...VersionDialect.all])("the consent scenarios, in $version", ({ version }) => {
  const runs = (): ReadonlyArray<Run> => all.find(({ driver }) => driver.client.dialect.version === version)?.runs ?? []

  const nameOf = ({ loginMethod, scenario }: Run): string => `${scenario.scenario} by ${loginMethod ?? "the page"}`

  it("end with the status and the error in the catalog", () => {
    for (const run of runs()) {
      const { errorCode, finalStatus } = run.scenario
      const { error, status } = run.driven.last
      assert.deepStrictEqual([status, error?.code], [finalStatus, errorCode], nameOf(run))
    }
  })

  it("also run at a bank with OAuth, whose accounts need a token", () => {
    const [driven, ...others] = runs().filter(({ scenario }) => scenario.company === withOAuth)
    assert.lengthOf(others, 0)
    assert.deepStrictEqual([driven?.driven.last.status, driven?.driven.collected], ["AUTHORIZED", "COMPLETED"])
  })

  it("pass through the statuses in the catalog", () => {
    const histories = ConsentHistory.read(dataDir)
    for (const run of runs()) {
      const visited = histories.get(run.driven.consentId)?.map(({ status }) => status)
      assert.deepStrictEqual(visited, [...run.scenario.visits], nameOf(run))
    }
  })

  it("together reach every status and every error", () => {
    assert.isAbove(runs().length, isCi ? 50 : 30)
    const statuses = new Set(runs().flatMap(({ scenario }) => scenario.visits))
    assert.sameMembers([...statuses], [...ConsentStatus.all])
    const codes = runs().flatMap(({ driven }) => (driven.last.error ? [driven.last.error.code] : []))
    assert.sameMembers([...new Set(codes)], [...ConsentError.fields.code.literals])
  })

  it.each([
    ["consent-revoked-at-bank", "AUTHENTICATION_ERROR"],
    ["consent-reading-refused", "AUTHENTICATION_ERROR"],
    ["consent-bank-fails-once", "COMPLETED"]
  ] as const)("collect as far as the bank allows: %s", (name, ended) => {
    const ends = runs()
      .filter(({ scenario }) => scenario.scenario === name)
      .map(({ driven }) => driven.collected)
    const shown = CollectionStatus.project(ended, { version, market: "se" })
    assert.deepStrictEqual([...new Set(ends)], [shown])
  })
})

describe("after all consent scenarios", () => {
  it("the banks and the service have the same number of valid consents", async () => {
    const here = all.flatMap(({ runs }) => runs).filter(({ driven }) => driven.last.status === "AUTHORIZED")
    // Clients can see that a consent has ended before the service has notified the bank, so the test waits for the
    // bank.
    const there = await waitFor(
      () => BankFiles.storedConsents(dataDir).map(({ status }) => status),
      (statuses) => !statuses.includes("received")
    )
    assert.lengthOf(
      there.filter((status) => status === "valid"),
      here.length
    )
  })

  it("the service has logged no error", () => {
    assert.notMatch(service.process.output(), /"level":"(ERROR|FATAL)"/i)
  })
})
