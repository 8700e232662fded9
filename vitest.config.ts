import { defineConfig } from "vitest/config"

export default defineConfig({
  // The projects run in this order. The tests of tools have the longest single file, so they begin before those of the service.
  test: { projects: ["tools", "packages/*", "packages/domain/vitest.compiled.config.ts"] }
})
