/** One row of the table of scenarios, before it becomes an entry of `GET /sandbox/scenarios` (decisions 16). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { Course } from "./Beat.ts"

interface Facts {
  readonly scenario: string
  readonly description: string
  /** Where to see it. The same credentials do the same at every company that has the login method. */
  readonly company: CompanyId
  readonly course: Course
  /** What to post, each time the collection newly asks. */
  readonly supplements?: ReadonlyArray<SupplementInfo>
  /** Parameters that it needs beside the credentials. */
  readonly parameters?: ReadonlyArray<Parameter>
}

/** Chosen by user name or by the local part of an address: `key`. */
export type ByPassword = Facts & { readonly route: "PASSWORD"; readonly key: string }

/** Chosen by personal number: `key`, in its 12-digit form. */
export type ByPersonalNumber = Facts & {
  readonly route: "ELECTRONIC_ID" | "SECURITY_TOKEN"
  readonly key: string
}

/** Whatever the credentials: the company, or the login method at this company, decides. */
export type ByCompany = Facts & { readonly route: "ANY"; readonly loginMethods: ReadonlyArray<LoginMethod> }

export type Scenario = ByPassword | ByPersonalNumber | ByCompany
