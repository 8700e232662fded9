/** Turns a recording into a cassette in which everything about the person is invented. */
import { describeRequest, protocolVersion, shapeOf, withoutValues } from "@sheaf/connector/cassettes"
import type { Cassette, Exchange, RecordedCall } from "@sheaf/connector/cassettes"
import { AllowList, isMarkupWord, Pseudonyms, Scrubber } from "@sheaf/connector/scrubber"
import type { Report } from "@sheaf/connector/scrubber"
import { Predicate } from "effect"
import type { RawCall, RawExchange, Recording } from "./Recording.ts"

export interface ScrubbedRecording {
  readonly cassette: Cassette
  readonly report: Report
}

export interface Options {
  readonly sources: ReadonlyArray<string>
  readonly keep: ReadonlyArray<string>
  readonly readPdf: (bytes: Uint8Array) => Promise<ReadonlyArray<string> | undefined>
}

const enumerated = new Set(["type", "country", "company", "loginMethod", "products", "filter"])

/**
 * Replaces the values in a call's body. Member names belong to the protocol and are kept, except inside data from a
 * page or a device.
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
  const headers: Record<string, ReadonlyArray<string>> = {}
  for (const [name, value] of response.headers) headers[name] = [...(headers[name] ?? []), value]
  const shape = withoutValues(
    shapeOf({ ...request, body: request.bytes.toString() }),
    (name) => allowed.hasName(name),
    (segment) => scrubber.keptSegment(segment) !== undefined,
    (host) => allowed.hasHost(host)
  )
  const bytes = response.bytes ?? new Uint8Array()
  const { encoding, text } = await scrubber.body(bytes, headers["content-type"]?.[0] ?? "", describeRequest(shape))
  return {
    request: shape,
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

export const make = async (
  { calls, company, failure, inputs, recordedAt }: Recording,
  { keep, readPdf, sources }: Options
): Promise<ScrubbedRecording> => {
  const allowed = new AllowList(sources)
  allowed.keep(keep)
  for (const input of inputs) allowed.forbid(input)
  const scrubber = new Scrubber(allowed, { readPdf, pseudonyms: new Pseudonyms(undefined, recordedAt) })
  const scrubbed: Array<RecordedCall> = []
  for (const call of calls) scrubbed.push(await scrubCall(call, scrubber, allowed))
  const cassette: Cassette = {
    format: "sheaf-cassette",
    version: 1,
    protocol: protocolVersion,
    company,
    ...(failure !== undefined && { failure }),
    calls: scrubbed
  }
  return { cassette, report: scrubber.report }
}

/** Matches words and numbers that are so long that two strings are unlikely to share one by coincidence. */
const telling = /\p{L}{8,}|\d{8,}/gu

const tokensOf = (text: string): ReadonlyArray<string> => text.match(telling) ?? []

const leavesIn = (value: unknown, place = ""): ReadonlyArray<readonly [place: string, leaf: string]> => {
  if (typeof value === "string" || typeof value === "number") return [[place, String(value)]]
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => leavesIn(member, `${place}/${name}`))
    : []
}

const textsIn = (value: unknown): ReadonlyArray<string> => leavesIn(value).map(([, leaf]) => leaf)

const lowerCase = (tokens: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(tokens.map((token) => token.toLowerCase()))

/** A shorter value says little about a person and may equal an invented one by coincidence. */
const minSurvivorLength = 4

const isTelling = (leaf: string): boolean => (leaf.match(/[\p{L}\p{N}]/gu) ?? []).length >= minSurvivorLength

const structure = /^(?:application|text|image)\/[\w.+-]+(?:; charset=utf-8)?$/
const structureWords = new Set(["attachment", "filename", "httponly", "samesite"])

/**
 * Matches the base64 of PDFs that the scrubber has created. These PDFs are not searched for surviving values, because
 * the syntax that all PDFs share would look like such values.
 */
const pdf = /JVBERi0[A-Za-z0-9+/=_-]*/g

/** Lists the values of recorded steps that also occur at the same place in the cassette's steps. */
const survivorsInSteps = (calls: Recording["calls"], cassette: Cassette, isKept: (leaf: string) => boolean) =>
  calls.flatMap(({ step }, index) => {
    const played: unknown = cassette.calls[index]?.answer?.step
    const after = new Map(leavesIn(played))
    return leavesIn({ collected: step?.["collected"] })
      .filter(([place, leaf]) => after.get(place) === leaf && isTelling(leaf) && !isKept(leaf))
      .map(([place]) => `the step of call ${index + 1} at ${place}`)
  })

/**
 * Lists where values from the recording occur in the cassette although they are not allowed there. The scrubber removes
 * all such values from the company's responses, so a surviving value means that the connector bypassed the proxy or
 * remembered the value from the recording.
 */
export const listSurvivors = (
  { calls, company, inputs }: Recording,
  cassette: Cassette,
  { keep, sources }: Options
): ReadonlyArray<string> => {
  const allowed = new AllowList(sources)
  allowed.keep(keep)
  // Ignores header names, because the scrubber keeps only those on its allowlist.
  const texts = leavesIn(cassette).filter(([place, text]) => !/\/headers\/\d+\/0$/.test(place) && !structure.test(text))
  const bodies = calls.flatMap(({ exchanges }) =>
    exchanges.map(({ response }) => Buffer.from(response.bytes ?? new Uint8Array()).toString())
  )
  const isKept = (token: string) =>
    allowed.hasWord(token) ||
    allowed.hasName(token) ||
    allowed.hasPhrase(token) ||
    allowed.hasLiteral(token) ||
    isMarkupWord(token) ||
    structureWords.has(token.toLowerCase()) ||
    token === company
  const collected = calls.flatMap(({ step }) => textsIn(step?.["collected"]))
  const recorded = lowerCase([...inputs, ...bodies, ...collected].flatMap(tokensOf))
  const isSurvivor = (token: string) => recorded.has(token.toLowerCase()) && !isKept(token)
  const anywhere = texts
    .filter(([, text]) => tokensOf(text.replaceAll(pdf, "")).some(isSurvivor))
    .map(([place]) => place)
  return [...new Set([...survivorsInSteps(calls, cassette, isKept), ...anywhere])]
}
