/** The settings that every package's tests share: packages resolve to their sources, so no build is needed. */
import { defineConfig } from "vitest/config"

const conditions = ["@sheaf/source", "module", "node", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ["test/**/*.test.ts"], testTimeout: 30_000 }
})
