/** Each version's routes and request bodies, so that one suite can test all versions (spec 2.2, 4, 9). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { ContactFormInput20250101, StartCollection20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { Schema } from "effect"

export interface ProductRoutes {
  readonly starts: string
  readonly status: (collectionId: string) => string
  readonly data: (collectionId: string) => string
  readonly document: (collectionId: string, documentId: string) => string
  readonly supplementInfo: (collectionId: string) => string
  readonly contactForm: (collectionId: string) => string
}

type ContactForm = Extract<SupplementInfo, { readonly type: "COLLECTION_INPUT" }>

export interface VersionDialect {
  readonly version: ApiVersion
  readonly insurance: ProductRoutes
  readonly wealth: ProductRoutes
  readonly start: (start: StartCollection) => unknown
  readonly contactForm: (input: ContactForm) => unknown
  readonly accepted: { readonly start: number; readonly input: number }
}

const routes20260401 = (product: string): ProductRoutes => ({
  starts: "/collections",
  status: (id) => `/collections/${id}/status`,
  data: (id) => `/collections/${id}/${product}/data`,
  document: (id, documentId) => `/collections/${id}/${product}/document/${documentId}`,
  supplementInfo: (id) => `/collections/${id}/supplement-info`,
  contactForm: (id) => `/collections/${id}/supplement-info`
})

const newest: VersionDialect = {
  version: "2026-04-01",
  insurance: routes20260401("insurance"),
  wealth: routes20260401("wealth"),
  start: (start) => start,
  contactForm: (input) => input,
  accepted: { start: 201, input: 202 }
}

const routes20250101 = (product: string): ProductRoutes => ({
  starts: `/${product}/collection`,
  status: (id) => `/${product}/collection/${id}/status`,
  data: (id) => `/${product}/collection/${id}/data`,
  document: (id, documentId) => `/${product}/collection/${id}/document/${documentId}`,
  supplementInfo: (id) => `/${product}/collection/${id}/supplement-info`,
  contactForm: (id) => `/${product}/collection/${id}/add-contact-form-input`
})

const oldest: VersionDialect = {
  version: "2025-01-01",
  insurance: routes20250101("insurance"),
  wealth: routes20250101("wealth"),
  start: Schema.encodeSync(StartCollection20250101),
  contactForm: Schema.encodeSync(ContactFormInput20250101),
  accepted: { start: 200, input: 200 }
}

export const requestsByVersion = { "2025-01-01": oldest, "2026-04-01": newest } as const satisfies Record<
  ApiVersion,
  VersionDialect
>

export const all: ReadonlyArray<VersionDialect> = Object.values(requestsByVersion)
