/** The name under which a document is saved (RFC 6266; decisions 10). */

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

const ascii = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, "_")

/** `attachment` with the name in full (RFC 8187), and in ASCII for clients that know no better. */
export const attachment = (name: string): string =>
  `attachment; filename="${ascii(name)}"; filename*=UTF-8''${encoded(name)}`
