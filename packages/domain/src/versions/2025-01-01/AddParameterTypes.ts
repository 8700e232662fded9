/**
 * In version 2025-01-01, start requests had untyped `input`, `consents` and `filter` (spec 2.1, 2.2, 9).
 */
import { Schema, SchemaTransformation, Struct } from "effect"
import { LoginMethod, maxParameters, Parameter, StartCollection } from "../2026-04-01/Collections.ts"
import type { Violation } from "../../shared/Violation.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { describeLosses } from "../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../changes/VersionChange.ts"
import * as InputMap from "./InputMap.ts"
import {
  codecLosses as consentLosses,
  Consent20250101,
  forgetNewMembers as forgetNewMembersOf
} from "./AddConsentTypes.ts"

const Filter = Schema.Struct(Struct.omit(Parameter.CollectionFilter.fields, ["type", "products"])).pipe(
  Annotations.annotate("CollectionFilter", "The data to collect. An omitted member does not restrict the collection.")
)

interface Parts {
  readonly loginMethod?: LoginMethod.LoginMethod
  readonly input?: InputMap.InputMap
  readonly consents?: ReadonlyArray<Consent20250101>
  readonly filter?: typeof Filter.Type
}

/** Returns at most one parameter of each type, followed by the consents. */
const parametersOf = ({
  consents = [],
  filter,
  input = {},
  loginMethod
}: Parts): ReadonlyArray<Parameter.Parameter> => [
  ...InputMap.toParameters(input, loginMethod),
  ...(filter === undefined ? [] : [{ type: "COLLECTION_FILTER" as const, ...filter }]),
  ...consents
]

const rules = Schema.makeFilter((request: Parts) => [
  ...InputMap.violationsOf(request.input ?? {}, request.loginMethod).map(({ fault, key }) => ({
    path: ["input", key],
    issue: fault
  })),
  ...(parametersOf(request).length > maxParameters
    ? [{ path: ["consents"], issue: `at most ${maxParameters} inputs, consents and filters in total` }]
    : [])
])

export const UntypedStartCollection = Schema.Struct({
  company: StartCollection.fields.company,
  loginMethod: StartCollection.fields.loginMethod,
  input: Schema.optionalKey(InputMap.InputMap),
  consents: Annotations.optional(
    Schema.Array(Consent20250101),
    "Consents to read bank accounts: new consents for this collection, or authorized consents."
  ),
  filter: Schema.optionalKey(Filter),
  clientReference: StartCollection.fields.clientReference
})
  .annotate({
    description:
      "A request to start a collection. `loginMethod` is required unless a stored consent replaces the login.",
    examples: [
      { company: "se-nordhem", loginMethod: "EMAIL", input: { USERNAME: "maja.lind@example.com", SESSION_ID: "s-17" } }
    ]
  })
  .check(rules)
  .annotate({ identifier: "InitiateCollectionRequest" })
export type UntypedStartCollection = typeof UntypedStartCollection.Type

const decode = ({ clientReference, company, loginMethod, ...parts }: UntypedStartCollection): StartCollection => ({
  company,
  ...(loginMethod && { loginMethod }),
  ...(clientReference !== undefined && { clientReference }),
  parameters: parametersOf({ ...parts, ...(loginMethod && { loginMethod }) })
})

const isConsent = (parameter: Parameter.Parameter): parameter is Consent20250101 =>
  parameter.type === "PSD2_AIS_CONSENT" || parameter.type === "STORED_CONSENT"

const encode = ({ clientReference, company, loginMethod, parameters }: StartCollection): UntypedStartCollection => {
  const input = InputMap.fromParameters(parameters, loginMethod)
  const consents = parameters.filter(isConsent)
  const filter = Parameter.find(parameters, "COLLECTION_FILTER")
  return {
    company,
    ...(loginMethod && { loginMethod }),
    ...(Object.keys(input).length > 0 && { input }),
    ...(consents.length > 0 && { consents }),
    ...(filter && { filter: Struct.omit(filter, ["type", "products"]) }),
    ...(clientReference !== undefined && { clientReference })
  }
}

export const StartCollection20250101 = UntypedStartCollection.pipe(
  Schema.decodeTo(Schema.toType(StartCollection), SchemaTransformation.transform({ decode, encode }))
)

export const toOldPointer = ({ parameters }: StartCollection, pointer: string): string => {
  const [, index, rest = ""] = /^\/parameters\/(\d+)(\/.*)?$/.exec(pointer) ?? []
  const parameter = parameters[Number(index)]
  if (parameter === undefined) return pointer === "/parameters" ? "/input" : pointer
  if (isConsent(parameter)) return `/consents/${parameters.filter(isConsent).indexOf(parameter)}${rest}`
  return parameter.type === "COLLECTION_FILTER" ? `/filter${rest}` : InputMap.toOldPointer(parameter.type, rest)
}

const inputsOf: Readonly<Record<LoginMethod.LoginParameterType, string>> = {
  USERNAME_PASSWORD: "USERNAME and PASSWORD",
  EMAIL: "USERNAME",
  SWEDISH_EID: "SWEDISH_PERSONAL_NUMBER",
  SMART_ID: "PERSONAL_CODE and COUNTRY, or DOCUMENT_NUMBER",
  MOBILE_ID: "PERSONAL_CODE and PHONE_NUMBER",
  PDF_DOCUMENT: "PDF_FILE_NAME and PDF_CONTENT"
}

const needed = (loginMethod: LoginMethod.LoginMethod): string => {
  const { parameter } = LoginMethod.describe(loginMethod)
  return parameter === undefined ? "no input" : `the input ${inputsOf[parameter]}`
}

const wordsOf = ({ loginMethod }: StartCollection, { code, detail }: Violation): string => {
  switch (code) {
    case "MISSING_PARAMETER":
      return loginMethod === undefined ? detail : `The login method ${loginMethod} needs ${needed(loginMethod)}.`
    case "UNEXPECTED_PARAMETER":
      return loginMethod === undefined ? detail : `Cannot be used with the login method ${loginMethod}.`
    case "DUPLICATE_PARAMETER":
      return "The request has this input more than once."
    default:
      return detail
  }
}

export const toOldViolation = (request: StartCollection, violation: Violation): Violation => ({
  ...violation,
  pointer: toOldPointer(request, violation.pointer),
  detail: wordsOf(request, violation)
})

const keep =
  (wanted: (parameter: Parameter.Parameter, request: StartCollection, index: number) => boolean) =>
  (request: StartCollection): StartCollection => {
    const parameters = request.parameters.filter((parameter, index) => wanted(parameter, request, index))
    return parameters.length === request.parameters.length ? request : { ...request, parameters }
  }

const isFirstOrConsent = (parameter: Parameter.Parameter, { parameters }: StartCollection, index: number): boolean =>
  isConsent(parameter) || !Parameter.isRepeated(parameters, index)

const fitsMethod = ({ type }: Parameter.Parameter, { loginMethod }: StartCollection): boolean =>
  loginMethod === "EMAIL" ? type !== "USERNAME_PASSWORD" : type !== "EMAIL"

const sharesNoCode = (parameter: Parameter.Parameter, { loginMethod }: StartCollection): boolean =>
  InputMap.isMobileId(loginMethod) ? parameter.type !== "SMART_ID" : parameter.type !== "MOBILE_ID"

const hasContent = (parameter: Parameter.Parameter): boolean =>
  parameter.type !== "SESSION_METADATA" || Object.keys(parameter.attributes).length > 0

const namesPerson = (parameter: Parameter.Parameter): boolean =>
  parameter.type !== "SMART_ID" || Object.keys(parameter).length > 1

type ParameterOf<T extends Parameter.ParameterType> = Extract<Parameter.Parameter, { type: T }>

const isOf =
  <T extends Parameter.ParameterType>(type: T) =>
  (parameter: Parameter.Parameter): parameter is ParameterOf<T> =>
    parameter.type === type

/** Changes all parameters of a type. Returns the same object if nothing changes. */
const changeEach =
  <T extends Parameter.ParameterType>(type: T, change: (parameter: ParameterOf<T>) => ParameterOf<T>) =>
  (request: StartCollection): StartCollection => {
    const parameters = request.parameters.map((parameter) => (isOf(type)(parameter) ? change(parameter) : parameter))
    return parameters.every((parameter, index) => parameter === request.parameters[index])
      ? request
      : { ...request, parameters }
  }

const forgetInsuranceType = changeEach("PDF_DOCUMENT", (pdf) =>
  pdf.insuranceType === undefined ? pdf : Struct.omit(pdf, ["insuranceType"])
)

const forgetDevice = changeEach("SWEDISH_EID", (eid) =>
  Parameter.deviceDataOf(eid) === undefined ? eid : Struct.omit(eid, ["app", "web"])
)

const forgetProducts = changeEach("COLLECTION_FILTER", (filter) =>
  filter.products === undefined ? filter : Struct.omit(filter, ["products"])
)

const forgetAttributes = changeEach("SESSION_METADATA", (metadata) => {
  const attributes = Struct.pick(metadata.attributes, Struct.keys(Parameter.standardAttributes))
  return Object.keys(attributes).length === Object.keys(metadata.attributes).length
    ? metadata
    : { ...metadata, attributes }
})

const order: ReadonlyArray<Parameter.ParameterType> = [
  "SWEDISH_EID",
  "SMART_ID",
  "MOBILE_ID",
  "EMAIL",
  "USERNAME_PASSWORD",
  "PDF_DOCUMENT",
  "ACCOUNT_OWNER_NAME",
  "SESSION_METADATA",
  "COLLECTION_FILTER"
]

const rankOf = ({ type }: Parameter.Parameter): number => {
  const rank = order.indexOf(type)
  return rank === -1 ? order.length : rank
}

const forgetOrder = (request: StartCollection): StartCollection => {
  const parameters = request.parameters.toSorted((a, b) => rankOf(a) - rankOf(b))
  return parameters.every((parameter, index) => parameter === request.parameters[index])
    ? request
    : { ...request, parameters }
}

const forgetNewMembers = (request: StartCollection): StartCollection => {
  const parameters = request.parameters.map((each) =>
    each.type === "STORED_CONSENT" ? forgetNewMembersOf(each) : each
  )
  return parameters.every((parameter, index) => parameter === request.parameters[index])
    ? request
    : { ...request, parameters }
}

const company = "se-nordhem"
const owner = { type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" } as const

export const inexpressibleInOldVersion: ReadonlyArray<CodecLoss<StartCollection>> = [
  {
    description: "A parameter that is repeated, unless it is a consent.",
    example: { company, parameters: [owner, { ...owner, name: "Nils Lind" }] },
    forget: keep(isFirstOrConsent)
  },
  {
    description: "An EMAIL parameter with another login method, and USERNAME_PASSWORD with the method EMAIL.",
    example: { company, loginMethod: "PDF_UPLOAD", parameters: [{ type: "EMAIL", email: "maja.lind@example.com" }] },
    forget: keep(fitsMethod)
  },
  {
    description: "A MOBILE_ID parameter with another login method, and SMART_ID with a MOBILE_ID method.",
    example: {
      company,
      loginMethod: "EMAIL",
      parameters: [{ type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37200000766" }]
    },
    forget: keep(sharesNoCode)
  },
  {
    description: "A SMART_ID parameter without members.",
    example: { company, parameters: [{ type: "SMART_ID" }] },
    forget: keep(namesPerson)
  },
  ...consentLosses.map(({ description, example }) => ({
    description,
    example: { company, parameters: [example] },
    forget: forgetNewMembers
  })),
  {
    description: "The app or browser in which a person logs in.",
    example: {
      company,
      parameters: [
        {
          type: "SWEDISH_EID",
          personalNumber: "198112189876",
          web: { referringDomain: "app.example", userAgent: "Browser/1", deviceIdentifier: "d-17" }
        }
      ]
    },
    forget: forgetDevice
  },
  {
    description: "The insuranceType of a PDF.",
    example: {
      company,
      loginMethod: "PDF_UPLOAD",
      parameters: [
        { type: "PDF_DOCUMENT", fileName: "home.pdf", content: "JVBERi0xLjcK", insuranceType: "vehicleInsurance" }
      ]
    },
    forget: forgetInsuranceType
  },
  {
    description: "The products of a filter, because the path names the product.",
    example: { company, parameters: [{ type: "COLLECTION_FILTER", products: ["WEALTH"] }] },
    forget: forgetProducts
  },
  {
    description: "Attributes other than SESSION_ID, ADVISOR_HANDLE and EXTERNAL_REFERENCE.",
    example: { company, parameters: [{ type: "SESSION_METADATA", attributes: { SESSION_ID: "s-1", BRANCH: "b-2" } }] },
    forget: forgetAttributes
  },
  {
    description: "Session metadata without attributes.",
    example: { company, parameters: [{ type: "SESSION_METADATA", attributes: {} }] },
    forget: keep(hasContent)
  },
  {
    description: "returnUrl and state.",
    example: { company, parameters: [], returnUrl: "https://app.example/back", state: "case-17" },
    forget: (request) =>
      request.returnUrl === undefined && request.state === undefined
        ? request
        : Struct.omit(request, ["returnUrl", "state"])
  },
  {
    description: "sensitive, because the older version never collects sensitive data.",
    example: { company, parameters: [], sensitive: ["CLAIMS"] },
    forget: (request) => (request.sensitive === undefined ? request : Struct.omit(request, ["sensitive"]))
  },
  {
    description: "The order of parameters of different types.",
    example: { company, parameters: [owner, { type: "SWEDISH_EID", personalNumber: "198112189876" }] },
    forget: forgetOrder
  }
]

export const oldCodecLosses: ReadonlyArray<CodecLoss<UntypedStartCollection>> = [
  {
    description: "An empty input.",
    example: { company, input: {} },
    forget: (request) =>
      request.input !== undefined && Object.keys(request.input).length === 0 ? Struct.omit(request, ["input"]) : request
  },
  {
    description: "An empty list of consents.",
    example: { company, consents: [] },
    forget: (request) => (request.consents?.length === 0 ? Struct.omit(request, ["consents"]) : request)
  }
]

export const change: VersionChange = {
  title: "Start requests have typed parameters.",
  description:
    "The parameters array replaces input, consents and filter. SWEDISH_PERSONAL_NUMBER becomes " +
    "SWEDISH_EID.personalNumber. PERSONAL_CODE, COUNTRY and DOCUMENT_NUMBER become SMART_ID; for MOBILE_ID, " +
    "PERSONAL_CODE and PHONE_NUMBER become MOBILE_ID. For the method EMAIL, USERNAME becomes EMAIL.email. For other " +
    "methods, USERNAME and PASSWORD become USERNAME_PASSWORD. PDF_FILE_NAME and PDF_CONTENT become PDF_DOCUMENT, and " +
    "ACCOUNT_OWNER_NAME becomes ACCOUNT_OWNER_NAME.name. The client's references become SESSION_METADATA.attributes, " +
    "and filter becomes COLLECTION_FILTER. Because each parameter names its type, Sheaf can document and check its " +
    "members.",
  affects: ["POST /collections", "POST /wealth/collection", "POST /insurance/collection"],
  losses: [...describeLosses(inexpressibleInOldVersion), ...describeLosses(oldCodecLosses)]
}
