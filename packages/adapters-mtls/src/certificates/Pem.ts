/** PEM strings with a single block (RFC 7468). */
import { Option } from "effect"

const block = /^\s*-----BEGIN ([A-Z0-9 ]+)-----\r?\n([A-Za-z0-9+/=\r\n]+?)\r?\n?-----END \1-----\s*$/

/** Returns the bytes of the text's only block, which must have one of these labels. */
export const decode = (text: string, ...labels: ReadonlyArray<string>): Option.Option<Uint8Array> => {
  const [, label = "", body = ""] = block.exec(text) ?? []
  if (!labels.includes(label)) return Option.none()
  const base64 = body.replace(/[\r\n]/g, "")
  const bytes = Buffer.from(base64, "base64")
  // The base64 must be canonical. Node alone would ignore stray characters and bits.
  return bytes.toString("base64") === base64 ? Option.some(new Uint8Array(bytes)) : Option.none()
}

export const encode = (label: string, bytes: Uint8Array): string => {
  const lines = Buffer.from(bytes)
    .toString("base64")
    .replace(/.{1,64}/g, "$&\n")
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`
}
