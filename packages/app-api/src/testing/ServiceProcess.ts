/** The service as a process of its own, for demonstrations, benchmarks, and tests that end it by force. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

export interface Options {
  readonly dataDir: string
  /** Further environment variables; those of this process that configure the service are not passed on. */
  readonly env?: Readonly<Record<string, string>>
}

export interface ServiceProcess {
  /** The address that it listens on, for example `http://127.0.0.1:40123`. */
  readonly base: string
  /** The address of mutual TLS, for example `https://127.0.0.1:40124`; absent where it is switched off. */
  readonly mutualTlsBase: string | undefined
  readonly pid: number
  /** Everything that it wrote so far, to standard output and standard error. */
  readonly output: () => string
  /** Ends it at once, as a power cut would: no handler of its own runs. */
  readonly kill: () => Promise<void>
  /** Asks it to stop, waits until it has, and gives its exit code. */
  readonly stop: () => Promise<number | null>
}

const fromSource = import.meta.url.endsWith(".ts")
const entry = fileURLToPath(new URL(fromSource ? "../main.ts" : "../main.js", import.meta.url))
const command = [...(fromSource ? ["--conditions=@sheaf/source"] : []), entry, "serve"]

const listeners = ["HOST", "PORT", "MTLS_PORT"]

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith("SHEAF_") || listeners.includes(name) ? [] : [[name, value]]
    )
  )

/** One line, which is written at once. */
const listening = /listens on (http:\/\/\S+)(?: and, for mutual TLS, (https:\/\/\S+))?/

/** Starts the service on a free port, and waits until it listens. */
export const start = async ({ dataDir, env = {} }: Options): Promise<ServiceProcess> => {
  const child = spawn(process.execPath, command, {
    env: { ...inherited(), PORT: "0", SHEAF_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  const exited = once(child, "exit")
  const [, base = "", mutualTlsBase] = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const match = listening.exec(output)
      if (match !== null) resolve(match)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    void exited.then(([code]) => reject(new Error(`the service ended with code ${String(code)}:\n${output}`)))
  })
  const { pid } = child
  if (pid === undefined) throw new Error("the service has no process")
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    base,
    mutualTlsBase,
    pid,
    output: () => output,
    kill: async () => {
      await end("SIGKILL")
    },
    stop: () => end("SIGTERM")
  }
}
