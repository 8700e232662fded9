/** Reads logos: small PNG or SVG files that do nothing but show a picture. */
import type { CompanyLogo } from "@sheaf/ports"
import { Effect, FileSystem, Path } from "effect"
import type { PlatformError } from "effect/PlatformError"
import { hash } from "node:crypto"
import * as FileErrors from "../../errors/FileErrors.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as SafeSvg from "./SafeSvg.ts"

/** The maximum size in KiB. Every visitor loads the file. */
export const maxKibibytes = 64

/**
 * The maximum width and height of a PNG file, in pixels. Even a small file can contain an image that exhausts the
 * memory once decoded.
 */
const maxPixels = 1024

const signature = "\u0089PNG\r\n\u001a\n"

const others: ReadonlyArray<readonly [start: RegExp, name: string]> = [
  [/^\u00ff\u00d8\u00ff/, "a JPEG file"],
  [/^GIF8/, "a GIF file"],
  [/^RIFF[^]{4}WEBP/, "a WebP file"],
  [/^%PDF/, "a PDF file"],
  [/^<(?:!doctype )?html/i, "an HTML page"]
]

/**
 * Explains why a PNG file cannot be used. The file consists of chunks, each with a length and a type (ISO/IEC 15948).
 */
const faultOfPng = (content: Uint8Array): string | undefined => {
  const bytes = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const types: Array<string> = []
  let at = signature.length
  while (at + 12 <= content.byteLength && types.at(-1) !== "IEND") {
    types.push(Buffer.from(content.subarray(at + 4, at + 8)).toString("latin1"))
    at += 12 + bytes.getUint32(at)
  }
  if (types[0] !== "IHDR" || types.at(-1) !== "IEND" || at !== content.byteLength) return "the PNG file is damaged"
  if (types.includes("acTL")) return "the PNG file moves: save a single picture"
  const [width, height] = [bytes.getUint32(16), bytes.getUint32(20)]
  return width > maxPixels || height > maxPixels
    ? `the picture has ${width} × ${height} pixels; at most ${maxPixels} × ${maxPixels} are allowed`
    : undefined
}

const svgOf = (content: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

type Checked = { readonly fault: string } | (Pick<CompanyLogo, "contentType"> & { readonly ending: string })

const check = (content: Uint8Array): Checked => {
  const start = Buffer.from(content.subarray(0, 256)).toString("latin1")
  if (start.startsWith(signature)) {
    const fault = faultOfPng(content)
    return fault === undefined ? { contentType: "image/png", ending: "png" } : { fault }
  }
  const other = others.find(([pattern]) => pattern.test(start.trimStart()))
  if (other !== undefined) return { fault: `expected an SVG or PNG file, and this is ${other[1]}` }
  const svg = svgOf(content)
  if (svg === undefined || !/<svg[\s>]/.test(svg)) return { fault: "expected an SVG or PNG file" }
  const fault = SafeSvg.faultOf(svg)
  return fault === undefined
    ? { contentType: "image/svg+xml", ending: "svg" }
    : { fault: `the SVG file is refused: ${fault}` }
}

export const faultOf = (content: Uint8Array): string | undefined => {
  const checked = check(content)
  return "fault" in checked ? checked.fault : undefined
}

/** Reads a logo. The name of the logo depends on its content. Error messages mention `setting`. */
export const read = Effect.fnUntraced(function* (setting: string, file: string) {
  const path = (yield* Path.Path).resolve(file)
  const fileSystem = yield* FileSystem.FileSystem
  const content = yield* fileSystem
    .readFile(file)
    .pipe(
      Effect.catch((error: PlatformError) => failWith(`${setting}: cannot read ${path}: ${FileErrors.reasonOf(error)}`))
    )
  if (content.byteLength > maxKibibytes * 1024)
    return yield* failWith(`${setting}: ${path} is larger than ${maxKibibytes} KiB`)
  const checked = check(content)
  if ("fault" in checked) return yield* failWith(`${setting}: ${path}: ${checked.fault}`)
  const { contentType, ending } = checked
  const logo: CompanyLogo = { name: `${hash("sha256", content).slice(0, 16)}.${ending}`, contentType, content }
  return logo
})
