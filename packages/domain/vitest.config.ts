import { mergeConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"

/** Runs with vitest.compiled.config.ts, because it turns on schema compilation for every test in its process. */
export const compiled = "test/versions/Compiled.test.ts"

export default mergeConfig(shared, { test: { name: "domain", exclude: [compiled] } })
