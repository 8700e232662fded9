/** Files that are generated from the code and from `docs`, so that they cannot contradict their source. */
import * as Annotations from "@sheaf/domain/Annotations"
import { head } from "@sheaf/domain/ApiVersion"
import { scenarioTable } from "@sheaf/adapters-sandbox/tables"
import { ProblemCode } from "@sheaf/http-contract"
import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import { parse } from "node:path"
import { deflateRawSync } from "node:zlib"
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
import type { Page } from "./site/Site.ts"
import * as PythonClient from "./openapi/PythonClient.ts"
import * as PythonTypes from "./openapi/PythonTypes.ts"

const errorsOf = (status: ProblemCode.ProblemStatus): string => {
  const rows = ProblemCode.codesOf(status).map((code) => {
    const { meaning, remedy } = ProblemCode.problemTable[code]
    return `| \`${code}\` | ${meaning} | ${remedy} |`
  })
  return `## ${ProblemCode.headingOf(status)}\n\n| code | meaning | remedy |\n|---|---|---|\n${rows.join("\n")}\n`
}

const errors = (): string => {
  const statuses = [...new Set(ProblemCode.all.map((code) => ProblemCode.problemTable[code].status))]
  return `# Errors

Every error is a problem document (RFC 9457). Branch on its stable \`code\`; \`detail\` explains the failed request. New codes can
be added, so handle an unknown code by its status. Each problem's \`type\`, such as \`/problems/not-found\`, is the path of a page
with the texts below. \`Retry-After\` is in seconds.

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
  connectors: written(
    "docs/connectors.md",
    "When an insurer or bank is not yet on the list: a small HTTP server, in any language."
  ),
  "connector-kit": written(
    "docs/connector-kit.md",
    "When you write a connector in TypeScript or Python: helpers, recordings and checks."
  ),
  banks: written("docs/banks.md", "When you have a PSD2 license and want accounts over NextGenPSD2 or STET."),
  "bank-profiles": {
    path: BanksPage.path,
    markdown: BanksPage.formatPage(),
    summary: "When a bank behaves unexpectedly: where each one deviates from its standard.",
    short: "Bank profiles"
  },
  "electronic-id": written("docs/electronic-id.md", "When people sign in with BankID, Smart-ID or Mobile-ID."),
  "pdf-layouts": written(
    "docs/pdf-layouts.md",
    "When people upload their policy as a PDF: how to describe a company's files.",
    "PDF layouts"
  ),
  bundles: written("docs/bundles.md", "When somebody else maintains your layouts, bank profiles and logos.", "Bundles")
})

const buildingGuides = (): Readonly<Record<string, Guide>> => ({
  connect: written("docs/connect.md", "When you have no pages of your own: a hosted page, in your colors.", "Connect"),
  "connect-native": written(
    "docs/connect-native.md",
    "When the person is in your iOS or Android app: the system's browser, and PKCE.",
    "Connect in an app"
  ),
  monitors: written("docs/monitors.md", "When you need to know later what has changed, without a login.", "Monitors"),
  records: RecordsPage.guide(),
  errors: {
    path: "docs/errors.md",
    markdown: errors(),
    summary: "When a request fails: each code, and what to do about it."
  },
  migrate: written(
    "docs/migrate.md",
    "When you leave version 2025-01-01, or replace your own HTTP calls by a client.",
    "Migrate"
  ),
  rules: written("docs/rules.md", "When you have a service already, and want only Sheaf's rules as a package.")
})

/** The groups of guides, in reading order. */
const guides = (): GuidePages.GuideOptions["groups"] => ({
  "Get started": {
    integrate: written(
      "docs/integrate.md",
      "Your first collection in five minutes, then errors, consents, events and webhooks."
    ),
    sandbox: written("docs/sandbox.md", "Which companies are simulated, and which username produces which outcome."),
    "collection-cycle": written(
      "docs/collection-cycle.md",
      "What happens to a collection between your request and its erasure."
    ),
    client: {
      ...written(
        "packages/client/README.md",
        "Polls, retries and verifies webhooks for you, in Node.js, Deno, Bun and browsers."
      ),
      name: "TypeScript client"
    },
    python: {
      ...written("clients/python/README.md", "The same for Python, blocking or with asyncio."),
      name: "Python client"
    }
  },
  Build: buildingGuides(),
  "Add companies": companyGuides(),
  Run: {
    "go-live": written(
      "docs/go-live.md",
      "Before the first real person: license, certificates and contracts of each market."
    ),
    operate: written("docs/operate.md", "Add clients and keys, rotate certificates, back up, upgrade."),
    operations: written("docs/operations.md", "When an alert fires: what it means, and what to do about it."),
    scaling: written("docs/scaling.md", "When one node may not be enough: measured limits, and several nodes."),
    configuration: {
      path: ConfigurationPage.path,
      markdown: ConfigurationPage.formatPage(),
      summary: "Every setting with its default and range, to look up while you operate."
    }
  },
  Background: {
    specification: written("docs/specification.md", "When a detail matters: each promise by number, and why."),
    security: written("docs/security.md", "For a review: each threat, and the test that shows the defense."),
    "stored-data": written(
      "docs/stored-data.md",
      "For your records of processing: what each table keeps, and for how long."
    )
  }
})

const goals: ReadonlyArray<GuidePages.Goal> = [
  {
    title: "Call the API",
    text: "Start a collection, answer the company and fetch the data from your own server.",
    guides: ["integrate", "client"]
  },
  {
    title: "Show Connect",
    text: "Send people to a finished page, in six languages, that asks them everything.",
    guides: ["connect", "connect-native"]
  },
  {
    title: "Run it yourself",
    text: "Install Sheaf, connect it to real companies, and keep it running.",
    guides: ["go-live", "operate"]
  }
]

/** The pictures in guides, under names that contain a content hash. */
const pictures = ["docs/images/connect.webp"].map((path) => {
  const content = readFileSync(Documents.repositoryPath(path))
  const { ext, name: base } = parse(path)
  const name = `${base}-${hash("sha256", content).slice(0, 8)}${ext}`
  // Reads the size from the header of lossless WebP: two numbers of 14 bits, each one less than the size (RFC 9649 §3.4).
  const bits = content.readUInt32LE(21)
  const size = { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  return { path, name, content, picture: { address: `/docs/assets/${name}`, ...size } }
})

/** Compresses the body, so that the service loads all pages in a moment, and unpacks only those that somebody reads. */
const packedPage = ({ body, ...page }: Page) => ({ ...page, packedBody: deflateRawSync(body).toString("base64") })

/** The annotations have the examples of the newest version. */
const exampleIn = (version: string) => (model: string) =>
  version === head ? Annotations.examplesOf(model)[0] : undefined

const documentation = (): string => {
  const sections = [
    GuidePages.sectionOf({
      groups: guides(),
      goals,
      served,
      pictures: new Map(pictures.map(({ path, picture }) => [path, picture])),
      scenarios: new Set(scenarioTable.map(({ scenario }) => scenario))
    }),
    ...Documents.versions
      .toReversed()
      .map((version) =>
        ReferencePages.sectionOf(version, Documents.currentDocument(version), Documents.versions, exampleIn(version))
      )
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
  const packed = sections.map((section) => ({ ...section, pages: section.pages.map(packedPage) }))
  return `${JSON.stringify({ sections: packed, search, pictures: files })}\n`
}

/**
 * Returns the contents of the generated files by path, relative to the repository root. Git tracks a generated document
 * only if people also read it in the repository. The guides to records are not included, because only the service shows
 * them.
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
