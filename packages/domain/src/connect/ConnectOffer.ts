/** The companies and login methods that a Connect session offers, and the requests that it permits (spec 13). */
import { Schema } from "effect"
import type { CompanyAvailability, SupportedProducts } from "../companies/Company.ts"
import * as LoginIdentity from "../collections/LoginIdentity.ts"
import * as LoginMethod from "../companies/LoginMethod.ts"
import type { Product } from "../companies/Product.ts"
import { defaultMaxValidityDays } from "../consents/ConsentScope.ts"
import type { SensitiveCategory } from "../records/insurance/Sensitive.ts"
import type { Violation } from "../shared/Violation.ts"
import { ConnectField } from "./ConnectPageApi.ts"
import type { ConnectCompany, ConnectLoginMethod } from "./ConnectPageApi.ts"
import type { ConnectPurpose, CreateConnectSession } from "./ConnectSession.ts"

export interface ConnectOfferSettings extends Pick<
  CreateConnectSession,
  "company" | "market" | "loginMethods" | "products" | "sensitive"
> {
  readonly purpose: Exclude<ConnectPurpose, "RECONNECT">
}

const isConnectField = Schema.is(ConnectField)

/** Methods for native apps do not work in browsers (spec 2.7). */
const isOffered = ({ loginMethods }: ConnectOfferSettings, method: LoginMethod.LoginMethod): boolean =>
  !LoginMethod.describe(method).nativeOnly && (loginMethods?.includes(method) ?? true)

const methodOf = (loginMethod: LoginMethod.LoginMethod): ConnectLoginMethod => {
  const { animatedQr, autostart, controlNumber, electronicId, page, parameter, scheme } =
    LoginMethod.describe(loginMethod)
  const fields = parameter === undefined ? [] : LoginIdentity.fieldsOf(parameter)
  return {
    loginMethod,
    scheme,
    ...(parameter !== undefined && { parameter }),
    fields: fields.filter(isConnectField),
    electronicId,
    sameDevice: autostart,
    otherDevice: animatedQr,
    controlNumber,
    page
  }
}

/**
 * Returns the login methods that the session offers for a company. If the company lists a method together with its test
 * variants, the session offers only the real method, because people cannot tell the variants apart. The session also
 * offers the methods in `testMethods`, because the page marks those as test methods.
 */
const methodsOf = (
  limits: ConnectOfferSettings,
  loginMethods: ReadonlyArray<LoginMethod.LoginMethod>,
  testMethods: ReadonlyArray<LoginMethod.LoginMethod>
): ReadonlyArray<ConnectLoginMethod> => {
  const own = loginMethods.filter((method) => isOffered(limits, method))
  const isPlain = (method: LoginMethod.LoginMethod): boolean => {
    const { environment, family } = LoginMethod.describe(method)
    return environment === "REAL" || !own.includes(family)
  }
  const tests = testMethods.filter((method) => isOffered(limits, method))
  return [...own.filter(isPlain), ...tests].map(methodOf)
}

const productsOf = ({ products }: ConnectOfferSettings, offered: ReadonlyArray<Product>): ReadonlyArray<Product> =>
  offered.filter((product) => products?.includes(product) ?? true)

/**
 * Returns `undefined` if the session does not offer the company. `testMethods` are the login methods in the company's
 * test environment that the client may use.
 */
export const offeredCompanyOf = (
  limits: ConnectOfferSettings,
  availability: CompanyAvailability,
  { psd2Ais }: SupportedProducts,
  testMethods: ReadonlyArray<LoginMethod.LoginMethod> = [],
  page = true
): ConnectCompany | undefined => {
  const { company, companyDisplayName, directory, functional, market, maximumConsentValidityDays, status } =
    availability
  const { statusMessage } = availability
  if (limits.company !== undefined && limits.company !== company) return undefined
  if (limits.market !== undefined && limits.market !== market) return undefined
  const storedConsents = psd2Ais !== undefined && psd2Ais.storedConsents !== false
  if (limits.purpose === "CONSENT" && !storedConsents) return undefined
  const products = productsOf(limits, availability.products)
  const loginMethods = methodsOf(limits, availability.loginMethods, testMethods)
  // A consent needs no login method: the person authorizes it on the bank's page.
  if (products.length === 0 || (loginMethods.length === 0 && !storedConsents)) return undefined
  return {
    company,
    companyDisplayName,
    market,
    ...(directory && { directory }),
    functional,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    products,
    loginMethods,
    ...(psd2Ais && {
      accounts: {
        balances: psd2Ais.balances,
        transactions: psd2Ais.transactions,
        storedConsents,
        page,
        maximumConsentValidityDays: maximumConsentValidityDays ?? defaultMaxValidityDays
      }
    })
  }
}

interface ConnectStart {
  readonly company: string
  readonly loginMethod?: LoginMethod.LoginMethod
  readonly sensitive?: ReadonlyArray<SensitiveCategory>
}

const invalid = (pointer: string, detail: string): Violation => ({ pointer, code: "INVALID_FIELD", detail })

export const startViolations = (
  limits: ConnectOfferSettings,
  { company, loginMethod, sensitive = [] }: ConnectStart,
  market: string | undefined
): ReadonlyArray<Violation> => {
  const isOther =
    (limits.company !== undefined && limits.company !== company) ||
    (limits.market !== undefined && market !== undefined && limits.market !== market)
  return [
    ...(isOther ? [invalid("/company", "The session is for another company or market.")] : []),
    ...(loginMethod !== undefined && !isOffered(limits, loginMethod)
      ? [invalid("/loginMethod", "The session does not offer this login method.")]
      : []),
    ...sensitive.flatMap((category, index) =>
      limits.sensitive?.includes(category)
        ? []
        : [invalid(`/sensitive/${index}`, "The session does not ask for this sensitive data.")]
    )
  ]
}
