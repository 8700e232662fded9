/** The file name of a downloaded document (RFC 6266; decisions 10). */

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

const ascii = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, "_")

/** File extensions by media type. Operating systems open files by extension. */
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

/** Requires a letter, because the number in `No. 2025` is not an extension. */
const hasExtension = (name: string): boolean => /\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/i.test(name)

/** The maximum length of a name, in characters. File systems and clients' header buffers limit the length. */
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
 * Returns `attachment` with the full name (RFC 8187) and an ASCII name for old clients. A name without an extension
 * gets the extension of its media type. Long names are cut before the extension.
 */
export const attachment = (name: string, contentType: string): string => {
  const file = fileName(name, contentType)
  return `attachment; filename="${ascii(file)}"; filename*=UTF-8''${encoded(file)}`
}
