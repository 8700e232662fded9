/** The URLs of consents at a bank. */
import type { BankHttpClient } from "./BankHttpClient.ts"

/** Returns true if an id may be used in paths and headers. Banks choose the format of their ids. */
export const isId = (id: string): boolean => /^[!-~]{1,300}$/.test(id) && !/^\.{1,2}$/.test(id)

/** Returns the path to a consent or its subresource. */
export const consentPathOf = ({ pathOf }: Pick<BankHttpClient, "pathOf">, id: string, rest = ""): string =>
  pathOf(`consents/${encodeURIComponent(id)}${rest}`)
