/** The companies of the sandbox behind a connector over HTTP: they do what they do in the process of the service. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConnectorServer, RemoteConnectors } from "@sheaf/adapters-http"
import { runs, sandbox } from "@sheaf/adapters-sandbox/testing"
import { connectorContract } from "@sheaf/ports/testing"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpServer } from "effect/http"
import { createServer } from "node:http"
import * as SandboxSection from "../../src/cli/SandboxSection.ts"
import { ConfigFile } from "../../src/config/ConfigFile.ts"
import * as OutboundSettings from "../../src/config/OutboundSettings.ts"

const secret = Redacted.make("only-for-this-test")

/** One for each thing that only some steps have: the wire must lose none of it. What else there is to do is the companies'. */
const chosen = [
  "completed by USERNAME_AND_PASSWORD",
  "completed by EMAIL, WEALTH only",
  "completed-partial by USERNAME_AND_PASSWORD",
  "completed-empty by EMAIL",
  "account-temporarily-locked-hour by USERNAME_AND_PASSWORD",
  "two-factor-choice by USERNAME_AND_PASSWORD",
  "two-factor-timeout by EMAIL",
  "contact-form-pending by USERNAME_AND_PASSWORD",
  "collection-input-while-collecting by EMAIL",
  "electronic-id by SWEDISH_MOBILE_EID_SAME_DEVICE_TEST",
  "electronic-id by SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK",
  "electronic-id-unanswered by SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
  "electronic-id-company-mismatch by SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
  "client-side by SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK",
  "security-token by SWEDISH_SECURITY_TOKEN",
  "accounts-narrow by USERNAME_AND_PASSWORD",
  "consent-refused by EMAIL",
  "login-method-not-applicable-fr by SWEDISH_SECURITY_TOKEN"
]

const chosenRuns = chosen.map((name) => {
  const run = runs.find((each) => each.name === name)
  if (run === undefined) throw new Error(`there is no run ${name}`)
  return run
})

const companies = new Set(chosenRuns.map(({ order }) => order.company))

const withChosen = (connector: RemoteConnectors.RemoteConnectorOptions): RemoteConnectors.RemoteConnectorOptions => {
  const [first, ...others] = connector.companies.filter(({ company }) => companies.has(company))
  if (first === undefined) throw new Error("none of the companies is printed")
  return { ...connector, secret, companies: [first, ...others] }
}

/** Their companies, as the command prints them and a service reads them. */
const configured = Effect.fnUntraced(function* (url: string) {
  const file = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(ConfigFile))(SandboxSection.print({ url }))
  const connectors = yield* Effect.provide(OutboundSettings.connectorsOf(file), NodeServices.layer)
  return connectors.map(withChosen)
})

/** The companies, at the other end of a connection. */
const remote = Layer.unwrap(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    return RemoteConnectors.layer(yield* configured(HttpServer.formatAddress(address)))
  })
).pipe(
  Layer.provide(ConnectorServer.serve({ secret })),
  Layer.provide(sandbox),
  Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
)

connectorContract("the sandbox over HTTP", remote, chosenRuns)
