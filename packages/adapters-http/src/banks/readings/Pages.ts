/**
 * Reads lists that banks split into pages, each with a link to the next (NextGenPSD2 1.3.11 and STET, `_links.next`).
 */
import { Effect } from "effect"
import type { BankHttpClient } from "../wire/BankHttpClient.ts"
import { BankResponseError } from "../wire/BankCallError.ts"

/**
 * Reads all pages, starting at the URL `first`. `read` handles a page and returns the link to the next. Fails with
 * PAGING if a page repeats or there are more than `maxPages`.
 */
export const forEachPage = Effect.fnUntraced(function* <E, R>(
  { linkOf }: Pick<BankHttpClient, "linkOf">,
  first: string,
  read: (address: string) => Effect.Effect<string | undefined, E, R>,
  maxPages = Infinity
): Effect.fn.Return<void, BankResponseError | E, R> {
  const visited = new Set<string>()
  for (let address: string | undefined = first; address !== undefined;) {
    if (visited.has(address) || visited.size >= maxPages) return yield* new BankResponseError({ reason: "PAGING" })
    visited.add(address)
    const next: string | undefined = yield* read(address)
    address = next === undefined ? undefined : linkOf(next)
  }
})
