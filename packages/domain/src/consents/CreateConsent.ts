/** The request that creates a consent, and the rules for its parameters (spec 2.3, 4; decisions 9). */
import { Result, Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import type { CompanyAvailability } from "../companies/Company.ts"
import * as ConsentScope from "./ConsentScope.ts"
import * as LoginMethod from "../companies/LoginMethod.ts"
import * as Parameter from "../collections/Parameter.ts"
import { maximumParameters, normalizeNumber } from "../collections/StartCollection.ts"
import type { Violation } from "../Violation.ts"
import * as Texts from "../Texts.ts"

/** The body of `POST /consents`, the same in every version. */
export const CreateConsent = Schema.Struct({
  company: CompanyId.pipe(Texts.means("The bank that holds the accounts.")),
  loginMethod: Texts.optional(
    LoginMethod.LoginMethod,
    "The electronic ID method. Required with SWEDISH_EID, not allowed otherwise. " +
      "SWEDISH_MOBILE_EID_OTHER_DEVICE shows a QR code to scan with another device."
  ),
  parameters: Schema.Array(Parameter.Parameter)
    .check(Schema.isMaxLength(maximumParameters))
    .pipe(Texts.means("Exactly one PSD2_AIS_CONSENT, and at most one SWEDISH_EID."))
}).pipe(
  Texts.named(
    "CreateConsentRequest",
    "A request for a consent to read accounts. The person authorizes it with the electronic ID if SWEDISH_EID is " +
      "present, otherwise on the bank's page."
  )
)
export type CreateConsent = typeof CreateConsent.Type

/** The person who authorizes a consent with the electronic ID. */
export interface Identity {
  readonly loginMethod: LoginMethod.LoginMethod
  /** The personal number in the 12-digit form. */
  readonly personalNumber: string
}

/** A valid request for a consent, with its defaults filled in. */
export interface ConsentOrder {
  readonly terms: ConsentScope.Terms
  /** The person to identify. Absent if the person authorizes on the bank's page. */
  readonly identity?: Identity
}

/** Returns true if a method can authorize a consent: the service, not the client's device, must create the order. */
const authorizes = (method: LoginMethod.LoginMethod): boolean => {
  const { electronicId, nativeOnly } = LoginMethod.describe(method)
  return electronicId && !nativeOnly
}

const misplaced = ({ parameters }: CreateConsent): ReadonlyArray<Violation> =>
  parameters.flatMap(({ type }, index): ReadonlyArray<Violation> => {
    const pointer = `/parameters/${index}`
    if (type !== "PSD2_AIS_CONSENT" && type !== "SWEDISH_EID") {
      const detail = `A parameter of type ${type} cannot be used with a consent.`
      return [{ pointer, code: "UNEXPECTED_PARAMETER", detail }]
    }
    const detail = `The request has more than one parameter of type ${type}.`
    return Parameter.isRepeated(parameters, index) ? [{ pointer, code: "DUPLICATE_PARAMETER", detail }] : []
  })

/** Returns the violation of a request with SWEDISH_EID but no login method, even for an unknown company (decisions 2). */
export const missingMethod = ({ loginMethod, parameters }: CreateConsent): Violation | undefined =>
  loginMethod === undefined && Parameter.find(parameters, "SWEDISH_EID") !== undefined
    ? { pointer: "/loginMethod", code: "MISSING_FIELD", detail: "Required with SWEDISH_EID." }
    : undefined

/** Returns the person who authorizes with the electronic ID, or `undefined` if the person uses the bank's page. */
const identityOf = (
  request: CreateConsent,
  supported: ReadonlyArray<LoginMethod.LoginMethod>,
  today: string
): Result.Result<Identity | undefined, Violation> => {
  const { loginMethod, parameters } = request
  if (loginMethod === undefined) {
    const missing = missingMethod(request)
    return missing === undefined ? Result.succeed(undefined) : Result.fail(missing)
  }
  const eid = Parameter.find(parameters, "SWEDISH_EID")
  const invalid = (detail: string) => Result.fail({ pointer: "/loginMethod", code: "INVALID_FIELD" as const, detail })
  if (!authorizes(loginMethod)) return invalid(`${loginMethod} cannot authorize a consent.`)
  if (!supported.includes(loginMethod)) return invalid(`The company does not support ${loginMethod}.`)
  if (eid === undefined) {
    const detail = `The login method ${loginMethod} needs a parameter of type SWEDISH_EID.`
    return Result.fail({ pointer: "/parameters", code: "MISSING_PARAMETER", detail })
  }
  return Result.map(normalizeNumber(parameters, eid, loginMethod, today), (personalNumber) => ({
    loginMethod,
    personalNumber
  }))
}

/** Checks the parameters against each other and the bank's limits. Fails with every rule that the request breaks. */
export const check = (
  request: CreateConsent,
  {
    loginMethods,
    market,
    maximumConsentValidityDays
  }: Pick<CompanyAvailability, "loginMethods" | "market" | "maximumConsentValidityDays">,
  today: string
): Result.Result<ConsentOrder, ReadonlyArray<Violation>> => {
  const identity = identityOf(request, loginMethods, today)
  const violations = [...misplaced(request), ...(Result.isFailure(identity) ? [identity.failure] : [])]
  const consent = Parameter.find(request.parameters, "PSD2_AIS_CONSENT")
  if (consent === undefined) {
    const detail = "A consent needs a parameter of type PSD2_AIS_CONSENT."
    return Result.fail([...violations, { pointer: "/parameters", code: "MISSING_PARAMETER", detail }])
  }
  const pointer = `/parameters/${request.parameters.indexOf(consent)}`
  const terms = ConsentScope.resolve(consent, pointer, { today, market, maximumDays: maximumConsentValidityDays })
  if (Result.isFailure(terms)) return Result.fail([...violations, ...terms.failure])
  if (Result.isFailure(identity) || violations.length > 0) return Result.fail(violations)
  return Result.succeed({ terms: terms.success, ...(identity.success && { identity: identity.success }) })
}
