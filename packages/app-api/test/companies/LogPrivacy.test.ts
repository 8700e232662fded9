/** Checks that the log contains no personal data, even at its most verbose level (spec 7). */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { TestClient, waitFor } from "@sheaf/sandbox-site/testing"
import { selectCases, isCi } from "@sheaf/adapters-sandbox/testing"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { Effect, Exit, Layer, Logger, References, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Server from "../../src/service/Server.ts"
import * as Settings from "../../src/config/Settings.ts"
import { ConsentDriver } from "../consents/ConsentDriver.ts"
import * as Tools from "../Tools.ts"

const lines: Array<string> = []

const listening = Layer.mergeAll(
  Logger.layer([Logger.make((options) => void lines.push(Logger.formatJson.log(options)))]),
  Layer.succeed(References.MinimumLogLevel, "All")
)

const scope = Scope.makeUnsafe()
const dataDir = Tools.folderForAll()
let base: string

const serve = Effect.gen(function* () {
  const settings = yield* Settings.load({ PORT: "0", SHEAF_DATA_DIR: dataDir })
  const context = yield* Layer.buildWithScope(Server.layer(settings), scope)
  return yield* Effect.provide(Server.listenerUrl, context)
}).pipe(Effect.provide(Layer.merge(NodeServices.layer, listening)))

beforeAll(async () => {
  base = await Effect.runPromise(serve)
})

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

describe("the log, at every level", () => {
  it("contains no token, key, external id, personal number or account from any consent scenario", async () => {
    const driver = new ConsentDriver(new TestClient({ base }), dataDir)
    const scenarios = selectCases(
      await driver.client.consentScenarios(),
      ({ errorCode, finalStatus, redirect, visits }) => [`${finalStatus} ${errorCode}`, `${redirect} ${visits}`]
    )
    const accountIds = await Promise.all(
      scenarios.map(async (scenario) => {
        const loginMethod = scenario.loginMethods.find((method) => LoginMethod.describe(method).environment === "MOCK")
        const { last } = await driver.drive(scenario, loginMethod)
        return last.scope.accountIds ?? []
      })
    )
    assert.isTrue(
      lines.some((line) => line.includes('"level":"DEBUG"')),
      "the log includes debug lines"
    )
    const secrets = [...accountIds.flat(), ...driver.secrets, "sheaf-demo"]
    assert.isAbove(secrets.length, isCi ? 80 : 40)
    for (const secret of secrets) {
      assert.isUndefined(
        lines.find((line) => line.includes(secret)),
        secret
      )
    }
  })

  it("contains no request id of a caller that is neither a UUID nor a trace id", async () => {
    const client = new TestClient({ base })
    const own = crypto.randomUUID()
    const foreign = ["call-for-199001012384", "Maja Nordhem", "00-199001012384-x", "a".repeat(300)]
    for (const id of [...foreign, own]) {
      await client.send("/companies/availability", { headers: { "x-request-id": id } })
    }
    await waitFor(
      () => lines,
      (all) => all.some((line) => line.includes(own))
    )
    for (const id of foreign) {
      assert.isUndefined(
        lines.find((line) => line.includes(id)),
        id
      )
    }
  })
})
