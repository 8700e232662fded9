/** Finds what a service lacks to go live in a market, as far as its configuration and certificates show. */
import { marketOf } from "@sheaf/domain/Company"
import type { Market } from "@sheaf/domain/Market"
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { Clock, Effect } from "effect"
import { X509Certificate } from "node:crypto"
import type { ConfigFile } from "../../config/ConfigFile.ts"
import * as Production from "../../config/Production.ts"
import type * as Settings from "../../config/Settings.ts"
import { OperatorError } from "../../errors/OperatorError.ts"
import * as TextFile from "../../config/values/TextFile.ts"
import { requirements } from "./Markets.ts"

export interface Finding {
  /** `CHECK` means that a person must check, because no file can prove that the requirement is met. */
  readonly outcome: "OK" | "MISSING" | "CHECK"
  readonly part: "bank" | "company" | "configuration" | "contract" | "electronic-id" | "licence"
  readonly text: string
}

type Bank = NonNullable<ConfigFile["banks"]>[number]

const finding = (outcome: Finding["outcome"], part: Finding["part"], text: string): Finding => ({ outcome, part, text })

const renewalDays = 30

const ofConfiguration = (messages: ReadonlyArray<string>, { mode }: Settings.Settings): ReadonlyArray<Finding> => {
  const missing = [
    ...(mode.isProduction ? [] : ["SHEAF_MODE: only production mode is for real people: set production"]),
    ...messages
  ]
  return missing.length === 0
    ? [finding("OK", "configuration", "the service can start in production mode")]
    : missing.map((message) => finding("MISSING", "configuration", message))
}

const ofCompanies = (market: Market, { banks = [], connectors = [] }: ConfigFile): ReadonlyArray<Finding> => {
  const served = connectors.flatMap(({ companies }) => companies).filter(({ company }) => marketOf(company) === market)
  const own = banks.filter(({ company }) => marketOf(company) === market)
  if (served.length + own.length === 0) {
    return [finding("MISSING", "company", `no company of the market ${market}: add one to connectors or banks`)]
  }
  return served.flatMap(({ company, loginMethods }) => [
    finding("OK", "company", `${company}, by a connector, with ${loginMethods.join(", ")}`),
    finding("CHECK", "contract", `${company}: the company agrees to the connector's logins`)
  ])
}

/**
 * Returns the provider's identifier, such as PSDSE-FINA-123456, which contains the country, the supervisor, and the
 * supervisor's number for the provider.
 */
const organizationOf = ({ subject }: X509Certificate): string | undefined =>
  /^(?:organizationIdentifier|2\.5\.4\.97)=(.+)$/m.exec(subject)?.[1]

const readCertificate = (name: string, file: string) =>
  Effect.flatMap(TextFile.read(name, file), (pem) =>
    Effect.try({
      try: () => new X509Certificate(pem),
      catch: () => new OperatorError({ message: `${name}: the file is no certificate` })
    })
  )

const ofCertificate = Effect.fnUntraced(function* (name: string, file: string) {
  const certificate = yield* readCertificate(name, file)
  const days = Math.floor((certificate.validToDate.getTime() - (yield* Clock.currentTimeMillis)) / dayMillis)
  const outcome = days < renewalDays ? "MISSING" : "OK"
  return [finding(outcome, "bank", `${name}: valid for ${days} days${outcome === "OK" ? "" : "; order the next one"}`)]
})

const ofLicence = Effect.fnUntraced(function* (market: Market, name: string, file: string) {
  const organization = organizationOf(yield* readCertificate(name, file))
  const { supervisor } = requirements[market]
  if (organization === undefined) return [finding("MISSING", "licence", `${name} names no organization identifier`)]
  const isHome = organization.toUpperCase().startsWith(`PSD${market.toUpperCase()}-`)
  return [
    finding("OK", "licence", `${name} belongs to ${organization}`),
    finding(
      "CHECK",
      "licence",
      isHome
        ? `${supervisor} lists ${organization} for account information`
        : `${organization} may serve ${market}: its home authority has notified ${supervisor}`
    )
  ]
})

const ofBank = Effect.fnUntraced(function* (market: Market, entry: Bank, name: string) {
  const { company, qwac, seal } = entry
  if (qwac === undefined) return [finding("MISSING", "bank", `${name}.qwac: a real bank requires the certificate`)]
  const connection = `${name}.qwac.certFile`
  return [
    ...(yield* ofCertificate(connection, qwac.certFile)),
    ...(seal === undefined
      ? [finding("CHECK", "bank", `${company} accepts requests without a seal`)]
      : yield* ofCertificate(`${name}.seal.certFile`, seal.certFile)),
    ...(yield* ofLicence(market, connection, qwac.certFile)),
    finding(
      "CHECK",
      "contract",
      `${company}: sheaf bank check --company ${company} succeeds with a person at the browser`
    )
  ]
})

const ofBanks = (market: Market, { banks = [] }: ConfigFile) =>
  Effect.forEach(banks.entries(), ([index, entry]) =>
    marketOf(entry.company) === market
      ? ofBank(market, entry, `banks.${index}`).pipe(
          // Ignores an unusable file here, because the findings about the configuration already name it.
          Effect.catchTag("OperatorError", () => Effect.succeed<ReadonlyArray<Finding>>([]))
        )
      : Effect.succeed<ReadonlyArray<Finding>>([])
  )

const ofElectronicId = (
  market: Market,
  { electronicId }: ConfigFile,
  { banks }: Settings.Settings
): ReadonlyArray<Finding> => {
  const configured = (electronicId === undefined ? [] : [electronicId].flat()).map(({ scheme }) => scheme)
  const isNeeded = banks.some(
    ({ company, profile }) => profile.approaches.includes("DECOUPLED") && marketOf(company) === market
  )
  return requirements[market].schemes.map((scheme) => {
    if (configured.includes(scheme)) return finding("OK", "electronic-id", `${scheme} has an entry in electronicId`)
    return isNeeded
      ? finding("MISSING", "electronic-id", `${scheme}: add an entry to electronicId, because a bank is DECOUPLED`)
      : finding(
          "CHECK",
          "electronic-id",
          `${scheme} has no entry in electronicId, so Sheaf itself makes no such orders`
        )
  })
}

export const ofMarket = Effect.fnUntraced(function* (market: Market, variables: Settings.Variables) {
  const { file, messages, settings, warnings } = yield* Production.readStartupSettings(variables)
  const unmet = warnings.filter((warning) => {
    const [, index] = /^banks\.(\d+)\./.exec(warning) ?? []
    const { company = "" } = file.banks?.[Number(index)] ?? {}
    return marketOf(company) === market
  })
  return [
    ...ofConfiguration(messages, settings),
    ...ofCompanies(market, file),
    ...(yield* ofBanks(market, file)).flat(),
    ...unmet.map((warning) => finding("MISSING", "bank", warning)),
    ...ofElectronicId(market, file, settings)
  ]
})
