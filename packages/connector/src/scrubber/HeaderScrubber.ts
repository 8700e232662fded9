/** Scrubs response headers. */
import type { AllowList } from "./AllowList.ts"
import { decodeComponent, mediaTypeOf } from "./Decoding.ts"
import type { Pseudonyms } from "./Pseudonyms.ts"

interface ValueScrubber {
  readonly pseudonyms: Pick<Pseudonyms, "bytes">
  readonly name: (name: string) => string
  readonly text: (text: string) => string
  readonly url: (text: string) => string
}

export interface Headers {
  readonly [name: string]: string | ReadonlyArray<string> | undefined
}

const dispositionOf = (scrubber: ValueScrubber, value: string): string => {
  const type = /^\s*inline/i.test(value) ? "inline" : "attachment"
  const [, given] = /filename="?([^";]+)/i.exec(value) ?? []
  if (given === undefined) return type
  const name = scrubber.text(decodeComponent(given)).replaceAll(/[^\p{ASCII}]|["\\\p{Cc}]/gu, "-")
  return `${type}; filename="${name}"`
}

const cookieOf = (scrubber: ValueScrubber, cookie: string): string => {
  const [, name = "", value = ""] = /^\s*([^=;]*)=([^;]*)/.exec(cookie) ?? []
  const flags: Array<string> =
    cookie.match(/;\s*(?:Secure|HttpOnly|SameSite=(?:Lax|Strict|None)|Max-Age=0)(?=;|$)/gi) ?? []
  const [, expires = ""] = /;\s*expires\s*=\s*([^;]*)/i.exec(cookie) ?? []
  // A connector needs to know only whether a cookie has expired, not when it expires.
  if (Date.parse(expires) < Date.now()) flags.push("; Expires=Thu, 01 Jan 1970 00:00:00 GMT")
  return `${scrubber.name(name.trim())}=${scrubber.text(decodeComponent(value)).replaceAll(/[;,\s"\\]/g, "-")}; Path=/${flags.join("")}`
}

/** Scrubs a response's headers, and drops those that no connector needs. */
export const scrubHeaders = (
  scrubber: ValueScrubber,
  allowed: Pick<AllowList, "hasName">,
  headers: Headers
): ReadonlyArray<readonly [name: string, value: string]> =>
  Object.entries(headers).flatMap(([given, values]) => {
    const name = given.toLowerCase()
    return [values ?? []].flat().flatMap((value): ReadonlyArray<readonly [string, string]> => {
      if (name === "content-type") {
        const type = mediaTypeOf(value)
        return [[name, type.startsWith("text/") ? `${type}; charset=utf-8` : type]]
      }
      if (name === "location" || name === "content-location") return [[name, scrubber.url(value)]]
      if (name === "set-cookie") return [[name, cookieOf(scrubber, value)]]
      if (name === "etag")
        return [
          [name, `${value.startsWith("W/") ? "W/" : ""}"${scrubber.pseudonyms.bytes(value, 12).toString("hex")}"`]
        ]
      if (name === "content-disposition") return [[name, dispositionOf(scrubber, value)]]
      if (name === "retry-after") return /^\d{1,4}$/.test(value) ? [[name, value]] : []
      if (name === "www-authenticate") return [[name, /^(?:Bearer|Basic|Digest)\b/i.exec(value)?.[0] ?? "Bearer"]]
      if (/^(?:content|transfer|accept|cache|strict|access|server|date$|age$|via$|link$|vary$)/.test(name)) return []
      return name.startsWith("x-") && allowed.hasName(name.slice(2)) ? [[name, scrubber.text(value)]] : []
    })
  })
