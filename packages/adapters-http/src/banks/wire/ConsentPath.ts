/** The addresses of consents at a bank. */
import type { BankHttpClient } from "./BankHttpClient.ts"

/** Returns true for an id that fits in a path and in a header. Each bank chooses its own format. */
export const isId = (id: string): boolean => /^[!-~]{1,300}$/.test(id) && !/^\.{1,2}$/.test(id)

/** Returns the path of a consent, or of what is below it. */
export const consentPathOf = ({ pathOf }: Pick<BankHttpClient, "pathOf">, id: string, rest = ""): string =>
  pathOf(`consents/${encodeURIComponent(id)}${rest}`)
