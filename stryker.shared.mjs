/**
 * The mutation-testing settings that the packages share (`npm run mutation`). Stryker changes one thing in a rule at a
 * time, and a test of that rule should fail. Code that runs once when a module loads, such as tables and patterns, is
 * left out, because each change to it would require a run of all tests. Tables have their own tests, which are written
 * from the specification.
 *
 * A second run tries only the mutants whose code or tests have changed since the first run. With `--force`, it tries
 * all of them.
 */
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = new URL(".", import.meta.url)

/**
 * Mutates the code in `src/<room>` of the package `name` for each of the `rooms`, and runs only that package's tests.
 * The run fails if the mutation score is below `threshold`.
 *
 * @param {{ name: string, rooms: ReadonlyArray<string>, threshold: number, slow?: ReadonlyArray<string> }} options
 * @returns {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export const mutationOf = ({ name, rooms, slow = [], threshold }) => {
  const folder = `packages/${name}`
  const others = readdirSync(new URL("packages", root)).filter((other) => other !== name)
  return {
    packageManager: "npm",
    plugins: ["@stryker-mutator/vitest-runner", fileURLToPath(new URL("stryker.ignoreWords.mjs", root))],
    ignorers: ["words"],
    testRunner: "vitest",
    vitest: { configFile: `${folder}/vitest.config.ts`, dir: folder },
    coverageAnalysis: "perTest",
    ignoreStatic: true,
    concurrency: 2,
    timeoutMS: 10_000,
    incremental: true,
    incrementalFile: `${folder}/reports/mutation-incremental.json`,
    mutate: rooms.map((room) => `${folder}/src/${room}/**/*.ts`),
    // The tests find the other packages, which are not mutated, through node_modules.
    ignorePatterns: [
      ...others.map((other) => `packages/${other}`),
      ...slow.map((test) => `${folder}/test/${test}`),
      "tools",
      "docs",
      "examples",
      ".nx",
      ".sheaf",
      "**/dist",
      "**/out-tsc",
      "**/reports"
    ],
    reporters: ["clear-text", "progress-append-only", "json"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `${folder}/reports/mutation.json` },
    thresholds: { high: 95, low: threshold, break: threshold },
    tempDirName: `reports/stryker-${name}`,
    // Stryker cannot read a tsconfig file, because TypeScript 7 has no API for that.
    tsconfigFile: "none",
    disableTypeChecks: true
  }
}
