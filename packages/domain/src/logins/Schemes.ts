/**
 * All identity schemes and other ways to log in (spec 2.1). To add one, declare it in a module of this folder, list it
 * here, and add its parameter's schema to `Parameter`.
 */
import * as Credentials from "./Credentials.ts"
import * as MobileId from "./MobileId.ts"
import * as Page from "./Page.ts"
import type { MethodDeclaration, Scheme } from "./Scheme.ts"
import * as SmartId from "./SmartId.ts"
import * as SwedishEid from "./SwedishEid.ts"

/**
 * All schemes, by the name that settings and pages use. The API lists the login methods in the order of these schemes.
 */
export const schemes = {
  "pdf-upload": Credentials.pdfUploadScheme,
  password: Credentials.passwordScheme,
  email: Credentials.emailScheme,
  "swedish-eid": SwedishEid.scheme,
  "smart-id": SmartId.scheme,
  "mobile-id": MobileId.scheme,
  eparaksts: Page.eParakstsScheme,
  redirect: Page.redirectScheme
} as const satisfies Readonly<Record<string, Scheme>>

export type Schemes = typeof schemes
export type SchemeName = keyof Schemes

export const parameterDeclarations = {
  PDF_DOCUMENT: Credentials.pdfDocumentDeclaration,
  USERNAME_PASSWORD: Credentials.usernamePasswordDeclaration,
  EMAIL: Credentials.emailDeclaration,
  SWEDISH_EID: SwedishEid.parameterDeclaration,
  SMART_ID: SmartId.parameterDeclaration,
  MOBILE_ID: MobileId.parameterDeclaration,
  PAGE: Page.parameterDeclaration
} as const

export type LoginParameterType = Extract<Schemes[SchemeName], { readonly parameter: string }>["parameter"]

type DeclaredScheme = Schemes[SchemeName]

type ElectronicIdParameterOf<S> = S extends { readonly parameter: infer Type; readonly methods: infer Methods }
  ? [Extract<Methods[keyof Methods], { readonly electronicId: true }>] extends [never]
    ? never
    : Type
  : never

export type ElectronicIdParameterType = ElectronicIdParameterOf<DeclaredScheme>

export type EndUserIpParameterType = Extract<DeclaredScheme, { readonly takesEndUserIp: true }>["parameter"]

type Declared = { [Name in SchemeName]: Schemes[Name]["methods"] }[SchemeName]

export type LoginMethodFamily = Declared extends infer Methods
  ? Methods extends unknown
    ? keyof Methods
    : never
  : never

export interface DeclaredMethod {
  readonly scheme: SchemeName
  readonly family: LoginMethodFamily
  readonly parameter?: LoginParameterType
  readonly markets?: NonNullable<Scheme["markets"]>
  readonly declaration: MethodDeclaration
}

const listed: ReadonlyArray<Scheme & { readonly parameter?: string }> = Object.values(schemes)

export const endUserIpParameterTypes: ReadonlySet<string> = new Set(
  listed.flatMap(({ parameter, takesEndUserIp }) => (takesEndUserIp && parameter !== undefined ? [parameter] : []))
)

const names = Object.keys(schemes) as ReadonlyArray<SchemeName> // `Object.keys` loses the type of the keys.

/** Excludes the test variants. */
export const declaredMethods: ReadonlyArray<DeclaredMethod> = names.flatMap((scheme) => {
  const { methods, ...facts }: Scheme & { readonly parameter?: LoginParameterType } = schemes[scheme]
  return Object.entries(methods).map(([family, declaration]) => ({
    scheme,
    family: family as LoginMethodFamily, // `Object.entries` loses the type of the keys.
    declaration,
    ...facts
  }))
})
