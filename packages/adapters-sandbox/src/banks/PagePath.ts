/** The URL of a consent page. It ends in a token that only the person receives (spec 2.4). */
import type { CompanyId } from "@sheaf/domain/Company"
import * as DeterministicEncryption from "../storage/DeterministicEncryption.ts"

/** The length of a consent file's name: 16 bytes in hexadecimal. */
export const recordNameLength = 32
/** The length of a secret: 16 bytes in hexadecimal. */
const secretLength = 32

export interface PagePath {
  readonly company: CompanyId
  readonly name: string
  readonly secret: string
}

/** Derives the secret in the page's URL from the consent's id, so repeated calls return the same URL. */
export const secretOf = (bankConsentId: string): string =>
  DeterministicEncryption.deriveKey("page of a consent", bankConsentId).toString("hex").slice(0, secretLength)

export const pathOf = ({ company, name, secret }: PagePath): string => `/${company}/consents/${name}${secret}`

const pattern = /^\/([a-z0-9-]+)\/consents\/([0-9a-f]{32})([0-9a-f]{32})$/

export const parse = (path: string): PagePath | undefined => {
  const [, company, name, secret] = pattern.exec(path) ?? []
  return company === undefined || name === undefined || secret === undefined ? undefined : { company, name, secret }
}

/** Returns true if the path has the form of a consent page's path, even if no such page exists. */
export const isConsentPagePath = (path: string): boolean => /^\/[^/]+\/consents(?:\/|$)/.test(path)
