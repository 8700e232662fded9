/** Reads Sheaf's own cookies. Their values are never quoted or percent-encoded. */

/** Returns the first cookie with this name. Skips other cookies, of which there may be thousands. */
export const valueIn = (field: string | undefined, name: string): string | undefined =>
  field
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
