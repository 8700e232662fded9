/** The name under which a document is saved (RFC 6266; decisions 10). */

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

const ascii = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, "_")

/** What a file of a media type is called at its end: systems open files by it. */
const extensions: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/pdf": "pdf",
  "application/xml": "xml",
  "application/zip": "zip",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/tiff": "tif",
  "text/csv": "csv",
  "text/html": "html",
  "text/plain": "txt"
}

/** A number such as that of `No. 2025` is none. */
const hasExtension = (name: string): boolean => /\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/i.test(name)

/** In characters. Longer names are of no use to systems that keep files, and clients read headers of some kilobytes only. */
const longestName = 150

const shortened = (name: string): string => {
  const characters = Array.from(name.toWellFormed())
  if (characters.length <= longestName) return name
  const [extension = ""] = hasExtension(name) ? (/\.[a-z0-9]+$/i.exec(name) ?? []) : []
  return `${characters.slice(0, longestName - extension.length).join("")}${extension}`
}

const fileName = (name: string, contentType: string): string => {
  const [mediaType = ""] = contentType.split(";")
  const extension = extensions[mediaType.trim().toLowerCase()]
  return shortened(extension === undefined || hasExtension(name) ? name : `${name}.${extension}`)
}

/**
 * `attachment` with the name in full (RFC 8187), and in ASCII for clients that know no better. A name without an extension
 * gets the one of its media type, and a long one is cut before its extension.
 */
export const attachment = (name: string, contentType: string): string => {
  const file = fileName(name, contentType)
  return `attachment; filename="${ascii(file)}"; filename*=UTF-8''${encoded(file)}`
}
