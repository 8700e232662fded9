import { BaseSequencer } from "vitest/node"
import type { TestSpecification } from "vitest/node"
import { defineConfig } from "vitest/config"

/** The test files that take longest. They start first within their group, so that none runs alone at the end. */
const longest = ["ExternalIssuer", "Conformance", "guides", "Hostile", "ServerCertificate", "ElectronicId"]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return index === -1 ? longest.length : index
}

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    projects: ["packages/*", "packages/domain/vitest.compiled.config.ts", "tools"],
    sequence: { sequencer: LongestFirst }
  }
})
