/**
 * `sheaf bank certificates`: creates a provider's test certificates with the PSD2 role, and a certificate for a test
 * bank.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Authority, ProviderCertificates, ServerLeaf } from "@sheaf/adapters-mtls"
import { AtomicFiles } from "@sheaf/ports"
import { Console, Effect, Path, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { failWith } from "../../errors/OperatorError.ts"
import * as KeyFolder from "../KeyFolder.ts"
import * as FileErrors from "../../errors/FileErrors.ts"

const days = 365

const flags = {
  out: Flag.String("out").pipe(Flag.withDescription("Folder for the files, created if necessary.")),
  host: Flag.String("host").pipe(
    Flag.withDefault("localhost"),
    Flag.withDescription("The provider's host, which the certificate for connections names.")
  ),
  organization: Flag.String("organization").pipe(
    Flag.withDefault("Sheaf Test"),
    Flag.withDescription("The provider's name.")
  )
}

const make = Effect.fnUntraced(function* (organization: string, host: string) {
  const root = yield* Authority.make("test")
  const authority = yield* Effect.orDie(Authority.open("test", root))
  const provider = { host, organization, organizationId: "PSDSE-FINA-000000", roles: ["PSP_AI"], days } as const
  const pairs = {
    qwac: yield* ProviderCertificates.make(authority, { ...provider, kind: "QWAC" }),
    seal: yield* ProviderCertificates.make(authority, { ...provider, kind: "QSEAL" }),
    bank: yield* ServerLeaf.make(authority, ServerLeaf.loopbackNames, days)
  }
  const files = Object.entries(pairs).flatMap(([name, { certificate, key }]) => [
    [`${name}.key`, Redacted.value(key)] as const,
    [`${name}.pem`, certificate] as const
  ])
  return [["ca.pem", root.certificate] as const, ...files]
})

export const certificatesCommand = Command.make(
  "certificates",
  flags,
  Effect.fnUntraced(function* ({ host, organization, out }) {
    const path = yield* Path.Path
    const write = Effect.gen(function* () {
      yield* KeyFolder.make("--out", out)
      for (const [name, content] of yield* make(organization, host)) {
        yield* AtomicFiles.writeNewFile(path.join(out, name), content)
        yield* Console.log(path.join(out, name))
      }
    })
    yield* Effect.catchTag(write, "PlatformError", ({ reason }) =>
      failWith(`--out: cannot write to ${out}: ${FileErrors.reasonOf({ reason })}. Choose an empty folder.`)
    )
  })
).pipe(
  Command.withDescription(
    "Creates a provider's test certificates with the PSD2 role PSP_AI: qwac.pem for connections and seal.pem for signatures. " +
      "Also creates bank.pem for a test bank, and ca.pem, which signed all three. Prints the paths."
  ),
  Command.provide(NodeCrypto.layer)
)
