/**
 * Collections from companies behind a connector over HTTP, while the connector and the service lose their power: what was
 * accepted ends as its scenario says, whichever of the two was gone when it went on.
 */
import { asks, Catalogue, Drive, until } from "@sheaf/adapters-http/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { assert, it } from "vitest"
import { join } from "node:path"
import * as SandboxSection from "../../src/cli/SandboxSection.ts"
import * as ConnectorProcess from "../../src/testing/ConnectorProcess.ts"
import * as History from "../collections/History.ts"
import { freePort, TestService } from "../TestService.ts"

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

it("end as they would have, when the connector and the service are killed and come back", async () => {
  const port = await freePort()
  const config = JSON.parse(SandboxSection.print({ url: `http://127.0.0.1:${port}` }))
  const service = new TestService({ config, env: { MTLS_PORT: "off" } })
  const { client } = service
  const startConnector = () => ConnectorProcess.start({ dataDir: join(service.folder, "connector"), port })
  let connector: ConnectorProcess.ConnectorProcess | undefined

  const begin = async ([name, loginMethod, company]: Planned): Promise<Drive> =>
    Drive.begin(client, Catalogue.named(await client.scenarios(), name), loginMethod, { company })

  try {
    connector = await startConnector()
    await service.start()
    const asking = await Promise.all(plan.asking.map(begin))
    await Promise.all(asking.map((each) => until(() => client.status(each.id), asks)))
    const unattended = await Promise.all(plan.unattended.map(begin))

    // Some answers are accepted while there is no connector to hand them to.
    await connector.kill()
    const [early, late] = [asking.slice(0, 2), asking.slice(2)]
    await Promise.all(early.map((each) => each.look()))
    connector = await startConnector()

    // Others are accepted just before there is nobody left.
    const documented = await Promise.all(plan.documented.map(begin))
    await Promise.all(late.map((each) => each.look()))
    await Promise.all([service.kill(), connector.kill()])
    connector = await startConnector()
    await service.start()

    for (const drive of [...unattended, ...asking, ...documented]) {
      const { id, scenario } = drive
      assert.strictEqual((await drive.end()).status, scenario.finalStatus, scenario.scenario)
      assert.deepStrictEqual(History.of(service.dataDir, id), [...scenario.visits], scenario.scenario)
    }
  } finally {
    await connector?.kill()
    await service.end()
  }
}, 120_000)
