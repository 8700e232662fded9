/**
 * The methods for logging in to a company, and their requirements (spec 2.1, 2.7). The methods are declared in
 * `logins/Schemes`.
 */
import type { Market } from "../shared/Market.ts"
import type { LoginEnvironment, MethodProperties } from "../logins/Scheme.ts"
import { declaredMethods, parameterDeclarations } from "../logins/Schemes.ts"
import type { LoginMethodFamily, LoginParameterType, SchemeName, Schemes } from "../logins/Schemes.ts"
import * as Annotations from "../shared/Annotations.ts"

export type { LoginEnvironment } from "../logins/Scheme.ts"
export type { ElectronicIdParameterType, LoginMethodFamily, LoginParameterType, SchemeName } from "../logins/Schemes.ts"

type Variants<Methods> = {
  [F in keyof Methods & string]: Methods[F] extends { readonly hasVariants: true } ? F | `${F}_TEST` | `${F}_MOCK` : F
}[keyof Methods & string]

/** The name of a login method in one environment, for example its test environment. */
export type LoginMethod = { [Name in SchemeName]: Variants<Schemes[Name]["methods"]> }[SchemeName]

const environments = [
  ["", "REAL", ""],
  ["_TEST", "TEST", "For tests, with realistic delays."],
  ["_MOCK", "MOCK", "For tests, deterministic and without delays."]
] as const

export interface LoginMethodDescription extends MethodProperties {
  readonly family: LoginMethodFamily
  readonly environment: LoginEnvironment
  readonly scheme: SchemeName
  /** The login parameter's type. Absent if the person signs in on a page. */
  readonly parameter?: LoginParameterType
  /** The markets whose companies can offer the method. Default: all markets. */
  readonly markets?: ReadonlyArray<Market>
}

interface Entry extends LoginMethodDescription {
  readonly meaning: string
}

const table: ReadonlyMap<string, Entry> = new Map(
  declaredMethods.flatMap(({ declaration: { hasVariants, meaning, ...facts }, family, ...method }) =>
    environments
      .filter(([suffix]) => hasVariants || suffix === "")
      .map(([suffix, environment, purpose]): readonly [string, Entry] => [
        family + suffix,
        { ...method, ...facts, family, environment, meaning: suffix === "" ? meaning : purpose }
      ])
  )
)

/** Each method's meaning. No name can be missing, because the type and the table come from the same declarations. */
const meanings = Object.fromEntries(Array.from(table, ([name, { meaning }]) => [name, meaning])) as Readonly<
  Record<LoginMethod, string>
>

/** The values of `loginMethod`, which are the same in every version (spec 9). */
export const LoginMethod = Annotations.literals(
  "A method for logging in to a company. `GET /companies/availability` lists each company's methods. " +
    "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION works in native apps only, because browsers " +
    "block its cross-origin requests. Browser-based clients use SWEDISH_MOBILE_EID_OTHER_DEVICE. A method with a suffix works " +
    "like the method without it; in production, `_TEST` reaches the company's test environment.",
  meanings
).annotate({ identifier: "LoginMethod" })

export const parameterTypes: ReadonlyArray<LoginParameterType> = [
  ...new Set(declaredMethods.flatMap(({ parameter }) => parameter ?? []))
]

export const all: ReadonlyArray<LoginMethod> = LoginMethod.literals

/**
 * Returns true if a login with this method identifies the person by a number that the company can verify (spec 3.2).
 */
export const identifiesByNumber = (method: LoginMethod): boolean => {
  const { parameter } = describe(method)
  const { personalNumber }: { readonly personalNumber?: unknown } =
    parameter === undefined ? {} : parameterDeclarations[parameter]
  return personalNumber !== undefined
}

export const testVariantsOf = (methods: ReadonlyArray<LoginMethod>): ReadonlyArray<LoginMethod> =>
  all.filter((method) => {
    const { environment, family } = describe(method)
    return environment !== "REAL" && methods.includes(family)
  })

export const isAvailableIn = (method: LoginMethod, market: Market): boolean =>
  describe(method).markets?.includes(market) ?? true

export const describe = (method: LoginMethod): LoginMethodDescription => {
  const entry = table.get(method)
  if (entry === undefined) throw new Error(`${method} is not a login method`)
  return entry
}
