/** The request that starts a collection (spec 2.1; decisions 2), and its rules about parameters among each other. */
import { Result, Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import type { Terms } from "../consents/ConsentScope.ts"
import type { Product } from "../companies/Product.ts"
import * as LoginMethod from "../companies/LoginMethod.ts"
import * as Parameter from "./Parameter.ts"
import type { LoginParameter, ParameterType } from "./Parameter.ts"
import * as PdfContent from "./PdfContent.ts"
import * as PersonalNumber from "../people/PersonalNumber.ts"
import type { Violation } from "../Violation.ts"
import * as Words from "../Words.ts"

/** More parameters than this no request needs: there are nine types, and each is given once. */
export const maximumParameters = 20

/** Body of `POST /collections`. */
export const StartCollection = Schema.Struct({
  company: CompanyId.pipe(Words.means("The company to collect from.")),
  loginMethod: Schema.optionalKey(LoginMethod.LoginMethod).pipe(
    Words.means(
      "The login method. SWEDISH_MOBILE_EID_OTHER_DEVICE shows a QR code to scan with another device. Optional " +
        "with a stored consent, which replaces the login."
    )
  ),
  parameters: Schema.Array(Parameter.Parameter)
    .check(Schema.isMaxLength(maximumParameters))
    .pipe(
      Words.means("The credentials for the login method, and options of the collection. Each type can appear once.")
    )
}).annotate({
  identifier: "InitiateCollectionRequest",
  description: "A request to start a collection. `loginMethod` is required unless a stored consent replaces the login.",
  examples: [
    {
      company: "se-nordhem",
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
    }
  ]
})
export type StartCollection = typeof StartCollection.Type

/** A start that can be limited to some products. */
export interface LimitedStart extends StartCollection {
  /** Absent: everything that the company offers. */
  readonly products?: ReadonlyArray<Product>
}

/** What the parameters that go with every login ask for. */
export interface Wishes {
  readonly accountOwnerName?: string
  readonly filter?: Omit<typeof Parameter.CollectionFilter.Type, "type">
  readonly attributes: (typeof Parameter.SessionMetadata.Type)["attributes"]
}

/** A request whose parameters fit its login method: what the collection is then run with. */
export interface Order extends Wishes {
  readonly _tag: "Login"
  readonly loginMethod: LoginMethod.LoginMethod
  /** The credentials; a personal number in its 12-digit form. */
  readonly login: LoginParameter
  /** The consent that was given for this one collection, with its terms. */
  readonly oneTimeConsent?: Terms
}

/** A request under a consent that was authorised before. */
export interface StoredConsentOrder extends Wishes {
  readonly _tag: "StoredConsent"
  readonly loginMethod?: LoginMethod.LoginMethod
  readonly consent: Omit<typeof Parameter.StoredConsent.Type, "type">
}

const loginTypes: ReadonlyArray<ParameterType> = ["SWEDISH_EID", "EMAIL", "USERNAME_PASSWORD", "PDF_DOCUMENT"]

const duplicates = ({ parameters }: StartCollection): ReadonlyArray<Violation> =>
  parameters.flatMap((parameter, index) =>
    parameters.findIndex((other) => other.type === parameter.type) < index
      ? [
          {
            pointer: `/parameters/${index}`,
            code: "DUPLICATE_PARAMETER" as const,
            detail: `A parameter of type ${parameter.type} is given twice.`
          }
        ]
      : []
  )

/** The parameters of these types, other than the wanted one, as violations. */
const unexpected = (
  { parameters }: StartCollection,
  types: ReadonlyArray<ParameterType>,
  wanted: ParameterType,
  beside: string
): ReadonlyArray<Violation> =>
  parameters.flatMap((parameter, index) =>
    types.includes(parameter.type) && parameter.type !== wanted
      ? [
          {
            pointer: `/parameters/${index}`,
            code: "UNEXPECTED_PARAMETER" as const,
            detail: `A parameter of type ${parameter.type} does not go with ${beside}.`
          }
        ]
      : []
  )

const pdfFaults: Record<PdfContent.PdfFault, string> = {
  NOT_A_PDF: "Not the base64 of a file that begins with %PDF-.",
  BODY_TOO_LARGE: "The file has more than 10 MiB."
}

/** The login parameter in the form in which it is kept, or what is wrong with its value. */
const normalized = (
  { parameters }: StartCollection,
  login: LoginParameter,
  environment: LoginMethod.LoginEnvironment,
  today: string
): Result.Result<LoginParameter, Violation> => {
  const pointer = `/parameters/${parameters.indexOf(login)}`
  if (login.type === "PDF_DOCUMENT") {
    const fault = PdfContent.check(login.content)
    return fault === undefined
      ? Result.succeed(login)
      : Result.fail({ pointer: `${pointer}/content`, code: fault, detail: pdfFaults[fault] })
  }
  if (login.type !== "SWEDISH_EID") return Result.succeed(login)
  // The published test numbers of the sandbox do not all carry a valid check digit (decisions 2).
  const number = PersonalNumber.normalize(login.personalNumber, { checkDigit: environment === "REAL", today })
  return number === undefined
    ? Result.fail({
        pointer: `${pointer}/personalNumber`,
        code: "INVALID_FIELD",
        detail: "Not a personal or coordination number that exists: its date or its check digit is wrong."
      })
    : Result.succeed({ ...login, personalNumber: number })
}

const noMethod: Violation = {
  pointer: "/loginMethod",
  code: "MISSING_FIELD",
  detail: "Required unless a stored consent is given."
}

/**
 * What is missing of a request by itself, whichever company it names (decisions 2: it is told before the company is looked
 * for): the login method, unless a stored consent takes its place.
 */
export const missingMethod = ({ loginMethod, parameters }: StartCollection): Violation | undefined =>
  loginMethod !== undefined || Parameter.find(parameters, "STORED_CONSENT") !== undefined ? undefined : noMethod

const isLogin = (parameter: Parameter.Parameter): parameter is LoginParameter => loginTypes.includes(parameter.type)

/**
 * Checks the parameters against the login method. Fails with every rule that the request breaks.
 *
 * `today` (`YYYY-MM-DD`, UTC) decides the century of 10-digit personal numbers. Consent parameters are not looked at
 * here: whether they may come at all depends on the company.
 */
export const check = (request: StartCollection, today: string): Result.Result<Order, ReadonlyArray<Violation>> => {
  const { loginMethod, parameters } = request
  if (loginMethod === undefined) return Result.fail([noMethod])
  const { environment, parameter: wanted } = LoginMethod.describe(loginMethod)
  const violations = [
    ...duplicates(request),
    ...unexpected(request, loginTypes, wanted, `the login method ${loginMethod}`)
  ]
  const given = parameters.filter(isLogin).find((parameter) => parameter.type === wanted)
  if (given === undefined) {
    const detail = `The login method ${loginMethod} needs a parameter of type ${wanted}.`
    return Result.fail([...violations, { pointer: "/parameters", code: "MISSING_PARAMETER", detail }])
  }
  const login = normalized(request, given, environment, today)
  if (Result.isFailure(login)) return Result.fail([...violations, login.failure])
  if (violations.length > 0) return Result.fail(violations)
  return Result.succeed({ _tag: "Login", loginMethod, login: login.success, ...wishes(parameters) })
}

/**
 * Checks a request whose stored consent stands in place of a login: no login parameter and no other consent may come with
 * it, and `loginMethod` is only recorded. Whose the consent is, and whether it can be used, is not known here.
 */
export const checkStored = (
  request: StartCollection,
  given: typeof Parameter.StoredConsent.Type
): Result.Result<StoredConsentOrder, ReadonlyArray<Violation>> => {
  const types: ReadonlyArray<ParameterType> = [...loginTypes, "PSD2_AIS_CONSENT"]
  const violations = [...duplicates(request), ...unexpected(request, types, given.type, "a stored consent")]
  if (violations.length > 0) return Result.fail(violations)
  const { loginMethod, parameters } = request
  const consent = withoutType(given)
  return Result.succeed({ _tag: "StoredConsent", consent, ...(loginMethod && { loginMethod }), ...wishes(parameters) })
}

/** The parameters that go with every login. */
const wishes = (parameters: StartCollection["parameters"]): Wishes => {
  const name = Parameter.find(parameters, "ACCOUNT_OWNER_NAME")
  const filter = Parameter.find(parameters, "COLLECTION_FILTER")
  return {
    attributes: Parameter.find(parameters, "SESSION_METADATA")?.attributes ?? {},
    ...(name && { accountOwnerName: name.name }),
    ...(filter && { filter: withoutType(filter) })
  }
}

const withoutType = <A extends { readonly type: string }>({ type: _, ...rest }: A): Omit<A, "type"> => rest
