/** The reader process: its priority, and its results if file descriptors run out or a document hangs. */
import { assert, describe, it } from "vitest"
import { execFileSync, spawn } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { getPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Bounds } from "../../src/reader/Attempt.ts"

const outOfFiles = fileURLToPath(new URL("./OutOfFiles.ts", import.meta.url))
const readerProcess = fileURLToPath(new URL("../../src/reader/ReaderProcess.ts", import.meta.url))
const bounds: Bounds = { processorMillis: 60_000, millis: 60_000, mebibytes: 512, lessUrgent: 5 }

describe("a service without free file descriptors", () => {
  it("receives Busy from the reader, and keeps running", () => {
    const script = 'ulimit -n 100; exec "$0" --conditions=@sheaf/source "$1"'
    const told = execFileSync("sh", ["-c", script, process.execPath, outOfFiles], { encoding: "utf8" })
    assert.strictEqual(told, "Busy, still running")
  })
})

describe("the reader process", () => {
  it("reports a document as damaged if it never finishes loading", () => {
    // Apart from types, ReaderProcess.ts needs only ReaderThread.ts, which this test replaces.
    const folder = mkdtempSync(join(tmpdir(), "sheaf-reader-"))
    try {
      copyFileSync(readerProcess, join(folder, "ReaderProcess.ts"))
      writeFileSync(join(folder, "ReaderThread.ts"), "await new Promise(() => {})")
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
      const told = execFileSync(process.execPath, [join(folder, "ReaderProcess.ts"), JSON.stringify(bounds)], {
        encoding: "utf8",
        input: "%PDF-1.7",
        stdio: ["pipe", "pipe", "ignore"]
      })
      assert.deepStrictEqual(JSON.parse(told), { type: "DAMAGED" })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("has no lower nice value than its parent", async () => {
    const urgency = 10
    const program = [process.execPath, readerProcess, JSON.stringify(bounds)]
    const reading = spawn("nice", ["-n", String(urgency), ...program], { stdio: ["pipe", "ignore", "ignore"] })
    try {
      // More bytes than a pipe buffers, so the write completes only when the process reads them.
      const bytes = new Uint8Array(1024 * 1024)
      await new Promise<void>((resolve, reject) => {
        reading.stdin.once("error", reject)
        reading.stdin.write(bytes, () => resolve())
      })
      assert.isAtLeast(getPriority(reading.pid), urgency)
    } finally {
      reading.kill("SIGKILL")
    }
  })
})
