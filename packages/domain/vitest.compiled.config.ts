import { defineConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"
import { compiled } from "./vitest.config.ts"

const test = { ...shared.test, name: "domain-compiled", include: [compiled], isolate: true }

/** The suite that compiles schemas. It must be the first in its process to use any schema. */
export default defineConfig({ ...shared, test })
