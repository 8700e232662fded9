/** A request as raw bytes, so that it can contain anything that a socket can transmit. */

export type Header = readonly [name: string, value: string]

export interface FuzzRequest {
  readonly method: string
  readonly target: string
  /** The headers in order, including repeated ones. Each character represents one byte (Latin-1). */
  readonly headers: ReadonlyArray<Header>
  readonly body?: Buffer
  /** The bytes of a chunked body, with its framing. Absent if the body has a `Content-Length`. */
  readonly framed?: Buffer
  /** The values in the request that error responses must not repeat. */
  readonly secrets: ReadonlyArray<string>
  readonly aim: string
}

/** Replaces a header's values. Without values, removes the header. */
export const withHeader = (request: FuzzRequest, name: string, ...values: ReadonlyArray<string>): FuzzRequest => ({
  ...request,
  headers: [
    ...request.headers.filter(([key]) => key.toLowerCase() !== name),
    ...values.map((value): Header => [name, value])
  ]
})

/** Encodes `text` for a header, so that each character of the result is one byte of the UTF-8 encoding. */
export const utf8ByteString = (text: string): string => Buffer.from(text).toString("latin1")

export const bytesOf = ({ body, framed, headers, method, target }: FuzzRequest): Buffer => {
  const length: ReadonlyArray<Header> =
    body === undefined || framed !== undefined ? [] : [["content-length", String(body.length)]]
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n"), "latin1")
  return Buffer.concat([head, framed ?? body ?? Buffer.alloc(0)])
}
