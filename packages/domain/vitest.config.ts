import { mergeConfig } from "vitest/config"
import shared from "../../vitest.shared.ts"

// A file of its own compiles schemas, for the process that it runs in, and has to be the first there to use them.
export default mergeConfig(shared, { test: { name: "domain", isolate: true } })
