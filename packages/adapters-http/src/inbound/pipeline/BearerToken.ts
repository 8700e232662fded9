/** Bearer tokens in HTTP (RFC 6750; decisions 8): how `Authorization` holds one, and how a 401 asks for one. */

/**
 * - `None`: there is no such header.
 * - `Other`: it is empty, or of another scheme.
 * - `Malformed`: it is meant to hold a token, and holds none, or several.
 */
export type Authorization =
  | { readonly _tag: "None" | "Other" | "Malformed" }
  | { readonly _tag: "Bearer"; readonly token: string }

const scheme = /^bearer(?= |,|$)/i

const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/**
 * Reads the value of the header; several header fields are one value, with commas between them (RFC 9110 §5.3).
 *
 * @example
 * read("Bearer abc.def.ghi") // { _tag: "Bearer", token: "abc.def.ghi" }
 * read("Basic c2VjcmV0") // { _tag: "Other" }
 */
export const read = (header: string | undefined): Authorization => {
  if (header === undefined) return { _tag: "None" }
  const value = header.trim()
  const token = bearer.exec(value)?.[1]
  if (token !== undefined) return { _tag: "Bearer", token }
  return { _tag: scheme.test(value) ? "Malformed" : "Other" }
}

/** Asks for the token of a user (RFC 6750 §3). */
export const challenge = 'Bearer realm="sheaf"'

/** Asks for another token than the one that was sent (RFC 6750 §3.1). */
export const challengeAgain = `${challenge}, error="invalid_token"`
