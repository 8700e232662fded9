/**
 * Mutation testing of the rules: `npm run mutation`. Stryker changes one thing in a rule at a time, and the tests of that
 * rule should fail. What is said once and for all when a module loads (tables, patterns) is left out: each such change
 * costs a run of all tests, and tables have tests of their own, written from the specification.
 */
import { fileURLToPath } from "node:url"

const source = "packages/domain/src"
const rules = [
  "Lifecycle",
  "StatusTable",
  "collections/CollectionLifecycle",
  "collections/CollectionStatus",
  "collections/ExtraInformation",
  "collections/FailureReason",
  "collections/PdfContent",
  "collections/PollingInterval",
  "collections/StartCollection",
  "collections/SupplementInfo",
  "companies/Company",
  "companies/LoginMethod",
  "consents/ConsentLifecycle",
  "consents/ConsentScope",
  "consents/ConsentStatus",
  "consents/IpAddress",
  "people/AuthenticationMismatch",
  "people/FastNameMatching",
  "people/NameMatching",
  "people/OtherInsuredPerson",
  "people/PersonalNumber",
  "records/Document"
]

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  packageManager: "npm",
  plugins: ["@stryker-mutator/vitest-runner", fileURLToPath(new URL("./stryker.ignoreWords.mjs", import.meta.url))],
  ignorers: ["words"],
  testRunner: "vitest",
  vitest: { configFile: "packages/domain/vitest.config.ts", dir: "packages/domain" },
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 10_000,
  mutate: [...rules.map((rule) => `${source}/${rule}.ts`), `${source}/versions/**/*.ts`],
  ignorePatterns: [
    "packages/adapters-*",
    "packages/app-api",
    "packages/application",
    "packages/http-contract",
    "packages/ports",
    "tools",
    "docs",
    ".nx",
    ".sheaf",
    "**/dist",
    "**/out-tsc",
    "**/reports"
  ],
  reporters: ["clear-text", "progress-append-only", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: "packages/domain/reports/mutation.json" },
  thresholds: { high: 95, low: 90, break: 90 },
  tempDirName: "reports/stryker",
  // TypeScript 7 has no programming interface with which Stryker could read one.
  tsconfigFile: "none",
  disableTypeChecks: true
}
