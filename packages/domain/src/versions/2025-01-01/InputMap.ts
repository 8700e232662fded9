/** In version 2025-01-01, credentials and references were in a map with uppercase keys (spec 2.2, 9). */
import { Schema, Struct } from "effect"
import { LoginMethod, Parameter } from "../2026-04-01/Collections.ts"
import { unknownKeyCodeAnnotation } from "../../shared/Violation.ts"
import * as Annotations from "../../shared/Annotations.ts"

const { standardAttributes } = Parameter

export const InputMap = Schema.Struct({
  SWEDISH_PERSONAL_NUMBER: Schema.optionalKey(Parameter.SwedishEid.fields.personalNumber),
  PERSONAL_CODE: Annotations.optional(Parameter.PersonalCodeText, "The personal code, for SMART_ID and MOBILE_ID."),
  COUNTRY: Parameter.SmartId.fields.country,
  DOCUMENT_NUMBER: Parameter.SmartId.fields.documentNumber.pipe(
    Annotations.describe("The number of the person's Smart-ID account, instead of PERSONAL_CODE and COUNTRY.")
  ),
  PHONE_NUMBER: Annotations.optional(
    Parameter.MobilePhoneNumber,
    "The number of the phone with Mobile-ID: digits only, including the country prefix."
  ),
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
  ...unknownKeyCodeAnnotation("UNKNOWN_INPUT"),
  description:
    "The credentials for the login method: SWEDISH_PERSONAL_NUMBER, and END_USER_IP if the provider needs it, for " +
    "Swedish electronic ID; PERSONAL_CODE and COUNTRY, or DOCUMENT_NUMBER, for SMART_ID; PERSONAL_CODE and " +
    "PHONE_NUMBER for MOBILE_ID; USERNAME (an email " +
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

/**
 * SMART_ID and MOBILE_ID share the key PERSONAL_CODE, so the login method decides which parameter the code belongs to.
 */
export const isMobileId = (method: Method): boolean =>
  method !== undefined && LoginMethod.describe(method).parameter === "MOBILE_ID"

const faultsOfCodes = (
  { COUNTRY, DOCUMENT_NUMBER, PERSONAL_CODE, PHONE_NUMBER }: InputMap,
  method: Method
): ReadonlyArray<InputViolation> => {
  const none = (key: keyof InputMap, value: string | undefined, fault: string): ReadonlyArray<InputViolation> =>
    value === undefined ? [] : [{ key, fault }]
  if (!isMobileId(method)) return none("PHONE_NUMBER", PHONE_NUMBER, "no PHONE_NUMBER without MOBILE_ID")
  return [
    ...(PHONE_NUMBER === undefined
      ? none("PHONE_NUMBER", PERSONAL_CODE, "a PHONE_NUMBER with the PERSONAL_CODE")
      : PERSONAL_CODE === undefined
        ? none("PERSONAL_CODE", PHONE_NUMBER, "a PERSONAL_CODE with the PHONE_NUMBER")
        : []),
    ...none("COUNTRY", COUNTRY, "no COUNTRY with MOBILE_ID"),
    ...none("DOCUMENT_NUMBER", DOCUMENT_NUMBER, "no DOCUMENT_NUMBER with MOBILE_ID")
  ]
}

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
    ...faultsOfCodes(input, method),
    ...missing("PDF_CONTENT", "PDF_FILE_NAME"),
    ...missing("PDF_FILE_NAME", "PDF_CONTENT")
  ]
}

const login = ({ PASSWORD, USERNAME }: InputMap, method: Method): ReadonlyArray<Parameter.Parameter> => {
  if (USERNAME === undefined) return []
  if (method === "EMAIL") return [{ type: "EMAIL", email: USERNAME }]
  return PASSWORD === undefined ? [] : [{ type: "USERNAME_PASSWORD", username: USERNAME, password: PASSWORD }]
}

const codes = (
  {
    COUNTRY: country,
    DOCUMENT_NUMBER: documentNumber,
    PERSONAL_CODE: personalCode,
    PHONE_NUMBER: phoneNumber
  }: InputMap,
  method: Method
): ReadonlyArray<Parameter.Parameter> => {
  if (isMobileId(method)) {
    return personalCode === undefined || phoneNumber === undefined
      ? []
      : [{ type: "MOBILE_ID", personalCode, phoneNumber }]
  }
  const members = {
    ...(personalCode !== undefined && { personalCode }),
    ...(country !== undefined && { country }),
    ...(documentNumber !== undefined && { documentNumber })
  }
  return Object.keys(members).length === 0 ? [] : [{ type: "SMART_ID", ...members }]
}

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
    ...codes(input, method),
    ...login(input, method),
    ...(PDF_FILE_NAME === undefined || PDF_CONTENT === undefined
      ? []
      : [{ type: "PDF_DOCUMENT" as const, fileName: PDF_FILE_NAME, content: PDF_CONTENT }]),
    ...(ACCOUNT_OWNER_NAME === undefined ? [] : [{ type: "ACCOUNT_OWNER_NAME" as const, name: ACCOUNT_OWNER_NAME }]),
    ...(Object.keys(metadata).length === 0 ? [] : [{ type: "SESSION_METADATA" as const, attributes: metadata }])
  ]
}

/** Returns the map's entries for a parameter. There are none if the map cannot express the parameter. */
const keysOf = (parameter: Parameter.Parameter, method: Method): InputMap => {
  switch (parameter.type) {
    case "SWEDISH_EID":
      return {
        SWEDISH_PERSONAL_NUMBER: parameter.personalNumber,
        ...(parameter.endUserIp !== undefined && { END_USER_IP: parameter.endUserIp })
      }
    case "SMART_ID": {
      if (isMobileId(method)) return {}
      const { country, documentNumber, personalCode } = parameter
      return {
        ...(personalCode !== undefined && { PERSONAL_CODE: personalCode }),
        ...(country !== undefined && { COUNTRY: country }),
        ...(documentNumber !== undefined && { DOCUMENT_NUMBER: documentNumber })
      }
    }
    case "MOBILE_ID":
      return isMobileId(method) ? { PERSONAL_CODE: parameter.personalCode, PHONE_NUMBER: parameter.phoneNumber } : {}
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

/** If several parameters have the same type, only the first is used. */
export const fromParameters = (parameters: ReadonlyArray<Parameter.Parameter>, method: Method): InputMap =>
  parameters
    .filter((_, index) => !Parameter.isRepeated(parameters, index))
    .reduce<InputMap>((input, parameter) => ({ ...input, ...keysOf(parameter, method) }), {})

const keys: Readonly<Record<string, keyof InputMap>> = {
  "SWEDISH_EID/personalNumber": "SWEDISH_PERSONAL_NUMBER",
  "SWEDISH_EID/endUserIp": "END_USER_IP",
  "SMART_ID/personalCode": "PERSONAL_CODE",
  "SMART_ID/country": "COUNTRY",
  "SMART_ID/documentNumber": "DOCUMENT_NUMBER",
  "MOBILE_ID/personalCode": "PERSONAL_CODE",
  "MOBILE_ID/phoneNumber": "PHONE_NUMBER",
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
 * Translates `rest`, a JSON pointer within a parameter, to a pointer into the old request. If the old request has no
 * counterpart, the result points to the map's first entry for the parameter or, if there is none, to the whole map.
 */
export const toOldPointer = (type: Parameter.ParameterType, rest: string): string => {
  const key = keys[type + rest] ?? Object.entries(keys).find(([path]) => path.startsWith(`${type}/`))?.[1]
  return key === undefined ? "/input" : `/input/${key}`
}
