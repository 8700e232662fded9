/** In version 2025-01-01, credentials and references were a map with uppercase keys (spec 2.2, 9). */
import { Schema, Struct } from "effect"
import { Parameter } from "../2026-04-01/Collections.ts"
import type { LoginMethod } from "../2026-04-01/Collections.ts"
import { withUnknownKeyCode } from "../../Violation.ts"
import * as Annotations from "../../Annotations.ts"

const { standardAttributes } = Parameter

export const InputMap = Schema.Struct({
  SWEDISH_PERSONAL_NUMBER: Schema.optionalKey(Parameter.SwedishEid.fields.personalNumber),
  USERNAME: Annotations.optional(
    Parameter.UsernamePassword.fields.username,
    "The person's username at the company; with EMAIL, the email address."
  ),
  PASSWORD: Schema.optionalKey(Parameter.UsernamePassword.fields.password),
  PDF_FILE_NAME: Schema.optionalKey(Parameter.PdfDocument.fields.fileName),
  PDF_CONTENT: Schema.optionalKey(Parameter.PdfDocument.fields.content),
  ACCOUNT_OWNER_NAME: Annotations.optional(
    Parameter.AccountOwnerName.fields.name,
    "The full name of the account owner. The service compares it with the name of a pension's insured person to " +
      "set otherInsuredPerson."
  ),
  END_USER_IP: Parameter.SwedishEid.fields.endUserIp,
  ...standardAttributes,
  EXTERNAL_REFERENCE: standardAttributes.EXTERNAL_REFERENCE.pipe(
    Annotations.describe(
      "The client's identifier for the collection or case. In newer versions, `GET /collections` can filter by this value."
    )
  )
}).annotate({
  identifier: "CollectionInputMap",
  ...withUnknownKeyCode("UNKNOWN_INPUT"),
  description:
    "The credentials for the login method: SWEDISH_PERSONAL_NUMBER, and END_USER_IP if the provider needs it, for " +
    "electronic ID; USERNAME (an email " +
    "address) for EMAIL; USERNAME and PASSWORD for USERNAME_AND_PASSWORD; PDF_FILE_NAME and PDF_CONTENT " +
    "(base64) for PDF_UPLOAD. Any method also allows ACCOUNT_OWNER_NAME, SESSION_ID, ADVISOR_HANDLE and " +
    "EXTERNAL_REFERENCE.",
  examples: [{ SWEDISH_PERSONAL_NUMBER: "198112189876", ACCOUNT_OWNER_NAME: "Maja Lind" }]
})
export type InputMap = typeof InputMap.Type

type Method = LoginMethod.LoginMethod | undefined

const isEmail = Schema.is(Parameter.EmailAddress)

interface InputViolation {
  readonly key: keyof InputMap
  readonly fault: string
}

/** Returns the rules that combinations of keys violate. */
export const violationsOf = (input: InputMap, method: Method): ReadonlyArray<InputViolation> => {
  const missing = (key: keyof InputMap, beside: keyof InputMap): ReadonlyArray<InputViolation> =>
    input[beside] !== undefined && input[key] === undefined ? [{ key, fault: `a ${key} with the ${beside}` }] : []
  const { PASSWORD, USERNAME } = input
  return [
    ...(method === "EMAIL"
      ? [
          ...(USERNAME === undefined || isEmail(USERNAME)
            ? []
            : [{ key: "USERNAME", fault: "an email address" } as const]),
          ...(PASSWORD === undefined ? [] : [{ key: "PASSWORD", fault: "no PASSWORD with EMAIL" } as const])
        ]
      : [...missing("PASSWORD", "USERNAME"), ...missing("USERNAME", "PASSWORD")]),
    ...missing("SWEDISH_PERSONAL_NUMBER", "END_USER_IP"),
    ...missing("PDF_CONTENT", "PDF_FILE_NAME"),
    ...missing("PDF_FILE_NAME", "PDF_CONTENT")
  ]
}

const login = ({ PASSWORD, USERNAME }: InputMap, method: Method): ReadonlyArray<Parameter.Parameter> => {
  if (USERNAME === undefined) return []
  if (method === "EMAIL") return [{ type: "EMAIL", email: USERNAME }]
  return PASSWORD === undefined ? [] : [{ type: "USERNAME_PASSWORD", username: USERNAME, password: PASSWORD }]
}

/** Returns a map's typed parameters, at most one of each type. */
export const toParameters = (input: InputMap, method: Method): ReadonlyArray<Parameter.Parameter> => {
  const { ACCOUNT_OWNER_NAME, END_USER_IP, PDF_CONTENT, PDF_FILE_NAME, SWEDISH_PERSONAL_NUMBER } = input
  const metadata = Struct.pick(input, Struct.keys(standardAttributes))
  return [
    ...(SWEDISH_PERSONAL_NUMBER === undefined
      ? []
      : [
          {
            type: "SWEDISH_EID" as const,
            personalNumber: SWEDISH_PERSONAL_NUMBER,
            ...(END_USER_IP !== undefined && { endUserIp: END_USER_IP })
          }
        ]),
    ...login(input, method),
    ...(PDF_FILE_NAME === undefined || PDF_CONTENT === undefined
      ? []
      : [{ type: "PDF_DOCUMENT" as const, fileName: PDF_FILE_NAME, content: PDF_CONTENT }]),
    ...(ACCOUNT_OWNER_NAME === undefined ? [] : [{ type: "ACCOUNT_OWNER_NAME" as const, name: ACCOUNT_OWNER_NAME }]),
    ...(Object.keys(metadata).length === 0 ? [] : [{ type: "SESSION_METADATA" as const, attributes: metadata }])
  ]
}

/** Returns the map's entries for a parameter, or an empty map if the map cannot express the parameter. */
const keysOf = (parameter: Parameter.Parameter, method: Method): InputMap => {
  switch (parameter.type) {
    case "SWEDISH_EID":
      return {
        SWEDISH_PERSONAL_NUMBER: parameter.personalNumber,
        ...(parameter.endUserIp !== undefined && { END_USER_IP: parameter.endUserIp })
      }
    case "EMAIL":
      return method === "EMAIL" ? { USERNAME: parameter.email } : {}
    case "USERNAME_PASSWORD":
      return method === "EMAIL" ? {} : { USERNAME: parameter.username, PASSWORD: parameter.password }
    case "PDF_DOCUMENT":
      return { PDF_FILE_NAME: parameter.fileName, PDF_CONTENT: parameter.content }
    case "ACCOUNT_OWNER_NAME":
      return { ACCOUNT_OWNER_NAME: parameter.name }
    case "SESSION_METADATA":
      return Struct.pick(parameter.attributes, Struct.keys(standardAttributes))
    default:
      return {}
  }
}

/** Returns the map for parameters. If several parameters have the same type, the map keeps the first. */
export const fromParameters = (parameters: ReadonlyArray<Parameter.Parameter>, method: Method): InputMap =>
  parameters
    .filter((_, index) => !Parameter.isRepeated(parameters, index))
    .reduce<InputMap>((input, parameter) => ({ ...input, ...keysOf(parameter, method) }), {})

const keys: Readonly<Record<string, keyof InputMap>> = {
  "SWEDISH_EID/personalNumber": "SWEDISH_PERSONAL_NUMBER",
  "SWEDISH_EID/endUserIp": "END_USER_IP",
  "EMAIL/email": "USERNAME",
  "USERNAME_PASSWORD/username": "USERNAME",
  "USERNAME_PASSWORD/password": "PASSWORD",
  "PDF_DOCUMENT/fileName": "PDF_FILE_NAME",
  "PDF_DOCUMENT/content": "PDF_CONTENT",
  "ACCOUNT_OWNER_NAME/name": "ACCOUNT_OWNER_NAME",
  "SESSION_METADATA/attributes/SESSION_ID": "SESSION_ID",
  "SESSION_METADATA/attributes/ADVISOR_HANDLE": "ADVISOR_HANDLE",
  "SESSION_METADATA/attributes/EXTERNAL_REFERENCE": "EXTERNAL_REFERENCE"
}

/**
 * Translates `rest`, a pointer into a parameter, to a pointer into the old request. Pointers without a counterpart
 * point to the parameter's first entry or to the whole map.
 */
export const pointerOf = (type: Parameter.ParameterType, rest: string): string => {
  const key = keys[type + rest] ?? Object.entries(keys).find(([path]) => path.startsWith(`${type}/`))?.[1]
  return key === undefined ? "/input" : `/input/${key}`
}
