/** The address of a consent page. It ends in a token that only the person receives (decisions 9). */
import type { CompanyId } from "@sheaf/domain/Company"
import { randomBytes, timingSafeEqual } from "node:crypto"

/** The length of a name: 16 bytes as hexadecimal digits. */
export const nameLength = 32
const secretBytes = 16

export interface PageAddress {
  readonly company: CompanyId
  /** The name of the consent's file. */
  readonly name: string
  readonly secret: string
}

export const newSecret = (): string => randomBytes(secretBytes).toString("hex")

export const pathOf = ({ company, name, secret }: PageAddress): string => `/${company}/consents/${name}${secret}`

const pattern = /^\/([a-z0-9-]+)\/consents\/([0-9a-f]{32})([0-9a-f]{32})$/

export const parse = (path: string): PageAddress | undefined => {
  const [, company, name, secret] = pattern.exec(path) ?? []
  return company === undefined || name === undefined || secret === undefined ? undefined : { company, name, secret }
}

/** Returns true if the path belongs to the consent pages, even if no such page exists. */
export const isPage = (path: string): boolean => /^\/[^/]+\/consents(?:\/|$)/.test(path)

/** Compares the secrets in constant time. */
export const isSecret = (secret: string, given: string): boolean => {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
