/** Logins without a parameter: the person signs in on the company's or bank's page (spec 2.1). */
import { Result } from "effect"
import { plainMethodProperties } from "./Scheme.ts"
import type { MethodDeclaration, ParameterDeclaration, Scheme } from "./Scheme.ts"

const page = { ...plainMethodProperties, page: true, hasVariants: false, pollingMillis: 3000 } as const

const eParakstsMethods = {
  EPARAKSTS_MOBILE: {
    ...page,
    electronicId: true,
    meaning: "eParaksts mobile. The user signs in on the company's page at REDIRECT_URL."
  }
} as const satisfies Record<string, MethodDeclaration>

export const eParakstsScheme = { markets: ["lv"], methods: eParakstsMethods } as const satisfies Scheme

const redirectMethods = {
  REDIRECT: {
    ...page,
    meaning: "No login parameter. The user signs in on the company's or bank's own page at REDIRECT_URL."
  }
} as const satisfies Record<string, MethodDeclaration>

export const redirectScheme = { methods: redirectMethods } as const satisfies Scheme

/** Represents the login of a person whose login method has no parameter. Clients never send it. */
export interface Login {
  readonly type: "PAGE"
}

export const parameterDeclaration: ParameterDeclaration<Login> = {
  fields: [],
  normalize: Result.succeed,
  identity: () => undefined
}
