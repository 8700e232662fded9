/** Reads the configured banks, with the operator's certificates from the files in each entry (spec 16). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { RemoteBanks } from "@sheaf/adapters-http"
import { OutboundTls, Psd2Role } from "@sheaf/adapters-mtls"
import { Clock, Effect, Option, Redacted, Result } from "effect"
import { X509Certificate, createPrivateKey, hash } from "node:crypto"
import { BankProfile } from "@sheaf/ports"
import { failWith } from "../errors/OperatorError.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import type { DataFiles } from "./data/DataFiles.ts"
import * as Durations from "./Durations.ts"
import * as SettingErrors from "./values/SettingErrors.ts"
import * as KeyPairFiles from "./values/KeyPairFiles.ts"
import * as TextFile from "./values/TextFile.ts"
import * as BankProfiles from "./data/BankProfiles.ts"
import * as DirectoryEntry from "./companies/DirectoryEntry.ts"
import type { BanksSection } from "./companies/BanksSection.ts"

type BankEntry = BanksSection[number]

type Certificate = NonNullable<RemoteBanks.RemoteBankOptions["certificates"]>[number]

/** The fingerprint changes when any of the identity's files changes. */
interface Identity<A> {
  readonly options: A
  readonly certificates: ReadonlyArray<Certificate>
  readonly fingerprint: string
}

const fingerprintOf = ({ certificate, key }: { readonly certificate: string; readonly key: Redacted.Redacted }) =>
  hash("sha256", `${certificate}\n${Redacted.value(key)}`, "base64")

/**
 * Checks the role in a provider's certificate. The caller must already have checked that the key matches. An expired
 * certificate is not an error here: it makes only this bank unavailable and does not prevent the service from starting.
 */
const checkProvider = Effect.fnUntraced(function* (name: string, shownAs: string, pem: string) {
  const x509 = new X509Certificate(pem)
  if (!Psd2Role.rolesIn(x509.raw).includes("PSP_AI")) {
    yield* failWith(`${name}.certFile: the certificate lacks the PSD2 role PSP_AI (ETSI TS 119 495)`)
  }
  const found: Certificate = {
    name: shownAs,
    notBefore: x509.validFromDate.getTime(),
    notAfter: x509.validToDate.getTime()
  }
  return found
})

const tlsWith = Effect.fnUntraced(function* (
  name: string,
  shownAs: string,
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
  const certificates =
    identity === undefined ? [] : [yield* checkProvider(`${name}.qwac`, `${shownAs}.qwac`, identity.certificate)]
  return { options: { tls }, certificates, fingerprint: identity === undefined ? "" : fingerprintOf(identity) }
})

const nothing = { options: {}, certificates: [], fingerprint: "" }

const tlsOf = Effect.fnUntraced(function* (name: string, { caFile, company, qwac }: BankEntry) {
  return caFile === undefined && qwac === undefined ? nothing : yield* tlsWith(name, company, caFile, qwac)
})

type SealFiles = NonNullable<BankEntry["seal"]>

const sealOf = Effect.fnUntraced(function* (name: string, shownAs: string, files: SealFiles | undefined) {
  if (files === undefined) return nothing
  const pair = yield* KeyPairFiles.read(`${name}.seal`, files)
  const checked = OutboundTls.make({ identity: pair })
  yield* Effect.catchTag(Effect.fromResult(checked), "OutboundTlsError", ({ message }) =>
    failWith(`${name}.seal.${message}`)
  )
  if (createPrivateKey(Redacted.value(pair.key)).asymmetricKeyType !== "rsa") {
    yield* failWith(`${name}.seal.keyFile: the key must be an RSA key`)
  }
  const certificate = yield* checkProvider(`${name}.seal`, `${shownAs}.seal`, pair.certificate)
  const { algorithm, url } = files
  const seal: RemoteBanks.RemoteBankOptions["seal"] = {
    ...pair,
    keyId: url === undefined ? { naming: "CERTIFICATE" } : { naming: "URL", url },
    ...(algorithm !== undefined && { algorithm })
  }
  return { options: { seal }, certificates: [certificate], fingerprint: fingerprintOf(pair) }
})

const clientsOf = Effect.fnUntraced(function* (name: string, { caFile, clients, company }: BankEntry) {
  if (clients === undefined) return nothing
  const own = yield* SettingErrors.forEach(
    Object.entries(clients),
    Effect.fnUntraced(function* ([clientId, { oauthClientId, qwac, seal: sealFiles }]) {
      const of = `${name}.clients.${clientId}`
      const shownAs = `${company}.clients.${clientId}`
      const [tls, seal] = yield* SettingErrors.validateBoth(
        tlsWith(of, shownAs, caFile, qwac),
        sealOf(of, shownAs, sealFiles)
      )
      const certificates = [...tls.certificates, ...seal.certificates]
      const identity: RemoteBanks.ClientTppIdentity = {
        ...tls.options,
        ...seal.options,
        certificates,
        ...(oauthClientId !== undefined && { oauthClientId })
      }
      return { clientId, identity, fingerprint: tls.fingerprint + seal.fingerprint }
    })
  )
  return {
    options: { clients: Object.fromEntries(own.map(({ clientId, identity }) => [clientId, identity])) },
    certificates: [],
    fingerprint: own.map(({ fingerprint }) => fingerprint).join()
  }
})

const requireNoConnector = ({ connectors = [] }: ConfigFile, name: string, { company }: BankEntry) =>
  connectors.some(({ companies }) => companies.some((served) => served.company === company))
    ? failWith(`${name}.company: a connector serves this company; list it once`)
    : Effect.void

/** Returns true if an electronic ID in this market can authorize consents that Sheaf creates. */
const hasOrders = (market: BankEntry["market"]): boolean =>
  LoginMethod.all.some(
    (method) => LoginMethod.describe(method).authorizesConsents && LoginMethod.isAvailableIn(method, market)
  )

const approachOf = Effect.fnUntraced(function* (
  name: string,
  { approach, market }: BankEntry,
  { approaches = ["REDIRECT"] }: BankProfile.BankProfile
) {
  const chosen = approach ?? approaches[0] ?? "REDIRECT"
  if (!approaches.includes(chosen)) {
    return yield* failWith(`${name}.approach: the profile has only ${approaches.join(", ")}`)
  }
  if (chosen === "DECOUPLED" && !hasOrders(market)) {
    return yield* failWith(`${name}.approach: no electronic ID of the market ${market} can authorize consents`)
  }
  return chosen
})

const keyIdRules = (
  place: string,
  files: SealFiles | undefined,
  isAddress: boolean
): ReadonlyArray<readonly [isBroken: boolean, text: string]> => [
  [
    isAddress && files !== undefined && files.url === undefined,
    `${place}.seal.url is required, because the bank wants the address of the certificate`
  ],
  [!isAddress && files?.url !== undefined, `${place}.seal.url is only for profiles with keyId URL`]
]

const gapsOf = (
  name: string,
  { clients = {}, oauth, profile: profileName, seal }: BankEntry,
  profile: BankProfile.ResolvedProfile,
  authentication: NonNullable<RemoteBanks.RemoteBankOptions["authentication"]>
): ReadonlyArray<string> => {
  const { authentication: stated, covers, headers, limitations, query, signature } = profile
  const [approach] = profile.approaches
  const { authorizationLinksUrl, authorizationUrl, secret, tokenUrl } = authentication
  const namesClient = [...Object.values(headers), ...Object.values(query)].some((text) => text.includes("{clientId}"))
  const hasPage = tokenUrl !== undefined && (authorizationUrl ?? authorizationLinksUrl) !== undefined
  const hasTokens = tokenUrl !== undefined || oauth !== undefined
  const needsOwnToken = stated.grant === "client_credentials"
  const needsLogin = stated.before === "CONSENT"
  const needsTokens = needsOwnToken || needsLogin || approach === "OAUTH"
  const rules: ReadonlyArray<readonly [isBroken: boolean, text: string]> = [
    [
      covers.length === 0,
      `.profile: ${profileName} covers no data, so Sheaf cannot read the bank. ${limitations.join(" ")}`.trim()
    ],
    [approach === "OAUTH" && oauth === undefined && !hasPage, ".oauth is required with the approach OAUTH"],
    [oauth !== undefined && !needsTokens, ".oauth is only for the approach OAUTH"],
    [
      needsLogin && oauth === undefined && !hasPage,
      ".profile: /authentication/authorizationUrl and /authentication/tokenUrl are required with before, or .oauth"
    ],
    [
      needsLogin && approach !== "REDIRECT",
      ".approach must be REDIRECT, because the profile has a login before the consent"
    ],
    [needsOwnToken && !hasTokens, ".profile: /authentication/tokenUrl is required with client_credentials"],
    [
      ((needsTokens && hasTokens) || namesClient) && stated.clientId === undefined,
      ".profile: /authentication/clientId is required: name the shipped profile in `extends` of a profile of yours"
    ],
    [
      stated.method?.startsWith("client_secret") === true && secret === undefined,
      `.profile: /authentication/clientSecretFile is required with ${stated.method}`
    ],
    [
      stated.method === "private_key_jwt" && seal === undefined,
      ".seal is required, because its key authenticates Sheaf to the bank (private_key_jwt)"
    ],
    [signature?.isRequired === true && seal === undefined, ".seal is required, because the bank wants signed requests"],
    ...[
      { place: "", files: seal },
      ...Object.entries(clients).map(([id, own]) => ({ place: `.clients.${id}`, files: own.seal }))
    ].flatMap(({ files, place }) => keyIdRules(place, files, signature?.keyId === "URL")),
    [
      secret !== undefined && Object.keys(clients).length > 0,
      ".clients: a bank that authenticates Sheaf with a secret cannot have clients with their own certificates"
    ]
  ]
  return rules.flatMap(([isBroken, text]) => (isBroken ? [`${name}${text}`] : []))
}

const profileOf = Effect.fnUntraced(function* (name: string, entry: BankEntry, files: DataFiles) {
  const profile = yield* BankProfiles.load(`${name}.profile`, entry.profile, files)
  const [approach, authentication] = yield* SettingErrors.validateBoth(
    approachOf(name, entry, profile),
    BankProfiles.authenticationOf(name, profile, entry)
  )
  const { frequencyPerDay, maximumConsentValidityDays, oauth, psuIdType } = entry
  const overrides = { approach, clientId: oauth?.clientId, frequencyPerDay, maximumConsentValidityDays, psuIdType }
  const resolved = BankProfile.resolve(profile, overrides)
  const gaps = gapsOf(name, entry, resolved, authentication)
  if (gaps.length > 0) return yield* Effect.fail(SettingErrors.toError(gaps))
  return { profile: resolved, authentication }
})

type ProviderOptions = Pick<RemoteBanks.RemoteBankOptions, "certificates" | "clients" | "seal" | "tls">

const providerOf = Effect.fnUntraced(function* (name: string, entry: BankEntry) {
  const [[tls, seal], clients] = yield* SettingErrors.validateBoth(
    SettingErrors.validateBoth(tlsOf(name, entry), sealOf(name, entry.company, entry.seal)),
    clientsOf(name, entry)
  )
  const certificates = [...tls.certificates, ...seal.certificates]
  const read: Identity<ProviderOptions> = {
    options: {
      ...(certificates.length > 0 && { certificates }),
      ...tls.options,
      ...seal.options,
      ...clients.options
    },
    certificates,
    fingerprint: [tls, seal, clients].map(({ fingerprint }) => fingerprint).join()
  }
  return read
})

const describedIn = (
  file: ConfigFile,
  entry: BankEntry,
  profile: Effect.Success<ReturnType<typeof profileOf>>
): RemoteBanks.RemoteBankOptions => {
  const { company, companyDisplayName, oauth, redirectHosts } = entry
  return {
    company,
    companyDisplayName,
    baseUrl: entry.url,
    allowPrivateAddresses: entry.allowPrivateAddresses ?? false,
    ...profile,
    timeoutMillis: Durations.connectorTimeoutOf(file, entry),
    ...(redirectHosts !== undefined && { redirectHosts }),
    ...(oauth !== undefined && { oauth })
  }
}

/** How often the certificate files are reread, in milliseconds. */
const reloadMillis = 60_000

/**
 * Returns the bank's options with a `reload` effect, which rereads the certificate files. If the files are unusable,
 * the bank keeps its current certificates.
 */
const withReload = Effect.fnUntraced(function* <E extends Error, R>(
  first: Identity<RemoteBanks.RemoteBankOptions>,
  read: Effect.Effect<Identity<RemoteBanks.RemoteBankOptions>, E, R>
) {
  const context = yield* Effect.context<R>()
  let known = first
  let readAt = yield* Clock.currentTimeMillis
  const reload: Effect.Effect<RemoteBanks.RemoteBankOptions> = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now - readAt < reloadMillis) return known.options
    readAt = now
    const { company } = first.options
    const next = yield* Effect.result(Effect.provideContext(read, context))
    if (Result.isFailure(next)) {
      const fault = { company, fault: next.failure.message }
      yield* Effect.annotateLogs(Effect.logWarning("bank's certificates cannot be read again"), fault)
    } else if (next.success.fingerprint !== known.fingerprint) {
      yield* Effect.annotateLogs(Effect.logInfo("bank's certificates were replaced"), { company })
      known = { ...next.success, options: { ...next.success.options, reload } }
    }
    return known.options
  })
  known = { ...first, options: { ...first.options, reload } }
  return known.options
})

export const banksOf = (file: ConfigFile, files: DataFiles) =>
  SettingErrors.forEach(
    file.banks ?? [],
    Effect.fnUntraced(function* (entry, index) {
      const name = `SHEAF_CONFIG: banks.${index}`
      const read = providerOf(name, entry)
      const [[provider, profile], [directory]] = yield* SettingErrors.validateBoth(
        SettingErrors.validateBoth(read, profileOf(name, entry, files)),
        SettingErrors.validateBoth(
          DirectoryEntry.read(`banks.${index}.directory`, entry.directory, files),
          requireNoConnector(file, name, entry)
        )
      )
      const described = { ...describedIn(file, entry, profile), ...directory }
      const withDescription = (found: typeof provider): Identity<RemoteBanks.RemoteBankOptions> => ({
        ...found,
        options: { ...described, ...found.options }
      })
      const first = withDescription(provider)
      return /^,*$/.test(first.fingerprint)
        ? first.options
        : yield* withReload(first, Effect.map(read, withDescription))
    })
  )

/**
 * Rereads the certificate files, and returns the certificates of all banks, including those that belong to single
 * clients.
 */
export const certificatesAt = (
  banks: ReadonlyArray<RemoteBanks.RemoteBankOptions>
): Effect.Effect<ReadonlyArray<Certificate>> =>
  Effect.map(
    Effect.forEach(banks, (bank) => bank.reload ?? Effect.succeed(bank)),
    (all) =>
      all.flatMap(({ certificates = [], clients = {} }) => [
        ...certificates,
        ...Object.values(clients).flatMap((own) => own.certificates ?? [])
      ])
  )

const describeInvalid = ({ name, notAfter, notBefore }: Certificate, now: number): ReadonlyArray<string> => {
  if (now > notAfter) {
    return [`${name}: the certificate expired on ${new Date(notAfter).toISOString()}, so the bank is disabled`]
  }
  const isEarly = now < notBefore
  return isEarly
    ? [`${name}: the certificate is valid from ${new Date(notBefore).toISOString()}; until then, the bank is disabled`]
    : []
}

export const validityWarnings = Effect.fnUntraced(function* (banks: ReadonlyArray<RemoteBanks.RemoteBankOptions>) {
  const now = yield* Clock.currentTimeMillis
  return (yield* certificatesAt(banks)).flatMap((certificate) => describeInvalid(certificate, now))
})

/** Warns about each bank whose connection certificate does not contain the service's public host name. */
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
