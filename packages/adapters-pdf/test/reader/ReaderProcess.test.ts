/**
 * Tests the reader process: its confinement, its priority, and what happens if file descriptors run out or a document
 * hangs.
 */
import { assert, describe, it } from "vitest"
import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { getPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { AttemptLimits } from "../../src/reader/Attempt.ts"
import * as Confinement from "../../src/reader/Confinement.ts"

const outOfFiles = fileURLToPath(new URL("./OutOfFiles.ts", import.meta.url))
const readerProcess = fileURLToPath(new URL("../../src/reader/ReaderProcess.ts", import.meta.url))
const bounds: AttemptLimits = { processorMillis: 60_000, millis: 60_000, mebibytes: 512, lessUrgent: 5 }

describe("a service without free file descriptors", () => {
  it("receives Busy from the reader, and keeps running", () => {
    const script = 'ulimit -n 100; exec "$0" --conditions=@sheaf/source "$1"'
    const told = execFileSync("sh", ["-c", script, process.execPath, outOfFiles], { encoding: "utf8" })
    assert.strictEqual(told, "QueueFullError, still running")
  })
})

/** Each tool's effects, as seen by a confined program. A machine may lack a tool, and a container may forbid it. */
const effects: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  prlimit: [/Max core file size +0 /, /Max file size +0 /, /Max open files +64 /, /Max cpu time +61 /],
  setpriv: [/NoNewPrivs:\s+1\n/],
  unshare: [/CapEff:\s+0+\n/, /face[^:]+\n +lo:[^:]+$/]
}

describe("the confinement of a program", () => {
  it.runIf(existsSync("/proc/self/limits"))("takes effect with each tool that this machine permits", async () => {
    const prefix = (await Effect.runPromise(Confinement.findCommandPrefix))(bounds)
    const look = ["/bin/sh", "-c", "cat /proc/self/status /proc/self/limits /proc/net/dev"]
    const [command = "", ...words] = [...prefix, ...look]
    const told = execFileSync(command, words, { encoding: "utf8", env: {} })
    for (const [name, found] of Object.entries(effects)) {
      if (prefix.some((word) => word.endsWith(`/${name}`))) for (const effect of found) assert.match(told, effect)
    }
  })
})

describe("the reader process", () => {
  it("reports a document as damaged if it never finishes loading", () => {
    // Apart from types, ReaderProcess.ts imports only ReaderThread.ts, which this test replaces.
    const folder = mkdtempSync(join(tmpdir(), "sheaf-reader-"))
    try {
      copyFileSync(readerProcess, join(folder, "ReaderProcess.ts"))
      writeFileSync(join(folder, "ReaderThread.ts"), "await new Promise(() => {})")
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
      const told = execFileSync(process.execPath, [join(folder, "ReaderProcess.ts"), JSON.stringify(bounds)], {
        encoding: "utf8",
        input: `${JSON.stringify({ layouts: [] })}\n%PDF-1.7`,
        stdio: ["pipe", "pipe", "ignore"]
      })
      assert.deepStrictEqual(JSON.parse(told), { type: "DAMAGED" })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("has a nice value no lower than its parent's", async () => {
    const urgency = 10
    const program = [process.execPath, readerProcess, JSON.stringify(bounds)]
    const reading = spawn("nice", ["-n", String(urgency), ...program], { stdio: ["pipe", "ignore", "ignore"] })
    try {
      // More bytes than fit into a pipe's buffer, so the write completes only when the process reads them.
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
