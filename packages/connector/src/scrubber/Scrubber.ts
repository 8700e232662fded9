/**
 * Scrubs a company's response. Replaces everything that the allow-list does not keep, including values, member names,
 * path segments and headers. Opens nested formats first (JSON in a string, base64, a URL in a header), so that their
 * structure survives.
 */
import type { AllowList } from "./AllowList.ts"
import {
  base64,
  decodeComponent,
  decodeText,
  decodeUtf8,
  fileEnding,
  isPdf,
  isReadable,
  mediaTypeOf
} from "./Decoding.ts"
import { scrubHeaders } from "./HeaderScrubber.ts"
import type { Headers } from "./HeaderScrubber.ts"
import * as Markup from "../Markup.ts"
import { addresses, markupNames, markupValues } from "../Markup.ts"
import * as PlainPdf from "./PlainPdf.ts"
import { Pseudonyms } from "./Pseudonyms.ts"
import * as Script from "./Script.ts"
import { TextScrubber } from "./TextScrubber.ts"
import type { Kind } from "./FormatRules.ts"

export interface ScrubbedBody {
  readonly text: string
  readonly encoding?: "base64"
}

export interface Report {
  readonly counts: Readonly<Record<string, number>>
  readonly kept: ReadonlyArray<string>
  /** What the operator should check. */
  readonly notes: ReadonlyArray<string>
}

export interface Options {
  readonly pseudonyms?: Pseudonyms
  /** Returns the lines of a PDF, or `undefined` if it cannot be read. */
  readonly readPdf?: (bytes: Uint8Array) => Promise<ReadonlyArray<string> | undefined>
}

/** Larger bodies are omitted. */
export const maxBodyBytes = 4 * 1024 * 1024

const maxDepth = 32

/** Smaller numbers count pages or entries, and identify nobody. */
const smallNumbers = 10

/** Matches the names of members whose numbers are times. The number in any other member could be an account number. */
const timeNames = /(?:date|time|stamp|expires|created|updated|At|^iat|^exp|^nbf)$/

const enumerated =
  /^(?:true|false|null|yes|no|ok|EUR|SEK|NOK|DKK|USD|GBP|PLN|Bearer|application\/json|application\/pdf|text\/plain)$/

const segmentParts = new RegExp(`^(.*?)(${fileEnding})?$`, "u")

export class Scrubber {
  readonly #allowed: AllowList
  readonly #counts: Record<string, number> = {}
  readonly #notes = new Set<string>()
  readonly #readPdf: Options["readPdf"]
  readonly #text: TextScrubber
  readonly pseudonyms: Pseudonyms

  constructor(allowed: AllowList, { pseudonyms = new Pseudonyms(), readPdf }: Options = {}) {
    this.#allowed = allowed
    this.pseudonyms = pseudonyms
    this.#readPdf = readPdf
    this.#text = new TextScrubber(pseudonyms, allowed)
  }

  get report(): Report {
    const { kept, missed } = this.#allowed
    const notes = [...this.#notes]
    if (missed.size > 0) {
      notes.push(
        `replaced, although the source has them as identifiers (--keep keeps them): ${[...missed].join(" · ")}`
      )
    }
    return { counts: { ...this.#counts }, kept: [...new Set([...this.#text.kept, ...kept])], notes }
  }

  readonly #count = (kind: Kind): void => {
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1
  }

  note(text: string): void {
    this.#notes.add(text)
  }

  name(name: string): string {
    if (this.#allowed.hasName(name)) return name
    this.#count("name")
    return this.#text.scrubName(name).slice(0, 64)
  }

  text(text: string, depth = 0): string {
    if (text === "" || enumerated.test(text)) return text
    if (depth < maxDepth) {
      const opened = this.#opened(text, depth + 1)
      if (opened !== undefined) return opened
    }
    return this.#text.scrub(text, this.#count)
  }

  #opened(text: string, depth: number): string | undefined {
    const trimmed = text.trim()
    if (/^[[{"]/.test(trimmed)) {
      try {
        return JSON.stringify(this.#json(JSON.parse(trimmed), depth))
      } catch {
        // The text only resembles JSON.
      }
    }
    if (/^(?:https?:\/\/|\/[\w-])[^\s<>]*$/.test(trimmed)) return this.url(trimmed, depth)
    if (/^[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,4}$/.test(trimmed) && trimmed.startsWith("ey")) {
      return trimmed
        .split(".")
        .map((part) => this.#base64(part, depth) ?? this.#text.scrub(part, this.#count))
        .join(".")
    }
    if (base64.test(trimmed)) return this.#base64(trimmed, depth)
    if (/<\/?[a-z!]/i.test(trimmed)) return this.markup(text, depth)
    if (/%[0-9a-f]{2}/i.test(trimmed)) {
      try {
        return encodeURIComponent(this.text(decodeURIComponent(trimmed), depth))
      } catch {
        // The text only resembled part of a URL.
      }
    }
    return this.#unescaped(text, depth)
  }

  /**
   * Scrubs a text written in escape sequences, and returns `undefined` for other texts. Decodes the whole text first,
   * because replacing each escape separately would amount to a simple cipher.
   */
  #unescaped(text: string, depth: number): string | undefined {
    if (/\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\{|[0-3][0-7]{2})/i.test(text)) {
      return Script.quoteText(this.text(Script.decodeEscapes(text), depth), "")
    }
    if (/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|\w{2,8});/i.test(text)) {
      const decoded = Markup.decodeEntities(text)
      return decoded === text ? undefined : Markup.encodeEntities(this.text(decoded, depth))
    }
    if (/(?:=[0-9A-F]{2}){2}/.test(text)) {
      // Quoted-printable (RFC 2045 §6.7).
      const bytes = Buffer.from(
        text
          .replaceAll(/=\r?\n/g, "")
          .replaceAll(/[^\p{ASCII}]/gu, "?")
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        "latin1"
      )
      return this.text(decodeText(bytes), depth).replaceAll("=", "=3D")
    }
    return undefined
  }

  script(text: string, depth: number): string {
    const trimmed = text.trim()
    if (/^[[{"]/.test(trimmed)) {
      const opened = this.#opened(text, depth)
      if (opened !== undefined) return opened
    }
    return Script.partsOf(text)
      .map((part) => {
        switch (part.type) {
          case "code":
            return this.#text.scrub(Script.decodeEscapes(part.text), this.#count)
          case "json":
            return JSON.stringify(this.#json(part.value, depth + 1))
          case "string":
            return Script.quoteText(this.text(part.text, depth + 1), part.quote)
        }
      })
      .join("")
  }

  #base64(text: string, depth: number): string | undefined {
    const alphabet = /[-_]/.test(text) ? "base64url" : "base64"
    const bytes = Buffer.from(text, "base64")
    const wasPadded = text.endsWith("=") || alphabet === "base64url"
    if (!wasPadded && bytes.toString("base64").replace(/=+$/, "") !== text) return undefined
    if (isPdf(bytes)) {
      this.#count("document")
      this.note("a PDF in base64 was replaced by an empty one")
      return PlainPdf.write([]).toString(alphabet)
    }
    const decoded = decodeText(bytes)
    return isReadable(decoded) ? Buffer.from(this.text(decoded, depth)).toString(alphabet) : undefined
  }

  #number(value: number, name: string): number {
    if (Number.isInteger(value) && Math.abs(value) < smallNumbers) return value
    this.#count("number")
    if (Number.isInteger(value) && timeNames.test(name)) {
      // A time of this century, in milliseconds or seconds since 1970.
      if (value > 946_684_800_000 && value < 2_524_608_000_000) return this.pseudonyms.time(value)
      if (value > 946_684_800 && value < 2_524_608_000) return this.pseudonyms.time(value * 1000) / 1000
    }
    const scrubbed = Number(this.#text.scrub(String(value)))
    return Number.isFinite(scrubbed) ? scrubbed : 1.5
  }

  /** Scrubs a list of numbers, which could be the bytes of a text. */
  #numbers(numbers: ReadonlyArray<number>, depth: number): ReadonlyArray<number> {
    if (numbers.length > 4 && numbers.every((each) => Number.isInteger(each) && each >= 9 && each < 256)) {
      const text = decodeUtf8(Uint8Array.from(numbers))
      if (isReadable(text)) return [...Buffer.from(this.text(text, depth + 1))]
    }
    return numbers.map((each) =>
      Number(
        this.pseudonyms.digits(String(Math.trunc(Math.abs(each))).replaceAll(/\D/g, ""), this.pseudonyms.occurrence())
      )
    )
  }

  #json(value: unknown, depth: number, name = ""): unknown {
    if (typeof value === "string") return this.text(value, depth)
    if (typeof value === "number") return this.#number(value, name)
    if (typeof value !== "object" || value === null) return value
    if (depth > maxDepth) return null
    if (Array.isArray(value)) {
      const isCode = value.length > 2 && value.every((each) => typeof each === "number")
      return isCode
        ? this.#numbers(value.map(Number), depth)
        : value.map((each: unknown) => this.#json(each, depth + 1))
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.name(key), this.#json(member, depth + 1, key)])
    )
  }

  json(value: unknown): unknown {
    return this.#json(value, 0)
  }

  #host(host: string): string {
    if (this.#allowed.hasHost(host)) return host
    this.#count("host")
    const labels = host.replace(/:\d+$/, "").split(".").slice(0, -1)
    return [...labels.map((label) => this.#text.scrub(label)), "example"].join(".")
  }

  keptSegment(segment: string): string | undefined {
    const [, name = segment, ending = ""] = segmentParts.exec(segment) ?? []
    return segment === "" || /^v\d{1,2}$/.test(segment) || this.#allowed.hasSegment(name) ? name + ending : undefined
  }

  #segment(segment: string, depth: number): string {
    const decoded = decodeComponent(segment)
    const kept = this.keptSegment(decoded)
    return kept ?? encodeURIComponent(this.text(decoded, depth).replaceAll("/", "-"))
  }

  form(text: string, depth = 0): string {
    return Array.from(
      new URLSearchParams(text),
      ([name, value]) => `${encodeURIComponent(this.name(name))}=${encodeURIComponent(this.text(value, depth + 1))}`
    ).join("&")
  }

  /** Scrubs a URL, which can be relative. Drops the user and the fragment. */
  url(text: string, depth = 0): string {
    const base = "http://relative.invalid"
    if (!URL.canParse(text, base)) return this.#text.scrub(text, this.#count)
    const { host, pathname, protocol, search } = new URL(text, base)
    if (protocol !== "http:" && protocol !== "https:") return this.#text.scrub(text, this.#count)
    const isRelative = host === new URL(base).host
    const isRooted = !isRelative || text.startsWith("/")
    const path = pathname
      .split("/")
      .map((segment) => this.#segment(segment, depth + 1))
      .join("/")
    const query = search === "" ? "" : `?${this.form(search.slice(1), depth + 1)}`
    const origin = isRelative ? "" : `${protocol}//${this.#host(host)}`
    return `${origin}${isRooted ? path : path.slice(1)}${query}`
  }

  #attribute(name: string, value: string | undefined, depth: number): string {
    const lower = name.toLowerCase()
    const isKnown = markupNames.has(lower) || /^(?:data|aria|on|xmlns)\b/.test(lower)
    const shown = markupNames.has(lower)
      ? name
      : isKnown
        ? this.name(name)
        : this.name(name).replaceAll(/[^\p{L}\p{N}-]/gu, "")
    if (shown === "" || value === undefined) return shown
    return `${shown}="${Markup.encodeEntities(this.#attributeValue(lower, value, depth))}"`
  }

  #attributeValue(name: string, value: string, depth: number): string {
    if (markupValues.has(value.toLowerCase())) return value
    if (name === "style") return ""
    if (name.startsWith("on")) return this.script(value, depth)
    if (addresses.has(name)) return /^(?:javascript|data|mailto|tel):/i.test(value) ? "#" : this.url(value, depth)
    if (["class", "id", "name", "for"].includes(name)) {
      return value
        .split(/\s+/)
        .map((token) => this.name(token))
        .join(" ")
    }
    return this.text(value, depth)
  }

  /** Scrubs HTML or XML. Tags stay, but comments and style sheets are dropped. */
  markup(text: string, depth = 0): string {
    let isOption = false
    return Markup.partsOf(text)
      .map((part) => {
        switch (part.type) {
          case "text":
            if (isOption) {
              return Markup.encodeEntities(this.#text.scrubApart(Markup.decodeEntities(part.text), this.#count))
            }
            return Markup.encodeEntities(this.#text.scrub(Markup.decodeEntities(part.text), this.#count))
          case "script":
            return this.script(part.text, depth + 1).replaceAll("</", "<")
          case "close":
            isOption = false
            return `</${this.#tagName(part.name)}>`
          case "open": {
            isOption = part.name.toLowerCase() === "option"
            const attributes = part.attributes
              .filter(([name]) => !isOption || name.toLowerCase() !== "selected")
              .map(([name, value]) =>
                isOption && name.toLowerCase() === "value" && value !== undefined
                  ? ` value="${Markup.encodeEntities(this.#text.scrubApart(value, this.#count))}"`
                  : ` ${this.#attribute(name, value, depth + 1)}`
              )
            return `<${this.#tagName(part.name)}${attributes.join("")}${part.end}>`
          }
        }
      })
      .join("")
  }

  #tagName(name: string): string {
    return markupNames.has(name.toLowerCase()) ? name : this.name(name).replaceAll(/[^\p{L}\p{N}-]/gu, "-") || "x"
  }

  headers(headers: Headers): ReadonlyArray<readonly [name: string, value: string]> {
    return scrubHeaders(this, this.#allowed, headers)
  }

  async #pdf(bytes: Uint8Array, place: string): Promise<ScrubbedBody> {
    this.#count("document")
    const lines = await this.#readPdf?.(bytes)
    if (lines === undefined) this.note(`${place}: the PDF could not be read, and was replaced by an empty one`)
    const scrubbed = (lines ?? []).map((line) => this.#text.scrub(line, this.#count))
    return { text: PlainPdf.write(scrubbed).toString("base64"), encoding: "base64" }
  }

  /**
   * Scrubs a body according to its media type or, failing that, its content. `place` names the request in the report.
   */
  async body(bytes: Uint8Array, contentType: string, place = "a request"): Promise<ScrubbedBody> {
    if (bytes.length > maxBodyBytes) {
      this.note(`${place}: the body of ${bytes.length} bytes was left out`)
      return { text: "" }
    }
    if (isPdf(bytes)) return this.#pdf(bytes, place)
    const text = decodeText(bytes, /charset="?([\w-]+)/i.exec(contentType)?.[1])
    if (!isReadable(text)) {
      this.note(`${place}: the binary body of type ${mediaTypeOf(contentType)} was left out`)
      return { text: "" }
    }
    if (contentType.includes("x-www-form-urlencoded")) return { text: this.form(text) }
    if (/html|xml/.test(contentType)) return { text: this.markup(text) }
    return { text: /javascript/.test(contentType) ? this.script(text, 0) : this.text(text) }
  }
}
