/**
 * Type-checks the Python client (`clients/python`), and runs its tests and the examples from its README and the
 * tutorial against a running sandbox.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { start } from "../../src/testing/index.ts"
import type { ServiceProcess } from "../../src/testing/index.ts"
import { run, workspaceForAll } from "../Tools.ts"

const folder = fileURLToPath(new URL("../../../../clients/python", import.meta.url))

const python = "/usr/bin/python3"

const place = workspaceForAll()
let service: ServiceProcess

const runsWell = async (...words: ReadonlyArray<string>): Promise<string> => {
  const env = {
    PYTHONPATH: join(folder, "src"),
    PYTHONDONTWRITEBYTECODE: "1",
    SHEAF_URL: service.base,
    SHEAF_MTLS_URL: String(service.mutualTlsBase),
    SHEAF_DATA_DIR: place.dataDir
  }
  const { code, err, out } = await run(python, words, folder, { env })
  assert.strictEqual(code, 0, `${out}${err}`)
  return out + err
}

describe("the Python client", () => {
  beforeAll(async () => {
    service = await start({ dataDir: place.dataDir })
  })
  afterAll(() => service.stop())

  it("passes mypy in strict mode, its examples included", async () => {
    const readme = readFileSync(join(folder, "README.md"), "utf8")
    const examples = [...readme.matchAll(/^```python\n([^]*?)^```/gmu)].map(([, text = ""], index) => {
      const file = join(place.folder, `example_${index}.py`)
      writeFileSync(file, text)
      return file
    })
    const cache = `--cache-dir=${join(place.folder, "mypy")}`
    assert.include(await runsWell("-m", "mypy", cache, "src", "tests", ...examples), "Success")
  })

  it("passes its tests, and its README does what it says", async () => {
    assert.match(await runsWell("-m", "unittest", "discover", "-s", "tests"), /Ran \d+ tests[^]*OK/)
  })

  it("does what the tutorial says", async () => {
    const tutorial = readFileSync(join(folder, "../../docs/integrate.md"), "utf8")
    const steps = [...tutorial.matchAll(/^```python\n([^]*?)^```/gmu)].map(([, step = ""]) => step).join("")
    const file = join(place.folder, "tutorial.py")
    writeFileSync(file, steps.replaceAll("http://127.0.0.1:8080", service.base))
    const documented = [...steps.matchAll(/print\(.*\) {2}# (.*)$/gmu)].map(([, text = ""]) => text)
    assert.deepStrictEqual((await runsWell(file)).trim().split("\n"), documented)
  })
})
