import { mergeConfig } from "vitest/config"
import shared, { waiting } from "../../vitest.shared.ts"

export default mergeConfig(shared, { test: { ...waiting, name: "app-api", globalSetup: "src/testing/BundleSetup.ts" } })
