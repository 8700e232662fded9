import { BaseSequencer } from "vitest/node"
import type { TestSpecification } from "vitest/node"
import { defineConfig } from "vitest/config"
import type { TestProjectConfiguration } from "vitest/config"
import shared, { waiting } from "./vitest.shared.ts"
import { compiled } from "./packages/domain/vitest.config.ts"

/**
 * Test files that start first, because they take longest or wait for processes and timers. The other files keep the
 * processors busy in the meantime, and no long file runs alone at the end.
 */
const first = [
  /\/(Conformance|Scenarios|guides|Isolation|Init|RecordedData|Hostile|ServerCertificate)\.test\.ts$/,
  /\/packages\/(app-api|adapters-pdf)\//,
  /\/(tools|packages\/(application|client))\//
]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = first.findIndex((pattern) => pattern.test(moduleId))
  return index === -1 ? first.length : index
}

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}

const alone = "packages/domain/vitest.compiled.config.ts"

/**
 * All packages form one project, whose workers load the sources once. The pages need Vite's plugins, so they are a
 * separate project.
 */
const together: Array<TestProjectConfiguration> = [
  {
    ...shared,
    test: {
      ...shared.test,
      ...waiting,
      name: "all",
      globalSetup: "packages/app-api/src/testing/BundleSetup.ts",
      include: ["packages/*/test/**/*.test.ts", "tools/test/**/*.test.ts"],
      exclude: [...(shared.test?.exclude ?? []), "packages/web/**", `packages/domain/${compiled}`]
    }
  },
  "packages/web",
  alone
]

const apart: Array<TestProjectConfiguration> = ["packages/*", alone, "tools"]

/**
 * `--project NAME` runs the tests of one package. CI runs each package separately, so that no package's tests depend on
 * another's.
 */
const isApart = process.env["CI"] === "true" || process.argv.some((word) => word.startsWith("--project"))

export default defineConfig({
  test: { projects: isApart ? apart : together, sequence: { sequencer: LongestFirst } }
})
