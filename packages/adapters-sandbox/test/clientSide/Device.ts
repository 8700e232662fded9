/** A person's device, which executes requests over TLS as a native app would (spec 2.7). */
import type { ClientRequest } from "@sheaf/domain/ExtraInformation"
import type { ResponseObject } from "@sheaf/domain/SupplementInfo"
import { Effect, Schema } from "effect"
import { request as send } from "node:https"

export class NoResponse extends Schema.TaggedError<NoResponse>()("NoResponse", { cause: Schema.Defect() }) {}

/** Executes a request. `trusted` is the certificate of the host in PEM. */
export const execute = (
  { body, cookies = [], etag, headers, method, url }: ClientRequest,
  trusted: string
): Effect.Effect<ResponseObject, NoResponse> =>
  Effect.callback((resume) => {
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
    const sent = send(
      url,
      { method, ca: trusted, headers: { ...headers, ...(cookie !== "" && { cookie }) } },
      (response) => {
        const chunks: Array<string> = []
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => chunks.push(chunk))
        response.on("end", () => {
          const { headersDistinct, statusCode = 0 } = response
          const named = Object.entries(headersDistinct).map(([name, values = []]) => [name, values])
          resume(
            Effect.succeed({
              type: "RESPONSE_OBJECT",
              etag,
              statusCode,
              headers: Object.fromEntries(named),
              response: JSON.parse(chunks.join(""))
            })
          )
        })
      }
    )
    sent.on("error", (cause) => resume(Effect.fail(new NoResponse({ cause }))))
    sent.end(body)
  })
