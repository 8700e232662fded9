/** The settings that every package's tests share: packages resolve to their sources, so no build is needed. */
import { defineConfig } from "vitest/config"

const conditions = ["@sheaf/source", "module", "node", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Many tests wait for processes and for time to pass: one file at a time, as two cores would get, is mostly waiting.
  test: { include: ["test/**/*.test.ts"], testTimeout: 60_000, maxWorkers: 4 }
})
