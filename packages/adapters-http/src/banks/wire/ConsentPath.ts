/** Builds the paths of consents at a bank. */
import type { BankHttpClient } from "./BankHttpClient.ts"

/** Banks choose the format of their ids, so this rejects ids that are unsafe in paths and headers. */
export const isId = (id: string): boolean => /^[!-~]{1,300}$/.test(id) && !/^\.{1,2}$/.test(id)

export const consentPathOf = ({ pathOf }: Pick<BankHttpClient, "pathOf">, id: string, rest = ""): string =>
  pathOf(`consents/${encodeURIComponent(id)}${rest}`)
