/** Detects the encoding, media type and format of a company's bytes and texts. */

const mediaType =
  /^(?:application\/(?:json|xml|pdf|x-www-form-urlencoded|octet-stream|xhtml\+xml)|text\/(?:html|plain|xml|csv|javascript)|image\/(?:png|jpeg|gif|svg\+xml|webp))(?![\w.+-])/

/**
 * Returns a well-known media type without parameters, because an unusual type or a parameter could identify the company
 * or the person.
 */
export const mediaTypeOf = (contentType: string): string => {
  const [type = "application/octet-stream"] = mediaType.exec(contentType.toLowerCase()) ?? []
  return type === "application/octet-stream" && /^application\/[\w.-]+\+json\b/i.test(contentType)
    ? "application/json"
    : type
}

/** Matches file extensions, which say nothing about a person and tell a connector what a link leads to. */
export const fileEnding = String.raw`\.(?:adoc|asice|aspx|bdoc|csv|do|docx?|edoc|gif|html?|jpe?g|json|jsp|odt|pdf|php|png|rtf|svg|tiff?|txt|xlsx?|xml|zip)(?![\p{L}\p{N}]|[._-][\p{L}\p{N}])`

export const base64 = /^(?=.*[a-zA-Z])[A-Za-z0-9+/_-]{12,}={0,2}$/

export const isReadable = (text: string): boolean => !text.includes("\u{fffd}") && !/(?![\t\n\f\r])\p{Cc}/u.test(text)

export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Returns the variant of UTF-16, recognized by a byte order mark or by zeros between Western letters (RFC 2781). */
const utf16Of = (bytes: Uint8Array): string | undefined => {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return "utf-16be"
  if (first === 0xff && second === 0xfe) return "utf-16le"
  const start = bytes.subarray(0, 400)
  const zeros = (from: number) => start.filter((byte, index) => index % 2 === from && byte === 0).length
  if (bytes.length % 2 === 1 || zeros(0) + zeros(1) < start.length / 4) return undefined
  return zeros(0) > zeros(1) ? "utf-16be" : "utf-16le"
}

const decodeAs = (bytes: Uint8Array, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decodes a text. If some of its characters are invalid in the encoding, but fewer than one in 20, reads it as
 * Windows-1252 instead.
 */
export const decodeText = (bytes: Uint8Array, charset = "utf-8"): string => {
  const text = decodeAs(bytes, utf16Of(bytes) ?? charset) ?? decodeUtf8(bytes)
  const isMostlyText = (text.match(/\u{fffd}/gu) ?? []).length < text.length / 20
  return text.includes("\u{fffd}") && isMostlyText ? (decodeAs(bytes, "windows-1252") ?? text) : text
}

export const isPdf = (bytes: Uint8Array): boolean => decodeUtf8(bytes.subarray(0, 5)) === "%PDF-"

/** Decodes a component of a URL. Returns the text unchanged if it is not a valid component. */
export const decodeComponent = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
