/** Tests `sheaf sandbox`, which serves the simulated companies, banks and electronic ID. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { companyDescriptions } from "@sheaf/adapters-sandbox"
import { assert, describe, it } from "@effect/vitest"
import { Console, Effect, Redacted, Schema } from "effect"
import { Command } from "effect/cli"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { OperatorError } from "../../src/errors/OperatorError.ts"
import * as Output from "../../src/cli/Output.ts"
import * as SandboxCommand from "../../src/cli/standalone/SandboxCommand.ts"
import * as SandboxProcess from "../../src/testing/SandboxProcess.ts"
import * as SettingsFixtures from "../service/SettingsFixtures.ts"
import * as Tools from "../Tools.ts"

const printed = (...words: ReadonlyArray<string>) => {
  const lines: Array<unknown> = []
  const console = { ...globalThis.console, log: (line: unknown) => void lines.push(line) }
  return Command.runWith(SandboxCommand.makeCommand("sandbox"), { version: "0", renderErrors: false })(words).pipe(
    Effect.provide(Output.layer),
    Effect.provideService(Console.Console, console),
    Effect.provide(NodeServices.layer),
    Effect.map(() => lines.join("\n"))
  )
}

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const connectorsOf = Effect.fnUntraced(function* (...words: ReadonlyArray<string>) {
  const { connectors } = yield* SettingsFixtures.loadConfig(
    yield* decodeJson(yield* printed("--print-config", ...words))
  )
  return connectors
})

describe("the printed configuration file", () => {
  it.effect("lists every company with its login methods and products", () =>
    Effect.gen(function* () {
      const [connector] = yield* connectorsOf()
      assert.strictEqual(connector?.baseUrl, "http://127.0.0.1:8090")
      assert.deepStrictEqual<unknown>(
        connector?.companies,
        companyDescriptions.map(({ availability, supported: { market: _, ...supported } }) => {
          const { directory, loginMethods, maximumConsentValidityDays: days } = availability
          return {
            ...supported,
            loginMethods,
            ...(directory && { directory }),
            ...(days !== undefined && { maximumConsentValidityDays: days })
          }
        })
      )
    })
  )

  it.effect("has the connector's address and secret", () =>
    Effect.gen(function* () {
      const secretFile = yield* SettingsFixtures.writeConfigFile("some-secret\n")
      const [connector] = yield* connectorsOf("--host", "::1", "--port", "9000", "--secret-file", secretFile)
      assert.strictEqual(connector?.baseUrl, "http://[::1]:9000")
      assert.strictEqual(connector?.secret && Redacted.value(connector.secret), "some-secret")
      const [anywhere] = yield* connectorsOf("--host", "0.0.0.0", "--secret-file", secretFile)
      assert.strictEqual(anywhere?.baseUrl, "http://127.0.0.1:8090")
    })
  )
})

describe("the command rejects", () => {
  it.effect.each([
    ["a public address without a secret", ["--host", "0.0.0.0"], /--host 0\.0\.0\.0 .* --secret-file/],
    ["a configuration file for any free port", ["--print-config", "--port", "0"], /set --port to a value other than 0/],
    ["a missing secret file", ["--secret-file", "/no/such/file"], /--secret-file: cannot read \/no\/such\/file/],
    ["a secret file that others can read", ["--secret-file", "/dev/null"], /--secret-file: other users.*chmod 600/]
  ] as const)("%s", ([, words, sentence]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(printed(...words))
      assert.isTrue(error instanceof OperatorError)
      assert.match(error.message, sentence)
    })
  )
})

describe("the connector", () => {
  const folder = Tools.folderForAll()

  it.live("requires its secret, and stops on a signal", () =>
    Effect.gen(function* () {
      const secretFile = join(folder, "secret")
      writeFileSync(secretFile, "some-secret\n", { mode: 0o600 })
      const connector = yield* Effect.acquireRelease(
        Effect.promise(() =>
          SandboxProcess.start({ dataDir: join(folder, "data"), flags: ["--secret-file", secretFile] })
        ),
        ({ kill }) => Effect.promise(kill)
      )
      const { connectors } = yield* SettingsFixtures.loadConfig(connector.config)
      assert.strictEqual(connectors[0]?.baseUrl, connector.base)
      const statusOf = (path: string, authorization: string) =>
        Effect.promise(async () => {
          const headers = { authorization, "content-type": "application/json" }
          const body = JSON.stringify({ session: "se-nordhem s" })
          const answer = await fetch(connector.base + path, { method: "POST", headers, body })
          return answer.status
        })
      assert.strictEqual(yield* statusOf("/v1/cancel", "Bearer another"), 401)
      assert.strictEqual(yield* statusOf("/v1/cancel", "Bearer some-secret"), 422)
      assert.strictEqual(yield* statusOf("/electronic-id/collect", ""), 400)
      assert.strictEqual(yield* statusOf("/se-fjallbanken/v1/consents", ""), 400)
      assert.strictEqual(yield* Effect.promise(connector.stop), 0)
      assert.include(connector.output(), "The sandbox has stopped.")
      assert.notInclude(connector.output(), "some-secret")
    })
  )
})
