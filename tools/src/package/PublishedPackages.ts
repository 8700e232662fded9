/** The published packages, and the environments where their examples must run. */

export interface PublishedPackage {
  readonly name: "client" | "connect" | "domain"
  /** The supported runtimes. None if the package runs in browsers, so that its examples are only type-checked here. */
  readonly runtimes: ReadonlyArray<string>
  /** The packages that the README examples need. */
  readonly dependencies: ReadonlyArray<string>
  readonly needsService: boolean
}

/** The runtimes on which the package `@sheaf/server` runs the service. It has no examples to import. */
export const serverRuntimes: ReadonlyArray<string> = ["node@22.19.0", "node@24.21.0"]

export const publishedPackages: ReadonlyArray<PublishedPackage> = [
  { name: "domain", runtimes: ["node@22.19.0", "node@24.21.0"], dependencies: [], needsService: false },
  { name: "connect", runtimes: [], dependencies: [], needsService: false },
  {
    name: "client",
    runtimes: ["node@20.17.0", "node@24.21.0", "deno@2.9.6", "bun@1.4.5"],
    dependencies: ["undici@8.12.4"],
    needsService: true
  }
]

/** For each runtime, the code that presents a client certificate. For Node.js, the README has a complete example. */
const mutualTls: Readonly<Record<string, string>> = {
  deno: `
const client = Deno.createHttpClient({ caCerts: [read("ca.pem")], cert: read("client.pem"), key: read("client.key") })
const withCertificate = (url, init) => fetch(url, { ...init, client })
`,
  bun: `
const tls = { ca: read("ca.pem"), cert: read("client.pem"), key: read("client.key") }
const withCertificate = (url, init) => fetch(url, { ...init, tls })
`
}

/**
 * Returns the program that uses mutual TLS on this runtime. Node.js has none, because its README example is complete.
 */
export const mutualTlsProgram = (runtime: string): string | undefined => {
  const [program = ""] = runtime.split("@")
  const part = mutualTls[program]
  if (part === undefined) return undefined
  return `import { createClient } from "@sheaf/client"
import { readFileSync } from "node:fs"
const read = (file) => readFileSync(\`.sheaf/certs/demo/\${file}\`, "utf8")
${part}
const sheaf = createClient({ baseUrl: "https://127.0.0.1:8443", apiKey: "sheaf-demo", fetch: withCertificate })
console.log((await sheaf.companies.availability({ company: "se-nordhem" })).length)
process.exit(0)
`
}

/**
 * Returns true if an example cannot run because Node.js is too old. Client certificates need undici 8, which needs
 * Node.js 22.19.
 */
export const needsNewerNode = (code: string, runtime: string): boolean =>
  code.includes('"undici"') && runtime !== "node@24.21.0"
