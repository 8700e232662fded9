/** A company whose connector is called over HTTP. The outcomes of calls determine its availability (spec 4.1). */
import { isFunctional, productsOf } from "@sheaf/domain/Company"
import type { CompanyAvailability, CompanyStatus, SupportedProducts } from "@sheaf/domain/Company"
import type { Market } from "@sheaf/domain/Market"
import type { CompanyLogo, ConnectedCompany, Connector } from "@sheaf/ports"
import { Effect, Struct } from "effect"
import type { ObservedCompanyState } from "./CompanyBreaker.ts"

export interface RemoteCompany
  extends
    Pick<SupportedProducts, "company" | "companyDisplayName" | "insurance" | "psd2Ais" | "wealth">,
    Pick<CompanyAvailability, "directory" | "loginMethods" | "maximumConsentValidityDays"> {
  readonly logo?: CompanyLogo
  /** True if electronic-ID orders need the IP address of the person's device. */
  readonly requiresEndUserIp?: boolean
  /** True if Sheaf places electronic-ID orders itself, before the connector starts. */
  readonly identifiedBySheaf?: boolean
  /** True if a collection with an electronic ID completes only for a verified person. */
  readonly requiresVerifiedPerson?: boolean
}

const ownMembers = ["identifiedBySheaf", "logo", "requiresEndUserIp", "requiresVerifiedPerson"] as const

const messages: Partial<Record<CompanyStatus, string>> = {
  DEGRADED: "Some calls to the company fail.",
  UNAVAILABLE: "The company is not responding. Sheaf will retry shortly."
}

const statusMessageOf = (statusMessage: string | undefined) => statusMessage !== undefined && { statusMessage }

const availabilityOf = (
  company: RemoteCompany,
  market: Market,
  { message, since, status }: ObservedCompanyState
): CompanyAvailability => ({
  ...Struct.omit(company, ["insurance", "wealth", "psd2Ais", ...ownMembers]),
  market,
  functional: isFunctional(status),
  status,
  ...statusMessageOf(message ?? messages[status]),
  products: productsOf(company),
  updatedAt: new Date(since).toISOString()
})

export interface RemoteCompanyConnection {
  readonly attributes?: ReadonlyArray<string> | undefined
  readonly connector: Connector
  readonly showsClient?: boolean | undefined
  readonly state: Effect.Effect<ObservedCompanyState>
}

/** The returned effect yields the same object until the company's state changes. */
export const make = Effect.fnUntraced(function* (
  company: RemoteCompany,
  market: Market,
  { attributes = [], connector, showsClient = false, state }: RemoteCompanyConnection
): Effect.fn.Return<Effect.Effect<ConnectedCompany>> {
  const { logo, requiresEndUserIp = false, requiresVerifiedPerson = false } = company
  const supported = {
    ...Struct.omit(company, ["directory", "loginMethods", "maximumConsentValidityDays", ...ownMembers]),
    market
  }
  const connected = (observed: ObservedCompanyState): ConnectedCompany => ({
    availability: availabilityOf(company, market, observed),
    isObserved: observed.isObserved,
    supported,
    ...(logo && { logo }),
    connector,
    attributes,
    showsClient,
    requiresEndUserIp,
    requiresVerifiedPerson
  })
  let shown = yield* state
  let current = connected(shown)
  return Effect.map(state, (now) => {
    if (now !== shown) current = connected((shown = now))
    return current
  })
})
