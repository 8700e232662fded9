/** The request that creates a consent, and its rules about parameters among each other (spec 2.3, 4; decisions 9). */
import { Result, Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import type { CompanyAvailability } from "../companies/Company.ts"
import * as ConsentScope from "./ConsentScope.ts"
import * as LoginMethod from "../companies/LoginMethod.ts"
import * as Parameter from "../collections/Parameter.ts"
import * as PersonalNumber from "../people/PersonalNumber.ts"
import { maximumParameters } from "../collections/StartCollection.ts"
import type { Violation } from "../Violation.ts"

/** Body of `POST /consents`, the same in every version. */
export const CreateConsent = Schema.Struct({
  company: CompanyId.pipe(Schema.annotateKey({ description: "The bank that holds the accounts." })),
  loginMethod: Schema.optionalKey(LoginMethod.LoginMethod).pipe(
    Schema.annotateKey({
      description:
        "The electronic ID method. Required with SWEDISH_EID, not allowed otherwise. " +
        "SWEDISH_MOBILE_EID_OTHER_DEVICE shows a QR code to scan with another device."
    })
  ),
  parameters: Schema.Array(Parameter.Parameter)
    .check(Schema.isMaxLength(maximumParameters))
    .pipe(Schema.annotateKey({ description: "Exactly one PSD2_AIS_CONSENT, and at most one SWEDISH_EID." }))
}).annotate({
  identifier: "CreateConsentRequest",
  description:
    "A request for a consent to read accounts. With SWEDISH_EID the person authorizes it with the electronic " +
    "ID, otherwise on the bank's page.",
  examples: [
    {
      company: "se-fjallbanken",
      loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
      parameters: [
        { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", validUntil: "9999-12-31" },
        { type: "SWEDISH_EID", personalNumber: "198112189876" }
      ]
    }
  ]
})
export type CreateConsent = typeof CreateConsent.Type

/** Who authorises a consent by the electronic ID, and how. */
export interface Identity {
  readonly loginMethod: LoginMethod.LoginMethod
  /** In its 12-digit form. */
  readonly personalNumber: string
}

/** A request that keeps the rules: what the consent is then asked for with. */
export interface ConsentOrder {
  readonly terms: ConsentScope.Terms
  /** Absent: the person authorises on a page of the bank. */
  readonly identity?: Identity
}

/** A consent is authorised by an order that the service makes: neither by a device of the client, nor by a challenge. */
const authorises = (method: LoginMethod.LoginMethod): boolean => {
  const { electronicId, nativeOnly } = LoginMethod.describe(method)
  return electronicId && !nativeOnly
}

const misplaced = ({ parameters }: CreateConsent): ReadonlyArray<Violation> =>
  parameters.flatMap(({ type }, index): ReadonlyArray<Violation> => {
    const pointer = `/parameters/${index}`
    if (type !== "PSD2_AIS_CONSENT" && type !== "SWEDISH_EID") {
      return [
        { pointer, code: "UNEXPECTED_PARAMETER", detail: `A parameter of type ${type} does not go with a consent.` }
      ]
    }
    return parameters.findIndex((other) => other.type === type) < index
      ? [{ pointer, code: "DUPLICATE_PARAMETER", detail: `A parameter of type ${type} is given twice.` }]
      : []
  })

/**
 * What is missing of a request by itself, whichever company it names (decisions 2: it is told before the company is looked
 * for): the login method, where a person is to use the electronic ID.
 */
export const missingMethod = ({ loginMethod, parameters }: CreateConsent): Violation | undefined =>
  loginMethod === undefined && Parameter.find(parameters, "SWEDISH_EID") !== undefined
    ? { pointer: "/loginMethod", code: "MISSING_FIELD", detail: "Required with SWEDISH_EID." }
    : undefined

/** Decides who authorizes. Succeeds with nothing when the person is to use the bank's page. */
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
  if (!authorises(loginMethod)) return invalid(`A consent cannot be authorised by ${loginMethod}.`)
  if (!supported.includes(loginMethod)) return invalid(`The company does not support ${loginMethod}.`)
  if (eid === undefined) {
    const detail = `The login method ${loginMethod} needs a parameter of type SWEDISH_EID.`
    return Result.fail({ pointer: "/parameters", code: "MISSING_PARAMETER", detail })
  }
  // The published test numbers of the sandbox do not all carry a valid check digit (decisions 2).
  const checkDigit = LoginMethod.describe(loginMethod).environment === "REAL"
  const personalNumber = PersonalNumber.normalize(eid.personalNumber, { checkDigit, today })
  if (personalNumber === undefined) {
    return Result.fail({
      pointer: `/parameters/${parameters.indexOf(eid)}/personalNumber`,
      code: "INVALID_FIELD",
      detail: "Not a personal or coordination number that exists: its date or its check digit is wrong."
    })
  }
  return Result.succeed({ loginMethod, personalNumber })
}

/** Checks the parameters among each other and against the bank. Fails with every rule that the request breaks. */
export const check = (
  request: CreateConsent,
  { loginMethods, market, maximumConsentValidityDays }: CompanyAvailability,
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
