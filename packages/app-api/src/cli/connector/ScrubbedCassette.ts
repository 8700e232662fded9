/** Makes a cassette of a recording. What a cassette says about a person is invented. */
import { protocolVersion, shapeOf, withoutValues } from "@sheaf/connector/cassettes"
import type { Cassette, Exchange, RecordedCall } from "@sheaf/connector/cassettes"
import { AllowList, isMarkupWord, Scrubber } from "@sheaf/connector/scrubber"
import type { Report } from "@sheaf/connector/scrubber"
import { Predicate } from "effect"
import type { RawCall, RawExchange, Recording } from "./Recording.ts"

export interface Scrubbed {
  readonly cassette: Cassette
  readonly report: Report
}

export interface Options {
  readonly sources: ReadonlyArray<string>
  /** Phrases that the operator keeps. */
  readonly keep: ReadonlyArray<string>
  readonly readPdf: (bytes: Uint8Array) => Promise<ReadonlyArray<string> | undefined>
}

/** Members of calls with enumerated values of the protocol. */
const enumerated = new Set(["type", "country", "company", "loginMethod", "products", "filter"])

/**
 * Replaces the values in a call's body, whose names are those of the protocol, except for what a page or a device added: there, the
 * names are replaced too.
 */
const scrubBody = (value: unknown, scrubber: Scrubber): unknown => {
  if (typeof value === "string") return scrubber.text(value)
  if (Array.isArray(value)) return value.map((each: unknown) => scrubBody(each, scrubber))
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (enumerated.has(name)) return [name, member]
      if (name === "query" || name === "responses") return [name, scrubber.json(member)]
      return [name, scrubBody(member, scrubber)]
    })
  )
}

/** The page return of every replay. */
const pageReturn = {
  url: "https://sheaf.example/return/a-state",
  registeredUrl: "https://sheaf.example/return",
  state: "a-state"
}

const scrubExchange = async (
  { request, response }: RawExchange,
  scrubber: Scrubber,
  allowed: AllowList
): Promise<Exchange> => {
  const shape = shapeOf({ ...request, body: request.bytes.toString() })
  const headers: Record<string, ReadonlyArray<string>> = {}
  for (const [name, value] of response.headers) headers[name] = [...(headers[name] ?? []), value]
  const { encoding, text } = await scrubber.body(response.bytes ?? new Uint8Array(), headers["content-type"]?.[0] ?? "")
  return {
    request: withoutValues(
      shape,
      (name) => allowed.hasName(name),
      (segment) => scrubber.keptSegment(segment) !== undefined,
      (host) => allowed.hasHost(host)
    ),
    response: { status: response.status, headers: scrubber.headers(headers), body: text, ...(encoding && { encoding }) }
  }
}

const scrubCall = async (
  { body, call, exchanges }: RawCall,
  scrubber: Scrubber,
  allowed: AllowList
): Promise<RecordedCall> => {
  const { pageReturn: returned, session: _, ...rest } = body
  const scrubbed = scrubBody(rest, scrubber)
  const members = Predicate.isObject(scrubbed) ? { ...scrubbed } : {}
  const made: Array<Exchange> = []
  for (const exchange of exchanges) made.push(await scrubExchange(exchange, scrubber, allowed))
  return { call, body: { ...members, ...(returned !== undefined && { pageReturn }) }, exchanges: made }
}

/** Scrubs a recording. The calls of the cassette have no answers yet. */
export const make = async (
  { calls, company, inputs, recordedAt }: Recording,
  { keep, readPdf, sources }: Options
): Promise<Scrubbed> => {
  const allowed = new AllowList(sources)
  allowed.keep(keep)
  for (const input of inputs) allowed.forbid(input)
  const scrubber = new Scrubber(allowed, { readPdf })
  const scrubbed: Array<RecordedCall> = []
  for (const call of calls) scrubbed.push(await scrubCall(call, scrubber, allowed))
  const cassette: Cassette = {
    format: "sheaf-cassette",
    version: 1,
    protocol: protocolVersion,
    company,
    recordedAt: new Date(scrubber.pseudonyms.time(recordedAt.getTime())).toISOString(),
    calls: scrubbed
  }
  return { cassette, report: scrubber.report }
}

/** Tokens this long do not occur twice by chance. */
const telling = /\p{L}{8,}|\d{8,}/gu

const tokensOf = (text: string): ReadonlyArray<string> => text.match(telling) ?? []

/** Returns the texts in a value, without the names of its members. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return Predicate.isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

const lowerCase = (tokens: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(tokens.map((token) => token.toLowerCase()))

/**
 * Counts the words and numbers of a recording that occur in the cassette although no list keeps them. The scrubber leaves none; this
 * is the second lock.
 */
export const countSurvivors = (
  { calls, inputs }: Recording,
  cassette: Cassette,
  { keep, sources }: Options
): number => {
  const allowed = new AllowList(sources)
  allowed.keep(keep)
  const known = lowerCase(tokensOf([...allowed.all, ...sources, ...keep].join(" ")))
  const written = lowerCase(tokensOf(textsIn(cassette).join("\n")))
  const bodies = calls.flatMap(({ exchanges }) =>
    exchanges.map(({ response }) => Buffer.from(response.bytes ?? new Uint8Array()).toString())
  )
  const isKept = (token: string) => known.has(token.toLowerCase()) || allowed.hasName(token) || isMarkupWord(token)
  return [...new Set([...inputs, ...bodies].flatMap(tokensOf))].filter(
    (token) => written.has(token.toLowerCase()) && !isKept(token)
  ).length
}
