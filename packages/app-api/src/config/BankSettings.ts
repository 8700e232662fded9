/** The configured banks, with the operator's certificates from the files that each entry names (spec 16). */
import type { RemoteBanks } from "@sheaf/adapters-http"
import { OutboundTls, Psd2Role } from "@sheaf/adapters-mtls"
import { Clock, Effect, Option, Redacted } from "effect"
import { X509Certificate, createPrivateKey } from "node:crypto"
import { failWith } from "../errors/OperatorError.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import * as Durations from "./Durations.ts"
import * as SettingErrors from "./values/SettingErrors.ts"
import * as KeyPairFiles from "./values/KeyPairFiles.ts"
import * as TextFile from "./values/TextFile.ts"
import { defaultReadsPerDay } from "./companies/BanksSection.ts"
import type { BanksSection } from "./companies/BanksSection.ts"

type BankEntry = BanksSection[number]

/** Checks the time and the role of a provider's certificate. Its key has been checked before. */
const checkProvider = Effect.fnUntraced(function* (name: string, certificate: string) {
  const x509 = new X509Certificate(certificate)
  if (!Psd2Role.rolesIn(x509.raw).includes("PSP_AI")) {
    yield* failWith(`${name}.certFile: the certificate lacks the PSD2 role PSP_AI (ETSI TS 119 495)`)
  }
  const now = yield* Clock.currentTimeMillis
  if (now > x509.validToDate.getTime()) {
    yield* failWith(`${name}.certFile: the certificate expired on ${x509.validToDate.toISOString()}`)
  }
  if (now < x509.validFromDate.getTime()) {
    yield* failWith(`${name}.certFile: the certificate is valid from ${x509.validFromDate.toISOString()}`)
  }
})

const tlsWith = Effect.fnUntraced(function* (
  name: string,
  caFile: string | undefined,
  qwac: KeyPairFiles.KeyPairFiles | undefined
) {
  const [identity, ca] = yield* SettingErrors.validateBoth(
    qwac === undefined ? Effect.undefined : KeyPairFiles.read(`${name}.qwac`, qwac),
    caFile === undefined ? Effect.undefined : TextFile.read(`${name}.caFile`, caFile)
  )
  const options = { ...(ca !== undefined && { ca }), ...(identity !== undefined && { identity }) }
  const tls = yield* Effect.fromResult(OutboundTls.make(options)).pipe(
    Effect.catchTag("OutboundTlsError", ({ message }) =>
      failWith(`${name}${message.startsWith("caFile") ? "" : ".qwac"}.${message}`)
    )
  )
  if (identity !== undefined) yield* checkProvider(`${name}.qwac`, identity.certificate)
  return tls
})

const tlsOf = Effect.fnUntraced(function* (name: string, { caFile, qwac }: BankEntry) {
  return caFile === undefined && qwac === undefined ? {} : { tls: yield* tlsWith(name, caFile, qwac) }
})

type SealFiles = NonNullable<BankEntry["seal"]>

const sealOf = Effect.fnUntraced(function* (name: string, files: SealFiles | undefined) {
  if (files === undefined) return {}
  const pair = yield* KeyPairFiles.read(`${name}.seal`, files)
  const checked = OutboundTls.make({ identity: pair })
  yield* Effect.catchTag(Effect.fromResult(checked), "OutboundTlsError", ({ message }) =>
    failWith(`${name}.seal.${message}`)
  )
  if (createPrivateKey(Redacted.value(pair.key)).asymmetricKeyType !== "rsa") {
    yield* failWith(`${name}.seal.keyFile: the key must be an RSA key`)
  }
  yield* checkProvider(`${name}.seal`, pair.certificate)
  return { seal: { ...pair, ...(files.algorithm !== undefined && { algorithm: files.algorithm }) } }
})

/** Returns the identities of the clients with their own certificates. */
const clientsOf = Effect.fnUntraced(function* (name: string, { caFile, clients }: BankEntry) {
  if (clients === undefined) return {}
  const own = yield* SettingErrors.forEach(
    Object.entries(clients),
    Effect.fnUntraced(function* ([clientId, { oauthClientId, qwac, seal: sealFiles }]) {
      const of = `${name}.clients.${clientId}`
      const [tls, seal] = yield* SettingErrors.validateBoth(tlsWith(of, caFile, qwac), sealOf(of, sealFiles))
      const identity: RemoteBanks.ClientTppIdentity = {
        tls,
        ...seal,
        ...(oauthClientId !== undefined && { oauthClientId })
      }
      return [clientId, identity] as const
    })
  )
  return { clients: Object.fromEntries(own) }
})

const requireNoConnector = ({ connectors = [] }: ConfigFile, name: string, { company }: BankEntry) =>
  connectors.some(({ companies }) => companies.some((served) => served.company === company))
    ? failWith(`${name}.company: a connector serves this company; list it once`)
    : Effect.void

/** Returns the configured banks. */
export const banksOf = (file: ConfigFile) =>
  SettingErrors.forEach(
    file.banks ?? [],
    Effect.fnUntraced(function* (entry, index) {
      const name = `SHEAF_CONFIG: banks.${index}`
      const [[tls, seal], [clients]] = yield* SettingErrors.validateBoth(
        SettingErrors.validateBoth(tlsOf(name, entry), sealOf(name, entry.seal)),
        SettingErrors.validateBoth(clientsOf(name, entry), requireNoConnector(file, name, entry))
      )
      const { approach, company, companyDisplayName, maximumConsentValidityDays, oauth, psuIdType, redirectHosts } =
        entry
      const options: RemoteBanks.RemoteBankOptions = {
        company,
        companyDisplayName,
        baseUrl: entry.url,
        allowPrivateAddresses: entry.allowPrivateAddresses ?? false,
        approaches: [approach],
        frequencyPerDay: entry.frequencyPerDay ?? defaultReadsPerDay,
        timeoutMillis: Durations.connectorTimeoutOf(file, entry),
        ...(redirectHosts !== undefined && { redirectHosts }),
        ...(oauth !== undefined && { oauth }),
        ...(psuIdType !== undefined && { psuIdType }),
        ...(maximumConsentValidityDays !== undefined && { maximumConsentValidityDays }),
        ...tls,
        ...seal,
        ...clients
      }
      return options
    })
  )

/** Returns a warning for each bank whose connection certificate does not name the service's public host. */
export const warnings = Effect.fnUntraced(function* ({ banks = [] }: ConfigFile, publicUrl: Option.Option<string>) {
  if (Option.isNone(publicUrl)) return []
  const { hostname } = new URL(publicUrl.value)
  const presented = banks.flatMap(({ clients = {}, qwac }, index) => [
    ...(qwac === undefined ? [] : [{ name: `banks.${index}.qwac`, qwac }]),
    ...Object.entries(clients).map(([id, own]) => ({ name: `banks.${index}.clients.${id}.qwac`, qwac: own.qwac }))
  ])
  const found = yield* Effect.forEach(presented, ({ name, qwac }) =>
    Effect.map(TextFile.read(`SHEAF_CONFIG: ${name}.certFile`, qwac.certFile), (certificate) =>
      new X509Certificate(certificate).checkHost(hostname) === undefined
        ? [`${name}: the certificate does not name ${hostname}, the host of SHEAF_PUBLIC_URL`]
        : []
    )
  )
  return found.flat()
})
