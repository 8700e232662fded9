/** Reads Sheaf's own cookies, whose values are never quoted or percent-encoded. */

/**
 * Returns the first cookie of this name in a `Cookie` field. Parses no other cookie, because a field has room for
 * thousands of them.
 */
export const valueIn = (field: string | undefined, name: string): string | undefined =>
  field
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
