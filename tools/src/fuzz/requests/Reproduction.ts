/** Commands that send a request again. */
import type { Request } from "./Request.ts"

/** The longest printed body, in characters. */
const longest = 1_500

const printable = /^[\x20-\x7e\u00a1-\u{10ffff}]*$/u
const token = /^[A-Z]+$/

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns true if `curl` can send an equivalent request. */
const isPlain = ({ body = Buffer.alloc(0), framed, headers, method, target }: Request): boolean =>
  framed === undefined &&
  token.test(method) &&
  method !== "HEAD" &&
  target.startsWith("/") &&
  !target.includes("#") &&
  body.length <= longest &&
  !body.toString().includes("\ufffd") &&
  [target, body.toString(), ...headers.flat()].every((text) => printable.test(text)) &&
  headers.every(([, value]) => value.trim() === value && value !== "")

/** Returns a `curl` command, or nothing if `curl` cannot send the request. */
export const curl = (request: Request, base: string): string | undefined => {
  if (!isPlain(request)) return undefined
  const { body, headers, method, target } = request
  const named = headers.filter(([name]) => name !== "host").map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return [
    `curl -i --globoff --path-as-is -X ${method} ${quoted(base + target)}`,
    ...named,
    ...(body === undefined ? [] : [`--data-binary ${quoted(body.toString())}`])
  ].join(" ")
}

/** Prints bytes readably, up to a limit. */
export const shown = (bytes: Buffer): string => {
  const text = JSON.stringify(bytes.toString("latin1")).slice(1, -1).replaceAll('\\"', '"')
  return text.length > longest ? `${text.slice(0, longest)}… (${bytes.length} bytes)` : text
}
