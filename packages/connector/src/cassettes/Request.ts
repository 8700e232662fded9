/** The structure of requests, and how a request deviates from a recorded request. */
import type { RequestShape } from "./Cassette.ts"

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly contentType: string
  readonly body: string
}

const fieldsOf = ({ body, contentType }: SentRequest): ReadonlyArray<string> => {
  if (contentType.includes("x-www-form-urlencoded")) return [...new URLSearchParams(body).keys()]
  if (!contentType.includes("json")) return []
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === "object" && value !== null ? Object.keys(value) : []
  } catch {
    return []
  }
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/**
 * Returns a request's structure. A method that HTTP does not define becomes OTHER, because it could contain anything.
 */
export const shapeOf = (request: SentRequest): RequestShape => {
  const { host, pathname, searchParams } = new URL(request.url)
  return {
    method: methods.has(request.method) ? request.method : "OTHER",
    host,
    path: pathname,
    query: [...new Set(searchParams.keys())].sort(),
    fields: [...new Set(fieldsOf(request))].sort()
  }
}

/**
 * Replaces with `*` everything that the given functions do not keep. Also replaces hosts on this machine, which differ
 * between runs.
 */
export const withoutValues = (
  shape: RequestShape,
  keepsName: (name: string) => boolean,
  keepsSegment: (segment: string) => boolean,
  keepsHost: (host: string) => boolean
): RequestShape => {
  const names = (given: ReadonlyArray<string>) => given.map((name) => (keepsName(name) ? name : "*")).sort()
  const isLocal = /^(?:localhost|127\.|\[)/.test(shape.host)
  return {
    method: shape.method,
    host: !isLocal && keepsHost(shape.host) ? shape.host : "*",
    path: shape.path
      .split("/")
      .map((segment) => (segment === "" || keepsSegment(segment) ? segment : "*"))
      .join("/"),
    query: names(shape.query),
    fields: names(shape.fields)
  }
}

const isOneOf = (recorded: ReadonlyArray<string>, sent: ReadonlyArray<string>): boolean => {
  const known = recorded.filter((name) => name !== "*")
  return known.every((name) => sent.includes(name)) && sent.length === recorded.length
}

export const compare = (
  recorded: RequestShape,
  sent: RequestShape
): { readonly fits: number; readonly isSame: boolean } => {
  const before = recorded.path.split("/")
  const after = sent.path.split("/")
  const segments = before.map((segment, index) => segment === "*" || segment === after[index])
  const parts = [
    recorded.method === sent.method,
    recorded.host === "*" || recorded.host === sent.host,
    before.length === after.length,
    ...segments,
    isOneOf(recorded.query, sent.query),
    isOneOf(recorded.fields, sent.fields)
  ]
  return { fits: parts.filter(Boolean).length, isSame: parts.every(Boolean) }
}

export const describe = ({ fields, host, method, path, query }: RequestShape): string =>
  [
    `${method} ${host}${path}`,
    ...(query.length > 0 ? [`query ${query.join(", ")}`] : []),
    ...(fields.length > 0 ? [`fields ${fields.join(", ")}`] : [])
  ].join(", ")
