/** The one spelling of a request target, so that all spellings find the same route and count as the same id. */

/** The longest path that is looked up, in characters as sent. Every path of the contracts is shorter, even if encoded. */
const maxPath = 1024

const endOfPath = (target: string): number => {
  const end = target.indexOf("?")
  return end === -1 ? target.length : end
}

/**
 * Returns true if a target's path is too long to match any route. Routers must never see such a path, because they decode
 * it in quadratic time, once for each method.
 */
export const isPathTooLong = (target: string): boolean => target.length > maxPath && endOfPath(target) > maxPath

const unreserved = /[\w.~-]/

/** Decodes a percent-encoded character that needs no encoding (RFC 3986 §6.2.2.2). */
const decoded = (encoded: string): string => {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
  return unreserved.test(character) ? character : encoded
}

const uuid = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi

/**
 * Decodes the path's characters that need no encoding, and writes its UUIDs in lower case, because their input is
 * case-insensitive (RFC 9562 §4). The query stays as it is.
 *
 * @example canonicalize("/users/019A9F0E-6B2C-7F41-8C3D-0A1B2C3D4E5F") // "/users/019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"
 */
export const canonicalize = (target: string): string => {
  const end = endOfPath(target)
  const path = target.slice(0, end)
  if (!/[%A-F]/.test(path)) return target
  const plain = path.replace(/%[0-9a-f]{2}/gi, decoded)
  return plain.replace(uuid, (id) => id.toLowerCase()) + target.slice(end)
}
