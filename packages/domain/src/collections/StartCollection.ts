/** The request that starts a collection, and the rules for its parameters and its products (spec 2.1). */
import { Result, Schema, Struct } from "effect"
import { CompanyId } from "../companies/Company.ts"
import type { Product } from "../companies/Product.ts"
import * as LoginMethod from "../companies/LoginMethod.ts"
import * as LoginIdentity from "./LoginIdentity.ts"
import * as Parameter from "./Parameter.ts"
import type { LoginParameter, ParameterType } from "./Parameter.ts"
import * as PdfContent from "../logins/PdfContent.ts"
import { givenClientReference } from "../shared/ClientReference.ts"
import * as ReturnUrl from "../shared/ReturnUrl.ts"
import { SensitiveCategory } from "../records/insurance/Sensitive.ts"
import type { Violation } from "../shared/Violation.ts"
import * as Annotations from "../shared/Annotations.ts"

/**
 * The maximum number of parameters in a request. A valid request has fewer, because there are eleven types and each is
 * allowed once.
 */
export const maxParameters = 20

/** The body of `POST /collections`. */
export const StartCollection = Schema.Struct({
  company: CompanyId.pipe(Annotations.describe("The company to collect from.")),
  loginMethod: Annotations.optional(
    LoginMethod.LoginMethod,
    "The login method. SWEDISH_MOBILE_EID_OTHER_DEVICE shows a QR code to scan with another device. Optional " +
      "with a stored consent, which replaces the login."
  ),
  parameters: Parameter.parameterListSchema(
    Schema.Array(Parameter.Parameter).check(Schema.isMaxLength(maxParameters)),
    "The credentials for the login method, and options for the collection. Each type can appear once. Absent or null: none."
  ),
  sensitive: Annotations.optional(
    Schema.Array(SensitiveCategory).check(Schema.isMinLength(1), Schema.isUnique()),
    "The categories of sensitive data to collect. Default: none. The operator must have registered the client for each."
  ),
  returnUrl: Annotations.optional(
    Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(ReturnUrl.maxLength)),
    "Where the person goes after the page of the bank or company: a registered address, or outside production mode a " +
      "loopback address. Required in production mode if the person authorizes a " +
      "PSD2_AIS_CONSENT on a page; ignored otherwise. The collection continues only once the client confirms the " +
      "`code` from the redirect."
  ),
  state: Annotations.optional(
    Parameter.visibleText(255),
    "The client's own value, returned unchanged in the redirect to `returnUrl`: 1 to 255 printable characters, " +
      "at least one of them visible. Allowed only with `returnUrl`."
  ),
  clientReference: givenClientReference
}).pipe(
  Annotations.annotate(
    "InitiateCollectionRequest",
    "A request to start a collection. `loginMethod` is required unless a stored consent replaces the login."
  )
)
export type StartCollection = typeof StartCollection.Type

/** A start request that Sheaf has completed with its own settings, for example the products that a session permits. */
export interface StartCommand extends StartCollection {
  /** The products to collect. Default: all of the company's products. */
  readonly products?: ReadonlyArray<Product>
  /** True if SESSION_ID has no effect, because the collection cannot supersede others or be superseded (spec 2.1). */
  readonly standsAlone?: boolean
  /** True if the person allows Sheaf to keep the username and password for a monitor (spec 18). */
  readonly keepsCredentials?: boolean
}

export type CollectionFilterMembers = Omit<typeof Parameter.CollectionFilter.Type, "type">

export interface CollectionOptions {
  readonly accountOwnerName?: string
  readonly filter?: CollectionFilterMembers
  readonly attributes: (typeof Parameter.SessionMetadata.Type)["attributes"]
  /** The sensitive data to collect. Default: none. */
  readonly sensitive?: ReadonlyArray<SensitiveCategory>
}

export interface LoginRequest extends CollectionOptions {
  readonly _tag: "Login"
  readonly loginMethod: LoginMethod.LoginMethod
  readonly login: LoginParameter
  /**
   * The time until which Sheaf may keep the username and password, in milliseconds since 1970. Absent if the person has
   * not allowed it.
   */
  readonly keptUntil?: number
}

export interface StoredConsentRequest extends CollectionOptions {
  readonly _tag: "StoredConsent"
  readonly loginMethod?: LoginMethod.LoginMethod
  readonly consent: Omit<typeof Parameter.StoredConsent.Type, "type">
  /** Present if a monitor starts the collection. The client then receives no transactions. */
  readonly isMonitorRun?: true
}

interface EarlierCollection {
  readonly filter?: Omit<CollectionFilterMembers, "products">
}

/** A session of an earlier collection. It lets one later collection start without the person. */
export interface RenewableSession extends EarlierCollection {
  readonly _tag: "Session"
  readonly session: string
}

/**
 * An earlier collection's username and password, which Sheaf may keep until `keptUntil` (in milliseconds since 1970).
 */
export interface KeptCredentials extends EarlierCollection {
  readonly _tag: "Credentials"
  readonly loginMethod: LoginMethod.LoginMethod
  readonly login: typeof Parameter.UsernamePassword.Type
  readonly keptUntil: number
}

/** The session or credentials with which a later collection can start without the person (spec 18). */
export type Renewal = RenewableSession | KeptCredentials

export interface RenewalRequest extends CollectionOptions {
  readonly _tag: "Renewal"
  readonly loginMethod?: LoginMethod.LoginMethod
  readonly renewal: Renewal
}

type Request = LoginRequest | StoredConsentRequest | RenewalRequest

export const loginOf = (request: Request): LoginParameter | undefined => {
  if (request._tag === "Login") return request.login
  return request._tag === "Renewal" && request.renewal._tag === "Credentials" ? request.renewal.login : undefined
}

export const keptCredentialsOf = (request: Request): KeptCredentials | undefined => {
  if (request._tag !== "Login" || request.keptUntil === undefined) return undefined
  const { keptUntil, login, loginMethod } = request
  return login.type === "USERNAME_PASSWORD" ? { _tag: "Credentials", loginMethod, login, keptUntil } : undefined
}

const loginTypes: ReadonlyArray<ParameterType> = LoginMethod.parameterTypes

const duplicates = ({ parameters }: StartCollection): ReadonlyArray<Violation> =>
  parameters.flatMap(({ type }, index): ReadonlyArray<Violation> => {
    const detail = `The request has more than one parameter of type ${type}.`
    const pointer = `/parameters/${index}`
    return Parameter.isRepeated(parameters, index) ? [{ pointer, code: "DUPLICATE_PARAMETER", detail }] : []
  })

const unexpected = (
  { parameters }: StartCollection,
  types: ReadonlyArray<ParameterType>,
  wanted: ParameterType | undefined,
  beside: string
): ReadonlyArray<Violation> =>
  parameters.flatMap(({ type }, index): ReadonlyArray<Violation> => {
    const detail = `A parameter of type ${type} cannot be used with ${beside}.`
    const pointer = `/parameters/${index}`
    return types.includes(type) && type !== wanted ? [{ pointer, code: "UNEXPECTED_PARAMETER", detail }] : []
  })

export const normalizeLogin = <L extends LoginParameter>(
  parameters: StartCollection["parameters"],
  login: L,
  method: LoginMethod.LoginMethod,
  today: string
): Result.Result<L, ReadonlyArray<Violation>> => {
  // Test logins need the published test numbers, some of which have a wrong check digit (spec 2.1).
  const checkDigit = LoginMethod.describe(method).environment === "REAL"
  const index = parameters.findIndex((parameter) => parameter === login)
  return Result.mapError(LoginIdentity.normalize(login, { checkDigit, today }), (violations) =>
    violations.map(({ pointer, ...violation }) => ({ ...violation, pointer: `/parameters/${index}${pointer}` }))
  )
}

export const oversizedFilePointer = ({ parameters }: StartCollection): string | undefined => {
  const index = parameters.findIndex((each) => each.type === "PDF_DOCUMENT" && PdfContent.isTooLarge(each.content))
  return index < 0 ? undefined : `/parameters/${index}/content`
}

const noMethod: Violation = {
  pointer: "/loginMethod",
  code: "MISSING_FIELD",
  detail: "Required unless a stored consent is given."
}

/**
 * Returns a violation if a request has neither a login method nor a stored consent. The rule does not depend on the
 * company, so it can be checked even if the company is unknown (spec 2.1).
 */
export const missingMethodViolation = ({ loginMethod, parameters }: StartCollection): Violation | undefined =>
  loginMethod !== undefined || Parameter.find(parameters, "STORED_CONSENT") !== undefined ? undefined : noMethod

const onPage: LoginParameter = { type: "PAGE" }

const loginIn = (
  parameters: StartCollection["parameters"],
  wanted: LoginMethod.LoginParameterType | undefined
): LoginParameter | undefined => (wanted === undefined ? onPage : Parameter.find(parameters, wanted))

/**
 * Checks the parameters against the login method. Fails with every rule that the request violates.
 *
 * `today` (`YYYY-MM-DD`, UTC) determines the century of 10-digit personal numbers. Consent parameters are not checked,
 * because the company decides whether they are allowed. For the size of a file, see {@link oversizedFilePointer}.
 */
export const check = (
  request: StartCollection,
  today: string
): Result.Result<LoginRequest, ReadonlyArray<Violation>> => {
  const { loginMethod, parameters } = request
  if (loginMethod === undefined) return Result.fail([noMethod])
  const { parameter: wanted } = LoginMethod.describe(loginMethod)
  const violations = [
    ...duplicates(request),
    ...unexpected(request, loginTypes, wanted, `the login method ${loginMethod}`)
  ]
  const given = loginIn(parameters, wanted)
  if (given === undefined) {
    const detail = `The login method ${loginMethod} needs a parameter of type ${wanted}.`
    return Result.fail([...violations, { pointer: "/parameters", code: "MISSING_PARAMETER", detail }])
  }
  const login = normalizeLogin(parameters, given, loginMethod, today)
  if (Result.isFailure(login)) return Result.fail([...violations, ...login.failure])
  if (violations.length > 0) return Result.fail(violations)
  return Result.succeed({ _tag: "Login", loginMethod, login: login.success, ...wishes(request) })
}

export const missingEndUserIpViolation = (
  { parameters }: Pick<StartCollection, "parameters">,
  login: LoginParameter
): Violation => ({
  pointer: `/parameters/${parameters.findIndex(({ type }) => type === login.type)}/endUserIp`,
  code: "MISSING_FIELD",
  detail: "Required, because the electronic ID provider needs the address of the person's device."
})

/**
 * Checks a request with a stored consent instead of a login. Rejects login parameters and other consents. Accepts
 * `loginMethod`, which is recorded but otherwise has no effect. Does not check the consent's owner and status.
 */
export const checkStoredConsent = (
  request: StartCollection,
  given: typeof Parameter.StoredConsent.Type
): Result.Result<StoredConsentRequest, ReadonlyArray<Violation>> => {
  const types: ReadonlyArray<ParameterType> = [...loginTypes, "PSD2_AIS_CONSENT"]
  const violations = [...duplicates(request), ...unexpected(request, types, given.type, "a stored consent")]
  if (violations.length > 0) return Result.fail(violations)
  const { loginMethod } = request
  const consent = Struct.omit(given, ["type"])
  return Result.succeed({ _tag: "StoredConsent", consent, ...(loginMethod && { loginMethod }), ...wishes(request) })
}

export const sensitiveViolations = (
  { sensitive = [] }: Pick<StartCollection, "sensitive">,
  registered: ReadonlyArray<SensitiveCategory>
): ReadonlyArray<Violation> =>
  sensitive.flatMap((category, index): ReadonlyArray<Violation> => {
    const detail = `The client is not registered for the sensitive data ${category}. Ask the operator of the service.`
    const pointer = `/sensitive/${index}`
    return registered.includes(category) ? [] : [{ pointer, code: "SENSITIVE_NOT_ALLOWED", detail }]
  })

/**
 * The violation for a request that lacks a return URL although the person must visit a page. Without the URL, Sheaf
 * could not tell who came back.
 */
export const missingReturnUrlViolation: Violation = {
  pointer: "/returnUrl",
  code: "MISSING_FIELD",
  detail: "Required, because the person authorizes the consent on the bank's page. Only the newest version accepts it."
}

/** The body of `POST /collections/{collectionId}/confirmation`. */
export const ConfirmCollection = Schema.Struct({
  code: Parameter.visibleText(255).pipe(
    Annotations.describe("The `code` query parameter from the redirect to the collection's `returnUrl`.")
  )
}).pipe(
  Annotations.annotate(
    "ConfirmCollectionRequest",
    "Proof that the person who returned from the bank's page is the person who started the collection."
  )
)

const wishes = ({ parameters, sensitive }: StartCollection): CollectionOptions => {
  const name = Parameter.find(parameters, "ACCOUNT_OWNER_NAME")
  const filter = Parameter.find(parameters, "COLLECTION_FILTER")
  return {
    attributes: Parameter.find(parameters, "SESSION_METADATA")?.attributes ?? {},
    ...(name && { accountOwnerName: name.name }),
    ...(filter && { filter: Struct.omit(filter, ["type"]) }),
    ...(sensitive && { sensitive })
  }
}

export const selectedProducts = ({ parameters }: StartCommand): ReadonlyArray<Product> | undefined =>
  Parameter.find(parameters, "COLLECTION_FILTER")?.products

/**
 * Returns true if the collection includes the product. The command's `products` and the client's filter can each
 * exclude a product.
 */
export const includesProduct = (request: StartCommand, product: Product): boolean =>
  [request.products, selectedProducts(request)].every((wanted) => wanted === undefined || wanted.includes(product))

const isConsent = ({ type }: Parameter.Parameter): boolean => type === "PSD2_AIS_CONSENT" || type === "STORED_CONSENT"

export const filterViolations = (request: StartCommand, offered: ReadonlyArray<Product>): ReadonlyArray<Violation> => {
  const { parameters } = request
  const wanted = selectedProducts(request)
  if (wanted === undefined) return []
  const filter = parameters.findIndex(({ type }) => type === "COLLECTION_FILTER")
  const consent = parameters.findIndex(isConsent)
  const unsupported = wanted.flatMap((product, index): ReadonlyArray<Violation> => {
    const pointer = `/parameters/${filter}/products/${index}`
    const detail = `The company does not offer ${product}.`
    return offered.includes(product) ? [] : [{ pointer, code: "PRODUCT_NOT_SUPPORTED", detail }]
  })
  if (unsupported.length > 0) return unsupported
  if (wanted.includes("PSD2_AIS") === consent >= 0) return []
  return consent < 0
    ? [
        {
          pointer: "/parameters",
          code: "MISSING_PARAMETER",
          detail: "PSD2_AIS needs a parameter of type PSD2_AIS_CONSENT or STORED_CONSENT."
        }
      ]
    : [
        {
          pointer: `/parameters/${consent}`,
          code: "UNEXPECTED_PARAMETER",
          detail: "The consent is for reading accounts. Add PSD2_AIS to the filter's products, or omit the consent."
        }
      ]
}
