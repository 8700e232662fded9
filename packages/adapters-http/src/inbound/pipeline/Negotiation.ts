/** Rejects clients that accept none of the response's media types (RFC 9110 §12.5.1; spec 7: 406). */
import { ContentNegotiation, TableNegotiation } from "@sheaf/http-contract"
import { Layer } from "effect"
import { apiError, failWith } from "../problems/ApiErrors.ts"
import { runUnlessRejected } from "../connections/IncomingRequest.ts"

/** The media ranges that cover a media type, most specific first. The most specific range in `Accept` applies. */
const rangesOf = (mediaType: string): Readonly<Record<string, number>> => ({
  "*/*": 1,
  [`${mediaType.split("/", 1).join("")}/*`]: 2,
  [mediaType]: 3
})

const quality = (parameters: ReadonlyArray<string>): number => {
  const q = parameters.map((parameter) => parameter.trim().toLowerCase()).find((text) => text.startsWith("q="))
  const value = q === undefined ? 1 : Number(q.slice("q=".length))
  return Number.isNaN(value) ? 1 : value
}

/** Returns the quality that `Accept` gives to these ranges' media type. Zero excludes it. */
const qualityOf = (accept: string, ranges: Readonly<Record<string, number>>): number => {
  let closest = 0
  let found = 0
  for (const entry of accept.split(",")) {
    const [range = "", ...parameters] = entry.split(";")
    const close = ranges[range.trim().toLowerCase()] ?? 0
    if (close > closest) {
      closest = close
      found = quality(parameters)
    }
  }
  return found
}

const json = rangesOf("application/json")
const csv = rangesOf("text/csv")

/** Returns true if `Accept` allows JSON, or is missing. */
export const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept === "*/*" ||
  accept === "application/json" ||
  accept.trim() === "" ||
  qualityOf(accept, json) > 0

/** Returns true if `Accept` prefers CSV to JSON. JSON wins a tie. */
export const prefersCsv = (accept: string | undefined): boolean =>
  accept !== undefined && /text\//i.test(accept) && qualityOf(accept, csv) > qualityOf(accept, json)

const html = rangesOf("text/html")

/** Returns true if `Accept` prefers HTML to JSON, as in browsers. */
export const prefersHtml = (accept: string | undefined): boolean =>
  accept !== undefined && /text\/html/i.test(accept) && qualityOf(accept, html) > qualityOf(accept, json)

const notAcceptable = apiError("NotAcceptable")

const jsonOnly = Layer.succeed(ContentNegotiation, (next) =>
  runUnlessRejected(next, ({ request }) =>
    acceptsJson(request.headers["accept"]) ? undefined : failWith(notAcceptable)
  )
)

const jsonOrTable = Layer.succeed(TableNegotiation, (next) =>
  runUnlessRejected(next, ({ request: { headers } }) =>
    prefersCsv(headers["accept"]) || acceptsJson(headers["accept"]) ? undefined : failWith(notAcceptable)
  )
)

export const layer = Layer.merge(jsonOnly, jsonOrTable)
