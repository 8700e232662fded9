/** Writes the certificates of a PSD2 provider and a test bank to files for one test. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Authority, ProviderCertificates, ServerLeaf } from "@sheaf/adapters-mtls"
import { Effect, Redacted } from "effect"
import { writeConfigFile } from "../service/SettingsFixtures.ts"

type Options = Partial<ProviderCertificates.ProviderCertificateOptions>

const filesOf = Effect.fnUntraced(function* ({
  certificate,
  key
}: {
  readonly certificate: string
  readonly key: Redacted.Redacted
}) {
  return { certFile: yield* writeConfigFile(certificate), keyFile: yield* writeConfigFile(Redacted.value(key)) }
})

const made = Effect.fnUntraced(function* (options: Options) {
  const root = yield* Authority.make("test")
  const authority = yield* Effect.orDie(Authority.open("test", root))
  const provider = {
    host: "service.example",
    organization: "An operator",
    organizationId: "PSDSE-FINA-000000",
    roles: ["PSP_AI"],
    days: 30,
    ...options
  } as const
  return {
    authority: root.certificate,
    bank: yield* ServerLeaf.make(authority, ServerLeaf.loopbackNames, 30),
    caFile: yield* writeConfigFile(root.certificate),
    qwac: yield* filesOf(yield* ProviderCertificates.make(authority, { ...provider, kind: "QWAC" })),
    seal: yield* filesOf(yield* ProviderCertificates.make(authority, { ...provider, kind: "QSEAL" }))
  }
})

export const make = (options: Options = {}) => Effect.provide(made(options), NodeCrypto.layer)
