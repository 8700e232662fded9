/** Mobile-ID, the electronic ID on Baltic SIM cards (spec 2.1). */
import { Result } from "effect"
import * as AuthenticationMismatch from "../users/AuthenticationMismatch.ts"
import * as PersonalCode from "../users/PersonalCode.ts"
import type { Violation } from "../shared/Violation.ts"
import { plainMethodProperties } from "./Scheme.ts"
import type { MethodDeclaration, ParameterDeclaration, Scheme } from "./Scheme.ts"

const methods = {
  MOBILE_ID: {
    ...plainMethodProperties,
    electronicId: true,
    controlNumber: true,
    authorizesConsents: true,
    hasVariants: true,
    meaning: "Mobile-ID. The user compares REFERENCE_NUMBER with the number on the phone."
  }
} as const satisfies Record<string, MethodDeclaration>

export const scheme = { parameter: "MOBILE_ID", markets: ["ee", "lt", "lv"], methods } as const satisfies Scheme & {
  readonly parameter: string
}

export interface Login {
  readonly type: "MOBILE_ID"
  readonly personalCode: string
  readonly phoneNumber: string
}

/** Phone prefixes by country. A SIM card and its owner's personal code come from the same country. */
const prefixes: ReadonlyArray<readonly [prefix: string, country: PersonalCode.Country]> = [
  ["372", "EE"],
  ["370", "LT"],
  ["371", "LV"]
]

const countryOf = (phoneNumber: string): PersonalCode.Country | undefined =>
  prefixes.find(([prefix]) => phoneNumber.startsWith(prefix))?.[1]

const invalid = (member: string, detail: string): ReadonlyArray<Violation> => [
  { pointer: `/${member}`, code: "INVALID_FIELD", detail }
]

export const parameterDeclaration: ParameterDeclaration<Login> = {
  fields: ["personalCode", "phoneNumber"],
  normalize: (login, { today }) => {
    const country = countryOf(login.phoneNumber)
    if (country === undefined) {
      return Result.fail(invalid("phoneNumber", "Must be an Estonian (372), Latvian (371) or Lithuanian (370) number."))
    }
    const personalCode = PersonalCode.normalize(login.personalCode, country, { today })
    if (personalCode !== undefined) return Result.succeed({ ...login, personalCode })
    const detail = "Not a personal code of the phone number's country: the form, the date or the check digit is wrong."
    return Result.fail(invalid("personalCode", detail))
  },
  identity: ({ personalCode, phoneNumber }) => PersonalCode.identifierOf(personalCode, countryOf(phoneNumber)),
  personalNumber: ({ personalCode }) => personalCode,
  country: ({ phoneNumber }) => countryOf(phoneNumber),
  compare: ({ personalCode: requested, phoneNumber }, known) =>
    AuthenticationMismatch.compareIdentifiers({ requested, ...known }, (text) =>
      PersonalCode.identifierOf(text, countryOf(phoneNumber))
    )
}
