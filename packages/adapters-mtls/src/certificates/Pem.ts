/** PEM (RFC 7468): one block, and nothing beside it. */
import { Option } from "effect"

const block = /^\s*-----BEGIN ([A-Z0-9 ]+)-----\r?\n([A-Za-z0-9+/=\r\n]+?)\r?\n?-----END \1-----\s*$/

/** The bytes of the one block that a text is, when it has one of these labels. */
export const decode = (text: string, ...labels: ReadonlyArray<string>): Option.Option<Uint8Array> => {
  const [, label = "", body = ""] = block.exec(text) ?? []
  if (!labels.includes(label)) return Option.none()
  const base64 = body.replace(/[\r\n]/g, "")
  const bytes = Buffer.from(base64, "base64")
  // What decodes to the same bytes as something else is not what its sender signed.
  return bytes.toString("base64") === base64 ? Option.some(new Uint8Array(bytes)) : Option.none()
}

/** The block that holds these bytes. */
export const encode = (label: string, bytes: Uint8Array): string => {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n")
}
