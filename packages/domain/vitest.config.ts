import { mergeConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"

/** Excluded, because it compiles schemas for its whole process (vitest.compiled.config.ts). */
export const compiled = "test/versions/Compiled.test.ts"

export default mergeConfig(shared, { test: { name: "domain", exclude: [compiled] } })
