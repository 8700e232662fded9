import { mergeConfig } from "vitest/config"
import shared, { waiting } from "../vitest.shared.ts"

export default mergeConfig(shared, {
  test: { ...waiting, name: "tools", globalSetup: "../packages/app-api/src/testing/BundleSetup.ts" }
})
