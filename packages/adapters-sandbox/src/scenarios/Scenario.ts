/** One row of the table of scenarios, before it becomes an entry of `GET /sandbox/scenarios` (decisions 16). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { SignatureScript } from "../clientSide/SignatureScript.ts"
import type { OrderScript } from "../electronicId/OrderScript.ts"
import type { Course } from "./Beat.ts"

interface Facts {
  readonly scenario: string
  readonly description: string
  /** Where to see it. The same credentials do the same at every company that has the login method. */
  readonly company: CompanyId
  readonly course: Course
  /** What to post, each time the collection newly asks. Where it asks once more, nobody answers. */
  readonly supplements?: ReadonlyArray<SupplementInfo>
  /** Parameters that it needs beside the credentials. */
  readonly parameters?: ReadonlyArray<Parameter>
  /** Not in the list: it takes longer to end than a program that drives the list would wait. */
  readonly unlisted?: true
}

/** Chosen by user name or by the local part of an address: `key`. */
export type ByPassword = Facts & { readonly route: "PASSWORD"; readonly key: string }

/** Chosen by personal number: `key`, in its 12-digit form. */
export type BySecurityToken = Facts & { readonly route: "SECURITY_TOKEN"; readonly key: string }

/** Chosen by personal number; `script` is what the provider of the electronic ID does with the order. */
export type ByElectronicId = Facts & {
  readonly route: "ELECTRONIC_ID"
  readonly key: string
  readonly script: OrderScript
}

/** Chosen by personal number; `script` is what the person does on the device that the client logs in from. */
export type ByClientSide = Omit<Facts, "supplements"> & {
  readonly route: "CLIENT_SIDE"
  readonly key: string
  readonly script: SignatureScript
}

/** Whatever the credentials: the company, or the login method at this company, decides. */
export type ByCompany = Facts & { readonly route: "ANY"; readonly loginMethods: ReadonlyArray<LoginMethod> }

export type Scenario = ByPassword | BySecurityToken | ByElectronicId | ByClientSide | ByCompany
