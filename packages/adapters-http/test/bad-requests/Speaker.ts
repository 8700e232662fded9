/**
 * How a version is spoken: where its routes are and what accepted requests look like. What both versions do alike is
 * tested once, with each of them.
 */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"

export interface Speaker {
  readonly version: ApiVersion
  /** Where a collection that finds wealth is started. */
  readonly starts: string
  /** A start at a company that lets everybody in. */
  readonly start: (company: string) => object
  readonly status: (collectionId: string) => string
  readonly insuranceData: (collectionId: string) => string
  readonly wealthData: (collectionId: string) => string
  readonly insuranceDocument: (collectionId: string, documentId: string) => string
  readonly wealthDocument: (collectionId: string, documentId: string) => string
  readonly supplementInfo: (collectionId: string) => string
  /** What an accepted start, and an accepted input, are answered with. */
  readonly accepted: { readonly start: number; readonly input: number }
}

const username = "maja"
const password = "a-password"

const head: Speaker = {
  version: "2026-04-01",
  starts: "/collections",
  start: (company) => ({
    company,
    loginMethod: "USERNAME_AND_PASSWORD",
    parameters: [{ type: "USERNAME_PASSWORD", username, password }]
  }),
  status: (id) => `/collections/${id}/status`,
  insuranceData: (id) => `/collections/${id}/insurance/data`,
  wealthData: (id) => `/collections/${id}/wealth/data`,
  insuranceDocument: (id, documentId) => `/collections/${id}/insurance/document/${documentId}`,
  wealthDocument: (id, documentId) => `/collections/${id}/wealth/document/${documentId}`,
  supplementInfo: (id) => `/collections/${id}/supplement-info`,
  accepted: { start: 201, input: 202 }
}

const oldest: Speaker = {
  version: "2025-01-01",
  starts: "/wealth/collection",
  start: (company) => ({
    company,
    loginMethod: "USERNAME_AND_PASSWORD",
    input: { USERNAME: username, PASSWORD: password }
  }),
  status: (id) => `/wealth/collection/${id}/status`,
  insuranceData: (id) => `/insurance/collection/${id}/data`,
  wealthData: (id) => `/wealth/collection/${id}/data`,
  insuranceDocument: (id, documentId) => `/insurance/collection/${id}/document/${documentId}`,
  wealthDocument: (id, documentId) => `/wealth/collection/${id}/document/${documentId}`,
  supplementInfo: (id) => `/wealth/collection/${id}/supplement-info`,
  accepted: { start: 200, input: 200 }
}

/** Every running version, oldest first. */
export const speakers = { "2025-01-01": oldest, "2026-04-01": head } as const satisfies Record<ApiVersion, Speaker>

export const all: ReadonlyArray<Speaker> = Object.values(speakers)
