import { defineConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"
import { compiled } from "./vitest.config.ts"

const test = { ...shared.test, name: "domain-compiled", include: [compiled], isolate: true }

/**
 * Uses a separate process for the suite with compiled schemas, because compiling must start before any schema is used.
 */
export default defineConfig({ ...shared, test })
