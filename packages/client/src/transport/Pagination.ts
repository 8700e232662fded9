/** Reads a list's pages, one after another. */
import type { CallOptions, QueryValue, ResponseHeaders } from "./ClientOptions.ts"
import type { Transport } from "./Transport.ts"

/** Returns the cursor of the next page, from the response header `Link`. */
export const nextCursor = (headers: ResponseHeaders): string | undefined => {
  const [, target] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get("link") ?? "") ?? []
  if (target === undefined) return undefined
  // The URL can be relative to the service, so it is resolved against an arbitrary base.
  return new URL(target, "http://localhost").searchParams.get("cursor") ?? undefined
}

export interface ListFilter extends CallOptions {
  readonly userId?: string | undefined
  readonly createdAfter?: Date | string | undefined
  readonly createdBefore?: Date | string | undefined
  /** `desc` (default) lists the newest entry first, `asc` the oldest. */
  readonly order?: "asc" | "desc" | undefined
  /** The number of entries on a page, 1 to 100. */
  readonly limit?: number | undefined
}

const timeOf = (time: Date | string | undefined) => (time instanceof Date ? time.toISOString() : time)

export const queryOf = ({
  createdAfter,
  createdBefore,
  signal: _,
  ...rest
}: ListFilter): Readonly<Record<string, QueryValue>> => ({
  ...rest,
  createdAfter: timeOf(createdAfter),
  createdBefore: timeOf(createdBefore)
})

/** Yields every entry of a list. Requests a page only when the caller asks for its first entry. */
export async function* entriesOf<Entry>(
  transport: Transport,
  path: string,
  query: Readonly<Record<string, QueryValue>> = {},
  { signal }: CallOptions = {}
): AsyncGenerator<Entry, void, void> {
  let cursor: string | undefined
  do {
    const { body, headers } = await transport.send<ReadonlyArray<Entry>>({ path, query: { ...query, cursor }, signal })
    yield* body
    cursor = nextCursor(headers)
  } while (cursor !== undefined)
}
