/** Builds the file name of a downloaded document (RFC 6266; spec 10). */
import type { DocumentContentType } from "@sheaf/domain/Document"

const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const ascii = (name: string): string => name.replace(/[^\x20-\x7e]|%/g, "_")

/**
 * A file name without any of its media type's extensions gets the first extension in this list, because operating
 * systems rely on extensions.
 */
const extensions: Readonly<Record<DocumentContentType, readonly [string, ...Array<string>]>> = {
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "text/plain": ["txt"],
  "application/octet-stream": ["bin"]
}

/** The maximum length of a name without its extension, in characters. File systems and header buffers have limits. */
const maxName = 146

/** Characters that separate folders, are reserved by file systems, are invisible, or change the direction of text. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu

/** Windows opens these names as devices, whatever the folder and extension. */
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i

const stemOf = (name: string, known: ReadonlyArray<string>): string => {
  const safe = name
    .toWellFormed()
    .replace(unsafe, "_")
    .replace(/^[\s._]+/u, "")
  const dot = safe.lastIndexOf(".")
  const bare = dot > 0 && known.includes(safe.slice(dot + 1).toLowerCase()) ? safe.slice(0, dot) : safe
  const stem = Array.from(bare)
    .slice(0, maxName)
    .join("")
    .replace(/[\s.]+$/u, "")
  if (stem === "") return "document"
  return device.test(stem) ? `document ${stem}` : stem
}

/**
 * Returns `attachment` with the full name (RFC 8187) and an ASCII name for old clients. The name comes from a company,
 * so paths and reserved characters are removed, and the extension is made to match the media type: `../../etc/x.exe`
 * becomes `etc_x.exe.pdf` for a PDF.
 */
export const attachment = (name: string, contentType: DocumentContentType): string => {
  const known = extensions[contentType]
  const file = `${stemOf(name, known)}.${known[0]}`
  return `attachment; filename="${ascii(file)}"; filename*=UTF-8''${encoded(file)}`
}
