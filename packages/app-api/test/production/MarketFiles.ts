/** The example configuration of each market (`deploy/markets`), and the files that it names. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert } from "vitest"
import * as DeployFiles from "../../src/testing/DeployFiles.ts"
import * as CommandLine from "../CommandLine.ts"
import * as ProviderFiles from "../companies/ProviderFiles.ts"
import * as SelfSigned from "../SelfSigned.ts"

const secret = (byte: number) => Buffer.alloc(32, byte).toString("base64")

export interface MarketConfig {
  readonly connectors?: ReadonlyArray<{
    readonly url: string
    readonly companies: ReadonlyArray<{ readonly company: string }>
  }>
  readonly banks?: ReadonlyArray<{ readonly company: string; readonly url: string; readonly oauth?: object }>
  readonly electronicId?: ReadonlyArray<{ readonly scheme: string; readonly url: string }>
  readonly tls?: object
}

export class MarketFiles {
  /** The folder that stands in for `/etc/sheaf`. */
  readonly etc: string
  readonly #place: CommandLine.Workspace

  constructor(place: CommandLine.Workspace) {
    this.#place = place
    this.etc = join(place.folder, "etc")
  }

  put(name: string, content: string): void {
    writeFileSync(join(this.etc, name), content, { mode: 0o600 })
  }

  /** Writes a provider's certificates under the names used in the examples, and returns a test bank's certificates. */
  async putCertificates(days: number) {
    const make = Effect.gen({ self: this }, function* () {
      const files = yield* FileSystem.FileSystem
      const made = yield* ProviderFiles.make({ host: "sheaf.example", organizationId: "PSDEE-EFSA-1", days })
      for (const [name, { certFile, keyFile }] of Object.entries({ qwac: made.qwac, seal: made.seal })) {
        this.put(`${name}.pem`, yield* files.readFileString(certFile))
        this.put(`${name}.key`, yield* files.readFileString(keyFile))
      }
      return made
    })
    return Effect.runPromise(Effect.scoped(make).pipe(Effect.provide(NodeServices.layer)))
  }

  async putAll() {
    mkdirSync(this.etc, { mode: 0o700 })
    const { certFile, keyFile } = SelfSigned.makeIn(this.#place.folder)
    for (const name of ["server", "bankid"]) {
      this.put(`${name}.pem`, readFileSync(certFile, "utf8"))
      this.put(`${name}.key`, readFileSync(keyFile, "utf8"))
    }
    for (const name of ["bankid-ca", "smart-id-authorities", "mobile-id-authorities"]) {
      this.put(`${name}.pem`, readFileSync(certFile, "utf8"))
    }
    this.put("connector-secret", "0123456789abcdef")
    const { code, err } = await CommandLine.run(this.#place, ["certs", "init"])
    assert.strictEqual(code, 0, err)
    return this.putCertificates(90)
  }

  example(market: string): MarketConfig {
    return JSON.parse(DeployFiles.readDeployFile(`markets/${market}.json`).replaceAll("/etc/sheaf", this.etc))
  }

  configure(market: string, change: (config: MarketConfig) => object = (config) => config) {
    this.put("config.json", JSON.stringify(change(this.example(market))))
    return {
      SHEAF_MODE: "production",
      SHEAF_KEYS: `one:${secret(1)}`,
      SHEAF_PEPPER: secret(2),
      SHEAF_PUBLIC_URL: "https://sheaf.example",
      SHEAF_DATA_DIR: this.#place.dataDir,
      SHEAF_CONFIG: join(this.etc, "config.json")
    }
  }

  doctor(market: string, change?: (config: MarketConfig) => object): Promise<CommandLine.CommandResult> {
    return CommandLine.run(this.#place, ["doctor", "--market", market], this.configure(market, change))
  }
}
