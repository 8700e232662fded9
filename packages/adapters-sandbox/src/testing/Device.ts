/** A person's device, which sends requests to the login host over TLS (spec 2.7). */
import type { RequestObject } from "@sheaf/domain/ExtraInformation"
import type { ResponseObject } from "@sheaf/domain/SupplementInfo"
import { Effect, Schema } from "effect"
import { request as requestInClear } from "node:http"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import type { RequestOptions } from "node:https"
import { text } from "node:stream/consumers"

export class NoResponseError extends Schema.TaggedError<NoResponseError>()("NoResponseError", {
  cause: Schema.Defect()
}) {}

interface Received {
  readonly response: IncomingMessage
  readonly body: string
}

/** Does not follow redirects. `options.ca` is the host's certificate in PEM format. */
export const sendRequest = (
  url: string,
  options: RequestOptions,
  body?: string
): Effect.Effect<Received, NoResponseError> =>
  Effect.tryPromise({
    try: () =>
      new Promise<Received>((resolve, reject) => {
        const send = url.startsWith("https:") ? request : requestInClear
        const sent = send(url, options, (response) => {
          text(response).then((received) => resolve({ response, body: received }), reject)
        })
        sent.on("error", reject)
        sent.end(body)
      }),
    catch: (cause) => new NoResponseError({ cause })
  })

/** Executes a request as a native app would. `trusted` is the host's certificate in PEM format. */
export const executeRequest = Effect.fnUntraced(function* (
  { body, cookies = [], etag, headers, method, url }: RequestObject,
  trusted: string
) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const options = { method, ca: trusted, headers: { ...headers, ...(cookie !== "" && { cookie }) } }
  const { body: received, response } = yield* sendRequest(url, options, body)
  const named = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values])
  const result: ResponseObject = {
    type: "RESPONSE_OBJECT",
    etag,
    statusCode: response.statusCode ?? 0,
    headers: Object.fromEntries(named),
    response: JSON.parse(received)
  }
  return result
})
