/** Smart-ID, the electronic-ID app of Estonia, Latvia and Lithuania (spec 2.1). */
import { Result } from "effect"
import * as AuthenticationMismatch from "../users/AuthenticationMismatch.ts"
import * as PersonalCode from "../users/PersonalCode.ts"
import type { Violation } from "../shared/Violation.ts"
import { plainMethodProperties } from "./Scheme.ts"
import type { MethodDeclaration, ParameterDeclaration, Scheme } from "./Scheme.ts"

const methods = {
  SMART_ID: {
    ...plainMethodProperties,
    electronicId: true,
    deviceLink: true,
    controlNumber: true,
    authorizesConsents: true,
    hasVariants: true,
    meaning:
      "The Smart-ID app. The user compares REFERENCE_NUMBER with the number in the app, or scans QR_TEXT, or opens APP_URL."
  }
} as const satisfies Record<string, MethodDeclaration>

export const scheme = { parameter: "SMART_ID", markets: ["ee", "lt", "lv"], methods } as const satisfies Scheme & {
  readonly parameter: string
}

export interface Login {
  readonly type: "SMART_ID"
  readonly personalCode?: string
  readonly country?: PersonalCode.Country
  readonly documentNumber?: string
}

/** Matches a document number, such as `PNOEE-50001029996-MOCK-Q`, and captures its country and personal code. */
export const documentNumberPattern = /^PNO(EE|LT|LV)-([0-9]{6}-?[0-9]{5})-[A-Z0-9]{4}-[A-Z]{1,2}$/u

interface Person {
  readonly code: string
  readonly country: PersonalCode.Country
}

/** A document number contains the personal code, so it identifies the person, too. */
const personOf = ({ country, documentNumber, personalCode }: Login): Person | undefined => {
  const [, ofDocument, inDocument] = documentNumberPattern.exec(documentNumber ?? "") ?? []
  const known = PersonalCode.countries.find((each) => each === (ofDocument ?? country))
  const code = inDocument ?? personalCode
  return known === undefined || code === undefined ? undefined : { code, country: known }
}

const missing = (member: string): Violation => ({
  pointer: `/${member}`,
  code: "MISSING_FIELD",
  detail: "Send personalCode and country, or documentNumber instead of both."
})

const superfluous = (member: string): Violation => ({
  pointer: `/${member}`,
  code: "INVALID_FIELD",
  detail: "Not allowed with documentNumber, which contains the personal code and the country."
})

const incomplete = ({ country, documentNumber, personalCode }: Login): ReadonlyArray<Violation> =>
  documentNumber === undefined
    ? [
        ...(personalCode === undefined ? [missing("personalCode")] : []),
        ...(country === undefined ? [missing("country")] : [])
      ]
    : [
        ...(personalCode === undefined ? [] : [superfluous("personalCode")]),
        ...(country === undefined ? [] : [superfluous("country")])
      ]

export const parameterDeclaration: ParameterDeclaration<Login> = {
  fields: ["personalCode", "country"],
  normalize: (login, { today }) => {
    const violations = incomplete(login)
    if (violations.length > 0) return Result.fail(violations)
    const person = personOf(login)
    const code = person && PersonalCode.normalize(person.code, person.country, { today })
    if (code !== undefined) {
      return Result.succeed(login.documentNumber === undefined ? { ...login, personalCode: code } : login)
    }
    const pointer = login.documentNumber === undefined ? "/personalCode" : "/documentNumber"
    const detail = "Not a personal code of the country: the form, the date or the check digit is wrong."
    return Result.fail([{ pointer, code: "INVALID_FIELD", detail }])
  },
  identity: (login) => {
    const person = personOf(login)
    return person && PersonalCode.identifierOf(person.code, person.country)
  },
  personalNumber: (login) => personOf(login)?.code,
  country: (login) => personOf(login)?.country,
  compare: (login, known) => {
    const { code: requested, country }: Partial<Person> = personOf(login) ?? {}
    return AuthenticationMismatch.compareIdentifiers({ requested, ...known }, (text) =>
      PersonalCode.identifierOf(text, country)
    )
  }
}
