/** A request as its bytes, so that it can be anything that a socket carries. */

export type Header = readonly [name: string, value: string]

export interface Request {
  readonly method: string
  readonly target: string
  /** In their order, repeated ones included; the characters are bytes (Latin-1). */
  readonly headers: ReadonlyArray<Header>
  readonly body?: Buffer
  /** The body as it is sent, when that is another way than with its length in front. */
  readonly framed?: Buffer
  /** Texts that no failure may repeat: the values of what is sent. */
  readonly secrets: ReadonlyArray<string>
  /** What it was made to try. */
  readonly aim: string
}

export const withHeaders = (request: Request, ...added: ReadonlyArray<Header>): Request => ({
  ...request,
  headers: [...request.headers, ...added]
})

export const withoutHeader = (request: Request, name: string): Request => ({
  ...request,
  headers: request.headers.filter(([key]) => key.toLowerCase() !== name)
})

/** Its values in place of those that the header had. */
export const replacing = (request: Request, name: string, ...values: ReadonlyArray<string>): Request =>
  withHeaders(withoutHeader(request, name), ...values.map((value): Header => [name, value]))

/** A text whose characters are the bytes of `text` in UTF-8: what goes into a header. */
export const utf8 = (text: string): string => Buffer.from(text).toString("latin1")

export const bytesOf = ({ body, framed, headers, method, target }: Request): Buffer => {
  const length: ReadonlyArray<Header> =
    body === undefined || framed !== undefined ? [] : [["content-length", String(body.length)]]
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n"), "latin1")
  return Buffer.concat([head, framed ?? body ?? Buffer.alloc(0)])
}
