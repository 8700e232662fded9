/** The example connector (`examples/python-connector`) as a process of its own. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../../examples/python-connector/${name}`, import.meta.url))

/** The section of the configuration that comes with it. */
export const section: { readonly connectors: ReadonlyArray<object> } = JSON.parse(
  readFileSync(fileOf("sheaf.json"), "utf8")
)

/** How many lines it has: it is to stay an example. */
export const lines = readFileSync(fileOf("connector.py"), "utf8").split("\n").length - 1

export interface PythonConnector {
  /** Where it listens, for example `http://127.0.0.1:40123`. */
  readonly base: string
  /** Everything that it wrote so far, to standard output and standard error. */
  readonly output: () => string
  /** Asks it to stop, waits until it has, and gives its exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts it on a free port; `key` signs its sessions. */
export const start = async (secret: string, key: string): Promise<PythonConnector> => {
  const child = spawn("python3", [fileOf("connector.py"), "--port", "0"], {
    env: { PATH: process.env["PATH"] ?? "", CONNECTOR_SECRET: secret, CONNECTOR_KEY: key },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  const exited = once(child, "close")
  const [, base = ""] = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const listening = /^listens on (\S+)$/m.exec(output)
      if (listening !== null) resolve(listening)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    exited.then(
      ([code]) => reject(new Error(`the connector ended with code ${String(code)}:\n${output}`)),
      (error: NodeJS.ErrnoException) =>
        reject(error.code === "ENOENT" ? new Error("python3 is needed for this test") : error)
    )
  })
  return {
    base,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM")
      await exited
      return child.exitCode
    }
  }
}
