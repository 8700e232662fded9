/** Files that are generated from the code and from `docs`, so that they cannot contradict their source. */
import { scenarioTable } from "@sheaf/adapters-sandbox/tables"
import { ProblemCode } from "@sheaf/http-contract"
import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import { parse } from "node:path"
import * as BanksPage from "./BanksPage.ts"
import * as ConfigurationPage from "./ConfigurationPage.ts"
import * as RecordsPage from "./RecordsPage.ts"
import * as Changelog from "./openapi/Changelog.ts"
import * as ClientTypes from "./openapi/ClientTypes.ts"
import * as Documents from "./openapi/Documents.ts"
import * as GuidePages from "./site/GuidePages.ts"
import type { Guide } from "./site/GuidePages.ts"
import * as ReferencePages from "./site/ReferencePages.ts"
import * as SearchIndex from "./site/SearchIndex.ts"
import * as PythonClient from "./openapi/PythonClient.ts"
import * as PythonTypes from "./openapi/PythonTypes.ts"

const errorsOf = (status: ProblemCode.ProblemStatus): string => {
  const rows = ProblemCode.codesOf(status).map((code) => {
    const { meaning, remedy } = ProblemCode.problemTable[code]
    return `| \`${code}\` | ${meaning} | ${remedy} |`
  })
  return `## ${status}\n\n| code | meaning | remedy |\n|---|---|---|\n${rows.join("\n")}\n`
}

const errors = (): string => {
  const statuses = [...new Set(ProblemCode.all.map((code) => ProblemCode.problemTable[code].status))]
  return `# Errors

Every error is a problem document (RFC 9457). Branch on its stable \`code\`; \`detail\` explains the occurrence. New codes can
be added: handle an unknown code by its status. Each problem's \`type\`, such as \`/problems/not-found\`, is the path of a page
with the texts below, which \`npm run generate\` writes from the code. \`Retry-After\` is in seconds.

${statuses.map(errorsOf).join("\n")}`
}

const clientTypes = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Documents.versions.map((version) => {
      const heading = `The types of API version ${version}. \`npm run generate\` writes this file from docs/openapi/${version}.json.`
      return [
        `packages/client/src/versions/${version}/Contract.ts`,
        ClientTypes.formatTypes(heading, Documents.currentDocument(version))
      ]
    })
  ),
  "packages/client/src/connect/Contract.ts": ClientTypes.formatTypes(
    "The types of the Connect page's calls. `npm run generate` writes this file from the contract.",
    Documents.connectDocument
  ),
  "packages/connector/src/protocol/Contract.ts": ClientTypes.formatTypes(
    "The types of the connector protocol. `npm run generate` writes this file from the protocol's document.",
    Documents.currentDocument(Documents.connectorDocumentName)
  )
})

const pythonClient = (): Readonly<Record<string, string>> => {
  const folder = "clients/python/src/sheaf_client"
  const asynchronous = readFileSync(Documents.repositoryPath(`${folder}/_async.py`), "utf8")
  const heading = "The types of API version 2026-04-01. `npm run generate` writes this file from the contract."
  return {
    [`${folder}/_sync.py`]: PythonClient.formatSynchronous(asynchronous),
    [`${folder}/contract.py`]: PythonTypes.formatTypes(heading, Documents.currentDocument("2026-04-01"))
  }
}

const written = (path: string, summary: string, short?: string): Guide => ({
  path,
  markdown: readFileSync(Documents.repositoryPath(path), "utf8"),
  summary,
  ...(short !== undefined && { short })
})

const served = new Map(
  Documents.versions.map((version) => [`docs/openapi/${version}.json`, `/openapi/${version}.json`] as const)
)

const companyGuides = (): Readonly<Record<string, Guide>> => ({
  connectors: written("docs/connectors.md", "A small HTTP server, in any language, that adds a company."),
  "connector-kit": written(
    "docs/connector-kit.md",
    "A kit that writes, records, replays and checks connectors in TypeScript and Python."
  ),
  banks: written("docs/banks.md", "Banks over NextGenPSD2 and STET, and how to check one."),
  "bank-profiles": {
    path: BanksPage.path,
    markdown: BanksPage.formatPage(),
    summary: "Where each shipped bank deviates from its standard.",
    short: "Bank profiles"
  },
  "electronic-id": written("docs/electronic-id.md", "BankID, Smart-ID and Mobile-ID, and how to test them."),
  "pdf-layouts": written("docs/pdf-layouts.md", "How Sheaf reads a company's PDF files.", "PDF layouts"),
  bundles: written("docs/bundles.md", "Signed layouts, profiles, cassettes and logos that others maintain.", "Bundles")
})

/** The groups of guides, in reading order. */
const guides = (): GuidePages.GuideOptions["groups"] => ({
  "Get started": {
    integrate: written(
      "docs/integrate.md",
      "Your first collection in five minutes, then errors, consents, events, webhooks and data."
    ),
    sandbox: written("docs/sandbox.md", "Simulated companies and outcomes, and the input that produces them."),
    "collection-cycle": written(
      "docs/collection-cycle.md",
      "What happens to a collection, from its start to its erasure."
    ),
    client: {
      ...written(
        "packages/client/README.md",
        "Starts, follows and answers, with types, in Node.js, Deno, Bun and browsers."
      ),
      name: "TypeScript client"
    },
    python: {
      ...written("clients/python/README.md", "The same in Python, blocking or with asyncio."),
      name: "Python client"
    }
  },
  Build: {
    connect: written("docs/connect.md", "A hosted page on which people link companies.", "Connect"),
    "connect-native": written("docs/connect-native.md", "Connect in an app, with PKCE.", "Connect in an app"),
    monitors: written("docs/monitors.md", "Looks again without the person, and says what has changed.", "Monitors"),
    records: {
      path: "docs/records.md",
      hasFile: false,
      markdown: RecordsPage.formatPage(),
      summary: "Every kind of insurance, pension, investment and loan, with its members."
    },
    errors: {
      path: "docs/errors.md",
      markdown: errors(),
      summary: "Every error code and the client's next step."
    },
    migrate: written(
      "docs/migrate.md",
      "From HTTP calls to the typed client, and from version 2025-01-01 to 2026-04-01.",
      "Migrate"
    ),
    rules: written("docs/rules.md", "The package of rules, without the service.")
  },
  "Add companies": companyGuides(),
  Run: {
    "go-live": written(
      "docs/go-live.md",
      "What each market needs: license, certificates, contracts and configuration."
    ),
    operate: written("docs/operate.md", "Clients and keys, mutual TLS, retention, backups, upgrades."),
    operations: written("docs/operations.md", "Metrics, traces, alerts and what to do about each."),
    scaling: written("docs/scaling.md", "The capacity of a node, of PostgreSQL and of several nodes."),
    configuration: { path: ConfigurationPage.path, markdown: ConfigurationPage.formatPage(), summary: "Every setting." }
  },
  Background: {
    specification: written("docs/specification.md", "What Sheaf promises, by number, and what we decided."),
    security: written("docs/security.md", "Threats, and the test that shows each defense."),
    "stored-data": written("docs/stored-data.md", "What each table keeps, what it seals, and when both are erased.")
  }
})

/** The pictures in guides, under names that contain a content hash. */
const pictures = ["docs/images/connect.png"].map((path) => {
  const content = readFileSync(Documents.repositoryPath(path))
  const { ext, name: base } = parse(path)
  const name = `${base}-${hash("sha256", content).slice(0, 8)}${ext}`
  // Reads the size from the PNG header (PNG 11.2.1).
  const size = { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
  return { path, name, content, picture: { address: `/docs/assets/${name}`, ...size } }
})

const documentation = (): string => {
  const sections = [
    GuidePages.sectionOf({
      groups: guides(),
      served,
      pictures: new Map(pictures.map(({ path, picture }) => [path, picture])),
      scenarios: new Set(scenarioTable.map(({ scenario }) => scenario))
    }),
    ...Documents.versions
      .toReversed()
      .map((version) => ReferencePages.sectionOf(version, Documents.currentDocument(version), Documents.versions))
  ]
  // Indexes only the newest version, so that a search finds each operation once. Problems have their own entries.
  const search = [
    ...sections
      .slice(0, 2)
      .flatMap(({ pages }) => pages.flatMap(SearchIndex.entriesOf))
      .filter(([href]) => !href.startsWith("/docs/guides/errors#")),
    ...SearchIndex.problemEntries
  ]
  const files = Object.fromEntries(pictures.map(({ content, name }) => [name, content.toString("base64")]))
  return `${JSON.stringify({ sections, search, pictures: files })}\n`
}

/**
 * Returns the contents of the generated files by path, relative to the repository root. Git tracks a generated document
 * only if people also read it in the repository. The guide to records is not included, because only the service shows
 * it.
 */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  [BanksPage.path]: BanksPage.formatPage(),
  "docs/changelog.md": Changelog.formatChangelog(),
  [ConfigurationPage.path]: ConfigurationPage.formatPage(),
  "docs/errors.md": errors(),
  "packages/adapters-http/src/inbound/pages/documentation.json": documentation(),
  ...clientTypes(),
  ...pythonClient()
})
