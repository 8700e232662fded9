/** The settings that every package's tests share: packages resolve to their sources, so no build is needed. */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const conditions = ["@sheaf/source", "module", "node", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    // Long tests, such as tests in a browser, outages and repeated kills. `.ci/run` sets CI=true and runs them too.
    exclude: process.env["CI"] === "true" ? [] : ["**/*.long.test.ts"],
    testTimeout: 60_000,
    // Long enough to start services on a busy machine.
    hookTimeout: 120_000,
    // Each worker loads the sources once. Packages whose tests mostly wait use `waiting`.
    maxWorkers: 2,
    // Loading modules anew for each file costs as much as all the tests: nothing that is loaded keeps state between them.
    isolate: false,
    // Programs that tests start from their sources would compile a thousand modules each time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/node", import.meta.url)) }
  }
})

/** The settings of packages whose tests mostly wait for processes and for time to pass. They run after the other packages. */
export const waiting = { maxWorkers: 4, sequence: { groupOrder: 1 } }
