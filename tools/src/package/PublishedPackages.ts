/** The published packages, and the environments where their examples must run. */

export interface PublishedPackage {
  readonly name: "client" | "connect" | "domain"
  /** The supported runtimes. Empty for a package that runs in browsers; its examples are only type-checked. */
  readonly runtimes: ReadonlyArray<string>
  readonly dependencies: ReadonlyArray<string>
  readonly needsService: boolean
}

/** The runtimes that `@sheaf/server` supports. It is not in the list below, because it has no examples to import. */
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

/** The code that presents a client certificate, by runtime. */
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

/** Returns `undefined` for Node.js, because its README example is already complete. */
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

/** Client certificates need undici 8, which needs Node.js 22.19. */
export const needsNewerNode = (code: string, runtime: string): boolean =>
  code.includes('"undici"') && runtime !== "node@24.21.0"
