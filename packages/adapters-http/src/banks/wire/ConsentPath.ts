/** Builds the paths of consents at a bank. */
import type { BankHttpClient } from "./BankHttpClient.ts"

/** Returns false for ids that are unsafe in paths or headers. Otherwise, banks choose the format of their ids. */
export const isId = (id: string): boolean => /^[!-~]{1,300}$/.test(id) && !/^\.{1,2}$/.test(id)

export const consentPathOf = ({ pathOf }: Pick<BankHttpClient, "pathOf">, id: string, rest = ""): string =>
  pathOf(`consents/${encodeURIComponent(id)}${rest}`)
