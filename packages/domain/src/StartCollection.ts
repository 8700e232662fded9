/** The request that starts a collection (spec 2.1; decisions 2), and its rules about parameters among each other. */
import { Schema } from "effect"
import { CompanyId } from "./Company.ts"
import * as LoginMethod from "./LoginMethod.ts"
import * as Parameter from "./Parameter.ts"
import type { LoginParameter, ParameterType } from "./Parameter.ts"
import * as PersonalNumber from "./PersonalNumber.ts"
import type { Violation } from "./Violation.ts"

/** Body of `POST /collections`, version 2026-04-01. */
export const StartCollection = Schema.Struct({
  company: CompanyId,
  loginMethod: Schema.optionalKey(LoginMethod.LoginMethod),
  parameters: Schema.Array(Parameter.Parameter).check(Schema.isMaxLength(20))
}).annotate({
  identifier: "InitiateCollectionRequest",
  description: "Starts a collection. `loginMethod` is required unless a stored consent takes its place.",
  examples: [
    {
      company: "se-nordhem",
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
    }
  ]
})
export type StartCollection = typeof StartCollection.Type

/** A request whose parameters fit its login method: what the collection is then run with. */
export interface Order {
  readonly loginMethod: LoginMethod.LoginMethod
  /** The credentials; a personal number in its 12-digit form. */
  readonly login: LoginParameter
  readonly accountOwnerName?: string
  readonly filter?: Omit<typeof Parameter.CollectionFilter.Type, "type">
  readonly attributes: (typeof Parameter.SessionMetadata.Type)["attributes"]
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

const unexpected = (request: StartCollection, wanted: ParameterType): ReadonlyArray<Violation> =>
  request.parameters.flatMap((parameter, index) =>
    loginTypes.includes(parameter.type) && parameter.type !== wanted
      ? [
          {
            pointer: `/parameters/${index}`,
            code: "UNEXPECTED_PARAMETER" as const,
            detail: `A parameter of type ${parameter.type} does not go with the login method ${request.loginMethod}.`
          }
        ]
      : []
  )

const normalized = (
  { parameters }: StartCollection,
  login: LoginParameter,
  environment: LoginMethod.Environment,
  today: string
): LoginParameter | Violation => {
  if (login.type !== "SWEDISH_EID") return login
  // The published test numbers of the sandbox do not all carry a valid check digit (decisions 2).
  const number = PersonalNumber.normalize(login.personalNumber, { checkDigit: environment === "REAL", today })
  return number === undefined
    ? {
        pointer: `/parameters/${parameters.indexOf(login)}/personalNumber`,
        code: "INVALID_FIELD",
        detail: "Not a personal or coordination number that exists: its date or its check digit is wrong."
      }
    : { ...login, personalNumber: number }
}

const isLogin = (parameter: Parameter.Parameter): parameter is LoginParameter => loginTypes.includes(parameter.type)

/**
 * Checks the parameters against the login method, all rules at once.
 *
 * `today` (`YYYY-MM-DD`, UTC) decides the century of 10-digit personal numbers. Consent parameters are not looked at
 * here: whether they may come at all depends on the company.
 */
export const check = (request: StartCollection, today: string): Order | ReadonlyArray<Violation> => {
  const { loginMethod, parameters } = request
  if (loginMethod === undefined) {
    return [{ pointer: "/loginMethod", code: "MISSING_FIELD", detail: "Required unless a stored consent is given." }]
  }
  const { environment, parameter: wanted } = LoginMethod.describe(loginMethod)
  const violations = [...duplicates(request), ...unexpected(request, wanted)]
  const login = parameters.filter(isLogin).find((parameter) => parameter.type === wanted)
  if (login === undefined) {
    return [
      ...violations,
      {
        pointer: "/parameters",
        code: "MISSING_PARAMETER",
        detail: `The login method ${loginMethod} needs a parameter of type ${wanted}.`
      }
    ]
  }
  const checked = normalized(request, login, environment, today)
  if ("code" in checked) return [...violations, checked]
  if (violations.length > 0) return violations
  const name = Parameter.find(parameters, "ACCOUNT_OWNER_NAME")
  const filter = Parameter.find(parameters, "COLLECTION_FILTER")
  return {
    loginMethod,
    login: checked,
    attributes: Parameter.find(parameters, "SESSION_METADATA")?.attributes ?? {},
    ...(name && { accountOwnerName: name.name }),
    ...(filter && { filter: withoutType(filter) })
  }
}

const withoutType = <A extends { readonly type: string }>({ type: _, ...rest }: A): Omit<A, "type"> => rest
