/** Valid start requests, for property tests: every login method with its parameters. */
import { Arbitrary, Schema } from "effect"
import * as LoginMethod from "../companies/LoginMethod.ts"
import * as Parameter from "../collections/Parameter.ts"
import type { StartCollection } from "../collections/StartCollection.ts"
import * as PersonalCode from "../users/PersonalCode.ts"
import { personalCodeByCountry } from "./PersonalCodes.ts"
import { personalNumber } from "./PersonalNumbers.ts"

const company = Arbitrary.schema(
  Schema.Literals(["se-nordhem", "ee-kaljukind", "lt-gintaras", "lv-dzintars", "fr-rivage"])
)

export const pdfContent: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.schema(Schema.String.check(Schema.isPattern(/^(?:[A-Za-z0-9+/]{4}){0,8}$/u))),
  (rest) => `JVBERi0x${rest}`
)

const country = Arbitrary.schema(Schema.Literals(PersonalCode.countries))

const logins: {
  readonly [Type in LoginMethod.LoginParameterType]: Arbitrary.Arbitrary<Parameter.Parameter>
} = {
  SWEDISH_EID: Arbitrary.map(personalNumber, (number) => ({ type: "SWEDISH_EID", personalNumber: number })),
  SMART_ID: Arbitrary.flatMap(country, (each) =>
    Arbitrary.map(
      Arbitrary.all([personalCodeByCountry[each], Arbitrary.schema(Schema.Boolean)]),
      ([code, isByDocument]) =>
        isByDocument
          ? { type: "SMART_ID", documentNumber: `PNO${each}-${code}-MOCK-Q` }
          : { type: "SMART_ID", personalCode: code, country: each }
    )
  ),
  MOBILE_ID: Arbitrary.flatMap(country, (each) =>
    Arbitrary.map(personalCodeByCountry[each], (code) => ({
      type: "MOBILE_ID",
      personalCode: code,
      phoneNumber: `${{ EE: "372", LT: "370", LV: "371" }[each]}60000007`
    }))
  ),
  EMAIL: Arbitrary.schema(Parameter.Email),
  USERNAME_PASSWORD: Arbitrary.schema(Parameter.UsernamePassword),
  PDF_DOCUMENT: Arbitrary.map(
    Arbitrary.all([Arbitrary.schema(Parameter.PdfDocument), pdfContent]),
    ([pdf, content]) => ({
      ...pdf,
      content
    })
  )
}

const loginOf = (method: LoginMethod.LoginMethod): Arbitrary.Arbitrary<ReadonlyArray<Parameter.Parameter>> => {
  const { parameter } = LoginMethod.describe(method)
  return parameter === undefined
    ? Arbitrary.schema(Schema.Tuple([]))
    : Arbitrary.map(logins[parameter], (login) => [login])
}

const others = Arbitrary.all({
  owner: Arbitrary.schema(Schema.UndefinedOr(Parameter.AccountOwnerName)),
  metadata: Arbitrary.schema(Schema.UndefinedOr(Parameter.SessionMetadata)),
  filter: Arbitrary.schema(Schema.UndefinedOr(Parameter.CollectionFilter))
})

/** Requests that pass `StartCollection.check` on the day `PersonalNumbers.today`. */
export const startCollectionRequest: Arbitrary.Arbitrary<StartCollection> = Arbitrary.flatMap(
  Arbitrary.schema(LoginMethod.LoginMethod),
  (loginMethod) =>
    Arbitrary.map(
      Arbitrary.all([company, loginOf(loginMethod), others]),
      ([at, login, { filter, metadata, owner }]) => ({
        company: at,
        loginMethod,
        parameters: [...login, ...[owner, metadata, filter].filter((parameter) => parameter !== undefined)]
      })
    )
)
