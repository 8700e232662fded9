/** Unusual and invalid methods, paths and queries, and other spellings with the same meaning. */
import type { Change } from "./Change.ts"
import { utf8 } from "./Request.ts"

const methods: ReadonlyArray<Change> = [
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "PURGE", "M-SEARCH"],
  ["get", "Post", "FOO", "__proto__", "G E T", "G\u00c9T", "X".repeat(3_000)]
]
  .flat()
  .map((method) => ({ aim: `method ${method.slice(0, 20)}`, apply: (request) => ({ ...request, method }) }))

const cut = (target: string) => {
  const [path = "", ...query] = target.split("?")
  return { path, query: query.length === 0 ? "" : `?${query.join("?")}` }
}

const path = (aim: string, change: (path: string) => string): Change => ({
  aim: `target: ${aim}`,
  apply: (request) => {
    const { path, query } = cut(request.target)
    return { ...request, target: change(path) + query }
  }
})

const query = (aim: string, text: string): Change => ({
  aim: `query: ${aim}`,
  apply: (request) => ({ ...request, target: `${request.target}${request.target.includes("?") ? "&" : "?"}${text}` })
})

const targets: ReadonlyArray<Change> = [
  path("a slash at the end", (text) => `${text}/`),
  path("doubled slashes", (text) => text.replaceAll("/", "//")),
  path("capitals", (text) => text.toUpperCase()),
  path("everything encoded", (text) =>
    text.replaceAll(/[^/]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`)
  ),
  path("encoded slashes", (text) => `/${text.slice(1).replaceAll("/", "%2f")}`),
  path("up and down again", (text) => `/x/..${text}`),
  path("up by encoded dots", (text) => `/%2e%2e${text}`),
  path("backslashes", (text) => text.replaceAll("/", "\\")),
  path("a matrix parameter", (text) => `${text};v=1`),
  path("a half escape", (text) => `${text}%`),
  path("a wrong escape", (text) => `${text}%zz`),
  path("an escape outside UTF-8", (text) => `${text}%ff%fe`),
  path("an overlong escape", (text) => `${text}%c0%af`),
  path("a lone surrogate, encoded", (text) => `${text}%ed%a0%80`),
  path("an encoded zero", (text) => `${text}%00`),
  path("raw bytes", (text) => text + utf8("/\u00e5\u{1f600}")),
  path("a fragment", (text) => `${text}#part`),
  path("no slash", (text) => text.slice(1)),
  path("the absolute form", (text) => `http://sheaf.test${text}`),
  path("the absolute form of elsewhere", (text) => `http://evil.example:1${text}`),
  path("an authority", (text) => `//evil.example${text}`),
  path("an asterisk", () => "*"),
  path("a host and port", () => "sheaf.test:443"),
  path("very long", (text) => text + "/a".repeat(5_000)),
  path("too long for a request head", (text) => text + "a".repeat(40_000)),
  path("a backslash and a colon", (text) => `${text}\\:`),
  path("a quote and angle brackets", (text) => `${text}"<>{}|^\``),
  query("unknown", "unknown=1"),
  query("unknown twice", "a=1&a=2"),
  query("names of prototypes", "__proto__=1&constructor=2&toString=3"),
  query("brackets", "a[]=1&a[b]=2&__proto__[c]=3"),
  query("empty parts", "&&=&=x&"),
  query("a wrong escape", "limit=%zz&%=%"),
  query("an escape outside UTF-8", "company=%ff&externalReference=%c3%28"),
  query("another question mark", "?a?b=?"),
  query("a semicolon", "a=1;b=2"),
  query("a thousand parameters", Array.from({ length: 1_000 }, (_, index) => `p${index}=`).join("&")),
  query("very long", `externalReference=${"x".repeat(7_000)}`),
  query("raw bytes", utf8("externalReference=\u00e5\u{1f600}")),
  query("zeros", "externalReference=%00&cursor=%00")
]

export const targetChanges: ReadonlyArray<Change> = [...methods, ...targets]
