/** Formats an exchange as a developer would write it: with curl, with the TypeScript client, and as HTTP. */
import type { HttpExchange } from "./Exchanges.ts"

/** Returns false for header fields that browsers and HTTP clients add themselves. */
const isOwn = (name: string): boolean =>
  !["accept", "connection", "content-length", "date", "keep-alive", "transfer-encoding"].includes(name)

const fieldsOf = (headers: Readonly<Record<string, string>>): ReadonlyArray<readonly [string, string]> =>
  Object.entries(headers).filter(([name]) => isOwn(name))

/** Formats a body. Text that is not JSON stays as it is. */
const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const curlCommandOf = ({ body, headers, method, path }: HttpExchange): string => {
  const parts = [
    `curl ${quoted(location.origin + path)}`,
    ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : [`-X ${method}`]),
    ...fieldsOf(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(pretty(body))}`])
  ]
  return parts.join(" \\\n  ")
}

export const requestTextOf = ({ body, headers, method, path }: HttpExchange): string =>
  [
    `${method} ${path} HTTP/1.1`,
    `host: ${location.host}`,
    ...fieldsOf(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", pretty(body)])
  ].join("\n")

/** Returns the status line and the body. For the header fields between them, see {@link responseHeadersOf}. */
export const responseTextOf = ({ responseBody, status }: HttpExchange): string =>
  [`HTTP/1.1 ${status}`, ...(responseBody === "" ? [] : ["", pretty(responseBody)])].join("\n")

export const responseHeadersOf = ({ responseHeaders }: HttpExchange) => fieldsOf(responseHeaders)

/** Formats a JSON body as an object literal without unnecessary quotes around names. */
const literalOf = (body: string | undefined): string =>
  pretty(body ?? "{}").replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:")

/**
 * How the client library makes each call, by method and path. In the code, `sheaf` is the client, and `maja` is a
 * client that acts for a user.
 */
const calls: ReadonlyArray<readonly [pattern: RegExp, call: (exchange: HttpExchange, id: string) => string]> = [
  [/^POST \/collections$/, ({ body }) => `const collection = await sheaf.collections.start(${literalOf(body)})`],
  [
    /^GET \/collections\/([^/]+)\/status$/,
    ({ headers }, id) =>
      headers["prefer"] === undefined
        ? `const { status } = await sheaf.collections.at("${id}").status()`
        : `for await (const { status } of sheaf.collections.at("${id}").updates()) {\n  console.log(status)\n}`
  ],
  [
    /^POST \/collections\/([^/]+)\/supplement-info$/,
    ({ body }, id) => `await sheaf.collections.at("${id}").answer(${literalOf(body)})`
  ],
  [/^GET \/collections\/([^/]+)\/[a-z]+\/data$/, (_, id) => `const data = await sheaf.collections.at("${id}").data()`],
  [/^POST \/users$/, ({ body }) => `const { userId } = await sheaf.users.create(${literalOf(body)})`],
  [
    /^POST \/users\/([^/]+)\/sessions$/,
    (_, id) => `const { token } = await sheaf.users.openSession("${id}")\nconst maja = sheaf.asUser(token)`
  ],
  [/^POST \/consents$/, ({ body }) => `const consent = await maja.consents.create(${literalOf(body)})`],
  [
    /^GET \/consents\/([^/]+)\/status$/,
    ({ headers }, id) =>
      headers["prefer"] === undefined
        ? `const { status } = await maja.consents.at("${id}").status()`
        : `for await (const { status } of maja.consents.at("${id}").updates()) {\n  console.log(status)\n}`
  ],
  [
    /^POST \/consents\/([^/]+)\/supplement-info$/,
    ({ body }, id) => `await maja.consents.at("${id}").answer(${literalOf(body)})`
  ],
  [/^DELETE \/consents\/([^/]+)$/, (_, id) => `await maja.consents.at("${id}").revoke()`],
  [/^POST \/connect-sessions$/, ({ body }) => `const { url } = await sheaf.connectSessions.create(${literalOf(body)})`]
]

/** The client has no methods for the sandbox's controls. */
const plainCall = ({ body, headers, method, path }: HttpExchange): string => {
  const init = { method, headers: Object.fromEntries(fieldsOf(headers)), ...(body !== undefined && { body }) }
  return `await fetch("${location.origin}${path}", ${literalOf(JSON.stringify(init))})`
}

export const typescriptCodeOf = (exchange: HttpExchange, version: string, apiKey: string): string => {
  const [path = ""] = exchange.path.split("?")
  for (const [pattern, call] of calls) {
    const found = pattern.exec(`${exchange.method} ${path}`)
    if (found === null) continue
    return [
      `import { createClient } from "@sheaf/client/${version}"`,
      "",
      `const sheaf = createClient({ baseUrl: "${location.origin}", apiKey: "${apiKey}" })`,
      ...("authorization" in exchange.headers ? ["const maja = sheaf.asUser(token)"] : []),
      "",
      call(exchange, found[1] ?? "")
    ].join("\n")
  }
  return plainCall(exchange)
}
