/** The stage that rejects clients that do not accept JSON (RFC 9110 §12.5.1; spec 7: 406). */
import { ContentNegotiation } from "@sheaf/http-contract"
import { Layer } from "effect"
import { apiError, failWith } from "../problems/ApiErrors.ts"
import * as CurrentRequest from "../connections/CurrentRequest.ts"

/** The media ranges that include JSON, by precedence. The most specific range applies. */
const closeness: Readonly<Record<string, number>> = { "*/*": 1, "application/*": 2, "application/json": 3 }

const quality = (parameters: ReadonlyArray<string>): number => {
  const q = parameters.map((parameter) => parameter.trim().toLowerCase()).find((text) => text.startsWith("q="))
  const value = q === undefined ? 1 : Number(q.slice("q=".length))
  return Number.isNaN(value) ? 1 : value
}

/** Returns true if the value of `Accept` allows JSON. An absent header allows everything. */
export const acceptsJson = (accept: string | undefined): boolean => {
  if (accept === undefined || accept === "*/*" || accept === "application/json" || accept.trim() === "") return true
  let closest = 0
  let taken = false
  for (const entry of accept.split(",")) {
    const [range = "", ...parameters] = entry.split(";")
    const close = closeness[range.trim().toLowerCase()] ?? 0
    if (close > closest) {
      closest = close
      taken = quality(parameters) > 0
    }
  }
  return taken
}

const notAcceptable = apiError("NotAcceptable")

export const layer = Layer.succeed(ContentNegotiation, (next) =>
  CurrentRequest.runNextUnless(next, ({ request }) =>
    acceptsJson(request.headers["accept"]) ? undefined : failWith(notAcceptable)
  )
)
