/** Bearer tokens in `Authorization` (RFC 6750; spec 5). */

/**
 * - `None`: the header is absent.
 * - `Other`: the header is empty or has another scheme.
 * - `Malformed`: the scheme is `Bearer`, without a token or with several.
 */
export type AuthorizationHeader =
  | { readonly _tag: "None" | "Other" | "Malformed" }
  | { readonly _tag: "Bearer"; readonly token: string }

const scheme = /^bearer(?= |,|$)/i

const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/**
 * Reads the header. Repeated fields arrive as one value with commas (RFC 9110 §5.3).
 *
 * @example
 * parse("Bearer abc.def.ghi") // { _tag: "Bearer", token: "abc.def.ghi" }
 * parse("Basic c2VjcmV0") // { _tag: "Other" }
 */
export const parse = (header: string | undefined): AuthorizationHeader => {
  if (header === undefined) return { _tag: "None" }
  const value = header.trim()
  const token = bearer.exec(value)?.[1]
  if (token !== undefined) return { _tag: "Bearer", token }
  return { _tag: scheme.test(value) ? "Malformed" : "Other" }
}
