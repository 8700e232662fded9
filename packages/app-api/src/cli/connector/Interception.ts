/** Lets a proxy decrypt HTTPS, with a certificate authority whose key exists only in this process. */
import { Authority, ServerLeaf } from "@sheaf/adapters-mtls"
import { Effect, FileSystem, Redacted } from "effect"
import { isIP } from "node:net"
import type { KeyPair } from "./CompanyProxy.ts"

export interface Interception {
  readonly certify: (host: string) => Promise<KeyPair>
  /** The path to the CA certificate, for connectors that do not use the kit. */
  readonly authorityFile: string
}

const validDays = 2

/** Creates the authority. Only its certificate is written to a file, which is deleted when the scope closes. */
export const make = Effect.gen(function* () {
  const pair = yield* Authority.make("test")
  const authority = yield* Effect.orDie(Authority.open("test", pair))
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof ServerLeaf.make>>>()
  const known = new Map<string, Promise<KeyPair>>()
  const certify = (host: string) => {
    const made =
      known.get(host) ??
      Effect.runPromiseWith(context)(
        Effect.map(
          ServerLeaf.make(authority, [{ type: isIP(host) === 0 ? "dns" : "ip", value: host }], validDays),
          ({ certificate, key }) => ({ certificate, key: Redacted.value(key) })
        )
      )
    known.set(host, made)
    return made
  }
  const fileSystem = yield* FileSystem.FileSystem
  const authorityFile = yield* fileSystem.makeTempFileScoped({ prefix: "sheaf-connector-" })
  yield* fileSystem.writeFileString(authorityFile, pair.certificate)
  return { certify, authorityFile } satisfies Interception
})
