/** Tests that the sandbox's companies behave the same over HTTP as in the service's own process. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert } from "@effect/vitest"
import { ConnectorServer, RemoteConnectors } from "@sheaf/adapters-http"
import { companyDescriptions } from "@sheaf/adapters-sandbox"
import { connectorRuns, layerTestConnectors } from "@sheaf/adapters-sandbox/testing"
import { connectorContract } from "@sheaf/ports/testing"
import { Effect, Layer, Redacted, Struct } from "effect"
import { HttpServer } from "effect/http"
import { createServer } from "node:http"

const secret = Redacted.make("only-for-this-test")

/** Scenarios that together cover the rarely used parts of steps, signals and orders. */
const chosen = [
  "completed-partial by USERNAME_AND_PASSWORD",
  "completed-empty by EMAIL",
  "account-temporarily-locked-hour by USERNAME_AND_PASSWORD",
  "two-factor-choice by USERNAME_AND_PASSWORD",
  "two-factor-timeout by EMAIL",
  "collection-input-while-collecting by EMAIL",
  "electronic-id-mismatch by SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
  "client-side by SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK",
  "accounts-narrow by USERNAME_AND_PASSWORD"
].map((name) => connectorRuns.find((run) => run.name === name) ?? assert.fail(`no collection ${name}`))

const companies = companyDescriptions
  .filter(({ availability: { company } }) => chosen.some(({ order }) => order.company === company))
  .map(({ availability, supported }) => ({
    ...Struct.omit(supported, ["market"]),
    ...Struct.pick(availability, ["loginMethods", "maximumConsentValidityDays"])
  }))

const remote = Layer.unwrap(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const [first = assert.fail("no company"), ...others] = companies
    return RemoteConnectors.layer([
      {
        baseUrl: HttpServer.formatAddress(address),
        allowPrivateAddresses: true,
        timeoutMillis: 10_000,
        secret,
        companies: [first, ...others]
      }
    ])
  })
).pipe(
  Layer.provide(ConnectorServer.serve({ secret })),
  Layer.provide(layerTestConnectors),
  Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
)

connectorContract("the sandbox behind a connector over HTTP", remote, chosen)
