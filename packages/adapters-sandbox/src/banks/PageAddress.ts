/**
 * The address of the page on which a person authorises a consent: it ends in a token that only the person is given, and
 * that leads to nothing any more once the consent is decided (decisions 9).
 */
import type { CompanyId } from "@sheaf/domain/Company"
import { randomBytes, timingSafeEqual } from "node:crypto"

/** 16 bytes, in hexadecimal digits. */
export const nameLength = 32
const secretBytes = 16

export interface PageAddress {
  readonly company: CompanyId
  /** The name of the consent in the files. */
  readonly name: string
  readonly secret: string
}

/** What nobody can guess. */
export const newSecret = (): string => randomBytes(secretBytes).toString("hex")

export const pathOf = ({ company, name, secret }: PageAddress): string => `/${company}/consents/${name}${secret}`

const pattern = /^\/([a-z0-9-]+)\/consents\/([0-9a-f]{32})([0-9a-f]{32})$/

/** The address in a path; nothing in any other path. */
export const parse = (path: string): PageAddress | undefined => {
  const [, company, name, secret] = pattern.exec(path) ?? []
  return company === undefined || name === undefined || secret === undefined ? undefined : { company, name, secret }
}

/** Whether a path is that of such a page, be there one or not. */
export const isPage = (path: string): boolean => /^\/[^/]+\/consents(?:\/|$)/.test(path)

/** Whether it is the very secret, in a time that does not tell how much of it is right. */
export const isSecret = (secret: string, given: string): boolean => {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
