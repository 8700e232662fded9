/** The request that creates a consent, and the rules for its parameters (spec 2.3, 2.4, 4). */
import { Result, Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import type { CompanyAvailability } from "../companies/Company.ts"
import * as ConsentScope from "./ConsentScope.ts"
import * as LoginMethod from "../companies/LoginMethod.ts"
import * as Parameter from "../collections/Parameter.ts"
import { givenClientReference } from "../shared/ClientReference.ts"
import * as ReturnUrl from "../shared/ReturnUrl.ts"
import { maxParameters, normalizeLogin } from "../collections/StartCollection.ts"
import type { Violation } from "../shared/Violation.ts"
import * as Annotations from "../shared/Annotations.ts"

export const CreateConsent = Schema.Struct({
  company: CompanyId.pipe(Annotations.describe("The bank that holds the accounts.")),
  loginMethod: Annotations.optional(
    LoginMethod.LoginMethod,
    "One of the company's login methods. Required with SWEDISH_EID, SMART_ID or MOBILE_ID, each of which accepts only its own " +
      "methods. Without such a parameter, or with SWEDISH_SECURITY_TOKEN or a client-side method, the service only records the " +
      "method, and the person authorizes the consent on the bank's page."
  ),
  parameters: Parameter.parameterListSchema(
    Schema.Array(Parameter.Parameter).check(Schema.isMaxLength(maxParameters)),
    "Exactly one PSD2_AIS_CONSENT, and at most one each of SESSION_METADATA and a person: SWEDISH_EID, SMART_ID or MOBILE_ID. The " +
      "service does not store the session metadata of a consent."
  ),
  returnUrl: Annotations.optional(
    Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(ReturnUrl.maxLength)),
    "Where the person goes after the bank's page, or from the app that `appUrl` opens: a registered address, or outside " +
      "production mode a loopback address. The consent is authorized only once the client confirms the redirect's `code` " +
      "with the user's token. With SWEDISH_EID, the app itself opens the address, without a code. Not allowed with a " +
      "login on another device."
  ),
  state: Annotations.optional(
    Parameter.visibleText(255),
    "The client's own value, returned unchanged in the redirect to `returnUrl`: 1 to 255 printable characters, " +
      "at least one of them visible. Allowed only with `returnUrl`."
  ),
  clientReference: givenClientReference
}).pipe(
  Annotations.annotate(
    "CreateConsentRequest",
    "A request for a consent to read accounts. The person authorizes it with the electronic ID if SWEDISH_EID with a mobile " +
      "method, SMART_ID or MOBILE_ID is present, otherwise on the bank's page."
  )
)
export type CreateConsent = typeof CreateConsent.Type

export interface ElectronicIdIdentity {
  readonly loginMethod: LoginMethod.LoginMethod
  readonly login: Parameter.ElectronicIdLogin
}

interface Login {
  readonly loginMethod?: LoginMethod.LoginMethod
  /** Absent if the person authorizes the consent on the bank's page. */
  readonly identity?: ElectronicIdIdentity
}

export interface ConsentRequest extends Login {
  readonly terms: ConsentScope.ConsentTerms
  readonly returnTo?: ReturnUrl.ReturnTarget
}

/** The parameters that identify a person who authorizes a consent with an electronic ID. */
const identifying = Parameter.electronicIdTypes.filter((type) =>
  LoginMethod.all.some((method) => {
    const { authorizesConsents, parameter } = LoginMethod.describe(method)
    return authorizesConsents && parameter === type
  })
)

const allowed: ReadonlyArray<Parameter.ParameterType> = ["PSD2_AIS_CONSENT", ...identifying, "SESSION_METADATA"]

const loginIn = (parameters: CreateConsent["parameters"]): Parameter.ElectronicIdLogin | undefined =>
  identifying.map((type) => Parameter.find(parameters, type)).find((login) => login !== undefined)

const misplaced = ({ parameters }: CreateConsent): ReadonlyArray<Violation> =>
  parameters.flatMap(({ type }, index): ReadonlyArray<Violation> => {
    const pointer = `/parameters/${index}`
    if (!allowed.includes(type)) {
      const detail = `A parameter of type ${type} cannot be used with a consent.`
      return [{ pointer, code: "UNEXPECTED_PARAMETER", detail }]
    }
    const detail = `The request has more than one parameter of type ${type}.`
    return Parameter.isRepeated(parameters, index) ? [{ pointer, code: "DUPLICATE_PARAMETER", detail }] : []
  })

/**
 * Returns the violation if a request has a login but no login method. The rule does not depend on the company, so it
 * can be checked even for an unknown company (spec 2.1).
 */
export const missingMethodViolation = ({ loginMethod, parameters }: CreateConsent): Violation | undefined => {
  const login = loginIn(parameters)
  return loginMethod === undefined && login !== undefined
    ? { pointer: "/loginMethod", code: "MISSING_FIELD", detail: `Required with ${login.type}.` }
    : undefined
}

const loginOf = (
  request: CreateConsent,
  supported: ReadonlyArray<LoginMethod.LoginMethod>,
  today: string
): Result.Result<Login, ReadonlyArray<Violation>> => {
  const { loginMethod, parameters } = request
  if (loginMethod === undefined) {
    const missing = missingMethodViolation(request)
    return missing === undefined ? Result.succeed({}) : Result.fail([missing])
  }
  const given = loginIn(parameters)
  const invalid = (detail: string) => Result.fail([{ pointer: "/loginMethod", code: "INVALID_FIELD" as const, detail }])
  const { authorizesConsents, parameter } = LoginMethod.describe(loginMethod)
  if (given !== undefined && parameter !== given.type) {
    return invalid(`${loginMethod} cannot be used with ${given.type}.`)
  }
  if (!supported.includes(loginMethod)) return invalid(`The company does not support ${loginMethod}.`)
  if (given === undefined) return Result.succeed({ loginMethod })
  return Result.map(normalizeLogin(parameters, given, loginMethod, today), (login) =>
    authorizesConsents ? { loginMethod, identity: { loginMethod, login } } : { loginMethod }
  )
}

/** Returns true if the person can open the app on the device that shows the client's page. */
const opensApp = (loginMethod: LoginMethod.LoginMethod | undefined): boolean => {
  if (loginMethod === undefined) return false
  const { autostart, deviceLink } = LoginMethod.describe(loginMethod)
  return autostart || deviceLink
}

const returnViolations = (request: CreateConsent, accepted: ReturnUrl.AllowedReturnUrls): ReadonlyArray<Violation> => {
  const { loginMethod, parameters, returnUrl } = request
  const login = loginIn(parameters)
  if (returnUrl !== undefined && login !== undefined && !opensApp(loginMethod)) {
    const detail = `Not allowed with ${login.type}, unless the login method opens an app on the same device.`
    return [{ pointer: "/returnUrl", code: "INVALID_FIELD", detail }]
  }
  return ReturnUrl.requestViolationsOf(request, accepted)
}

/**
 * Checks the parameters against each other, the bank's limits and the client's return URLs. Fails with all violations.
 */
export const check = (
  request: CreateConsent,
  {
    loginMethods,
    market,
    maximumConsentValidityDays
  }: Pick<CompanyAvailability, "loginMethods" | "market" | "maximumConsentValidityDays">,
  today: string,
  returns: ReturnUrl.AllowedReturnUrls
): Result.Result<ConsentRequest, ReadonlyArray<Violation>> => {
  const login = loginOf(request, loginMethods, today)
  const violations = [
    ...misplaced(request),
    ...(Result.isFailure(login) ? login.failure : []),
    ...returnViolations(request, returns)
  ]
  const consent = Parameter.find(request.parameters, "PSD2_AIS_CONSENT")
  if (consent === undefined) {
    const detail = "A consent needs a parameter of type PSD2_AIS_CONSENT."
    return Result.fail([...violations, { pointer: "/parameters", code: "MISSING_PARAMETER", detail }])
  }
  const pointer = `/parameters/${request.parameters.indexOf(consent)}`
  const limits = { today, market, maxDays: maximumConsentValidityDays }
  const terms = ConsentScope.resolveTerms(consent, pointer, limits)
  if (Result.isFailure(terms)) return Result.fail([...violations, ...terms.failure])
  if (Result.isFailure(login) || violations.length > 0) return Result.fail(violations)
  const returnTo = ReturnUrl.returnTargetOf(request)
  return Result.succeed({
    ...login.success,
    terms: terms.success,
    ...(returnTo && { returnTo })
  })
}

export const ConfirmConsent = Schema.Struct({
  code: Parameter.visibleText(255).pipe(
    Annotations.describe("The `code` query parameter from the redirect to the consent's `returnUrl`.")
  )
}).pipe(
  Annotations.annotate(
    "ConfirmConsentRequest",
    "Proof that the token's user is the person who returned from the bank's page."
  )
)
