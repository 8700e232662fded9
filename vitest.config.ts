import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { projects: ["packages/*", "packages/domain/vitest.compiled.config.ts", "tools"] }
})
