/** The settings that every package's tests share: packages resolve to their sources, so no build is needed. */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const conditions = ["@sheaf/source", "module", "node", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    // Long tests include browser tests, outages and repeated kills. `.ci/run` sets CI=true, which runs them too.
    exclude: process.env["CI"] === "true" ? [] : ["**/*.long.test.ts"],
    testTimeout: 180_000,
    // Long enough to start services on a busy machine.
    hookTimeout: 240_000,
    // Each worker loads the sources, so there are only two. Packages whose tests spend most of their time waiting use
    // `waiting` instead.
    maxWorkers: 2,
    // Reloading modules for each file would take as long as all the tests, and no loaded module keeps state between
    // files.
    isolate: false,
    // Caches compiled code. Otherwise, every program that a test starts from source would have to compile a thousand
    // modules.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/node", import.meta.url)) }
  }
})

/** For packages whose tests mostly wait for processes and timers. They run after the other packages. */
export const waiting = { maxWorkers: 4, sequence: { groupOrder: 1 } }
