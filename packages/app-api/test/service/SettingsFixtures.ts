/** Loads a service's settings from variables and files that belong to a single test. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import * as Settings from "../../src/config/Settings.ts"
import * as SelfSigned from "../SelfSigned.ts"

export const load = (variables: Record<string, string>) =>
  Settings.load(variables).pipe(Effect.provide(NodeServices.layer))

export const writeConfigFile = (content: string, suffix = "") =>
  Effect.gen(function* () {
    const fileSystem = yield* FileSystem.FileSystem
    const path = yield* fileSystem.makeTempFileScoped({ suffix })
    yield* fileSystem.writeFileString(path, content)
    yield* fileSystem.chmod(path, 0o600)
    return path
  }).pipe(Effect.provide(NodeServices.layer))

export const contentOf = (path: string) =>
  FileSystem.FileSystem.use((files) => files.readFileString(path)).pipe(Effect.provide(NodeServices.layer))

/** `content` is the configuration as an object or as text. */
export const loadConfig = (content: object | string, variables: Record<string, string> = {}) =>
  Effect.flatMap(writeConfigFile(typeof content === "string" ? content : JSON.stringify(content)), (path) =>
    load({ SHEAF_CONFIG: path, ...variables })
  )

export const reasonsOf = (content: object | string, variables: Record<string, string> = {}) =>
  Effect.map(Effect.flip(loadConfig(content, variables)), (error) =>
    "reasons" in error && error.reasons !== undefined ? error.reasons : [error.message]
  )

export const selfSigned = FileSystem.FileSystem.use((files) =>
  Effect.map(files.makeTempDirectoryScoped(), SelfSigned.makeIn)
).pipe(Effect.provide(NodeServices.layer))

/** A Base64 secret that the rejected configuration files contain. No error message may repeat it. */
export const secretText = "c2hvcnQ="

export const insurer = {
  company: "ee-saare",
  companyDisplayName: "Saare",
  loginMethods: ["EMAIL"],
  insurance: [{ insuranceType: "personInsurance", insuranceSubTypes: ["travel"] }]
}

type Row = readonly [content: object | string, says: string]

/**
 * Tests that each configuration file is rejected, and that the error messages, joined by semicolons, contain the given
 * text.
 */
export const testRejected = (rows: ReadonlyArray<Row>) => {
  for (const [content, says] of rows) {
    const title = typeof content === "string" ? content : JSON.stringify(content).slice(0, 200)
    it.effect(`reject ${title}: ${says}`, () =>
      Effect.gen(function* () {
        const reasons = yield* reasonsOf(content)
        for (const reason of reasons) {
          assert.isTrue(reason.startsWith("SHEAF_CONFIG: "), reason)
          assert.notInclude(reason, secretText)
        }
        assert.include(reasons.map((reason) => reason.slice("SHEAF_CONFIG: ".length)).join("; "), says)
      })
    )
  }
}

/**
 * Tests the rules that apply to every entry with a URL and certificates. `entry` returns a configuration file in which
 * `more` has been added to the entry at `place`.
 */
export const testRejectedOutbound = (place: string, entry: (more: object) => object) =>
  testRejected([
    [entry({ url: "http://outside.example" }), `${place}.url: the address must use https`],
    [
      entry({ url: `https://sheaf:${secretText}@outside.example` }),
      `${place}.url: the address must not contain credentials`
    ],
    [entry({ certFile: "/nowhere" }), `${place}: set both certFile and keyFile, or neither`],
    [entry({ caFile: "/nowhere" }), `${place}.caFile: cannot read /nowhere: there is no such file or folder`]
  ])
