/** Reads HTTP archives (HAR 1.2), which browsers' developer tools export. */
import { Schema } from "effect"
import type { RawExchange } from "./Recording.ts"

/** The maximum size of an archive, in bytes. Even an archive with all of a site's images is smaller. */
export const maxHarBytes = 64 * 1024 * 1024

const Header = Schema.Struct({ name: Schema.String, value: Schema.String })

const Archive = Schema.Struct({
  log: Schema.Struct({
    entries: Schema.Array(
      Schema.Struct({
        request: Schema.Struct({
          method: Schema.String.check(Schema.isPattern(/^[A-Z]{1,20}$/)),
          url: Schema.String,
          postData: Schema.optionalKey(
            Schema.Struct({ mimeType: Schema.optionalKey(Schema.String), text: Schema.optionalKey(Schema.String) })
          )
        }),
        response: Schema.Struct({
          status: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 599 })),
          headers: Schema.Array(Header),
          content: Schema.Struct({
            mimeType: Schema.optionalKey(Schema.String),
            text: Schema.optionalKey(Schema.String),
            encoding: Schema.optionalKey(Schema.String)
          })
        })
      })
    ).check(Schema.isMaxLength(10_000))
  })
})

export const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Archive))

/** Skips files that no connector needs, and responses that never reached the browser. */
const isNeeded = ({ response: { content, status } }: (typeof Archive.Type)["log"]["entries"][number]): boolean =>
  status >= 200 && !/^(?:image|font|video|audio)\/|css|javascript/.test(content.mimeType ?? "")

export const exchangesOf = ({ log }: typeof Archive.Type): ReadonlyArray<RawExchange> =>
  log.entries
    .filter((entry) => isNeeded(entry) && URL.canParse(entry.request.url))
    .map(({ request, response }) => ({
      request: {
        method: request.method,
        url: request.url,
        contentType: request.postData?.mimeType ?? "",
        headers: {},
        bytes: Buffer.from(request.postData?.text ?? "")
      },
      response: {
        status: response.status,
        headers: response.headers.map(({ name, value }) => [name.toLowerCase(), value] as const),
        bytes: Buffer.from(response.content.text ?? "", response.content.encoding === "base64" ? "base64" : "utf8")
      }
    }))
