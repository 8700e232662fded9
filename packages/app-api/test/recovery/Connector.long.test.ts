/** Collections continue even if the service and a connector are killed (spec 2.5). */
import { freePort } from "@sheaf/adapters-sql/testing"
import { asks, Catalog, Drive, until } from "@sheaf/adapters-http/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { assert, it } from "vitest"
import { join } from "node:path"
import * as SandboxSection from "../../src/cli/standalone/SandboxSection.ts"
import * as SandboxProcess from "../../src/testing/SandboxProcess.ts"
import * as History from "../collections/History.ts"
import { TestService } from "../TestService.ts"

type Planned = readonly [scenario: string, loginMethod: LoginMethod, company: string]

/** Each collection has its own company, because the service pauses calls to companies that fail too often. */
const plan: Readonly<Record<"unattended" | "asking" | "documented", ReadonlyArray<Planned>>> = {
  unattended: [
    ["incorrect-credentials", "EMAIL", "lt-rasos"],
    ["accounts-narrow", "USERNAME_AND_PASSWORD", "se-fjallbanken"],
    ["electronic-id-kyc-form", "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST", "se-statspension"]
  ],
  asking: [
    ["two-factor", "USERNAME_AND_PASSWORD", "fr-bocage"],
    ["two-factor-choice", "EMAIL", "lv-priedes"],
    ["contact-form-pending", "USERNAME_AND_PASSWORD", "ee-kadaka"],
    ["collection-input-while-collecting", "USERNAME_AND_PASSWORD", "fr-clairval"]
  ],
  documented: [
    ["completed", "USERNAME_AND_PASSWORD", "se-granskog"],
    ["completed-partial", "USERNAME_AND_PASSWORD", "se-nordhem"]
  ]
}

it("collections end as planned although the connector and the service are killed", async () => {
  const port = await freePort()
  const config = JSON.parse(SandboxSection.print({ url: `http://127.0.0.1:${port}` }))
  const service = new TestService({ config, env: { MTLS_PORT: "off" } })
  const { client } = service
  const startConnector = () => SandboxProcess.start({ dataDir: join(service.folder, "connector"), port })
  let connector: SandboxProcess.SandboxProcess | undefined
  const begin = async ([name, loginMethod, company]: Planned): Promise<Drive> =>
    Drive.begin(client, Catalog.named(await client.scenarios(), name), loginMethod, { company })
  try {
    connector = await startConnector()
    await service.start()
    const asking = await Promise.all(plan.asking.map(begin))
    await Promise.all(asking.map((each) => until(() => client.status(each.id), asks)))
    const unattended = await Promise.all(plan.unattended.map(begin))

    // The service accepts some inputs while the connector is down.
    await connector.kill()
    await Promise.all(asking.slice(0, 2).map((each) => each.look()))
    connector = await startConnector()

    // The service accepts the other inputs just before both processes die.
    const documented = await Promise.all(plan.documented.map(begin))
    await Promise.all(asking.slice(2).map((each) => each.look()))
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
}, 180_000)
