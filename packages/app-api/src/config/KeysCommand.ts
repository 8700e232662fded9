/**
 * Gets keys from an operator's command, such as the client of a key management service or a vault
 * (`SHEAF_KEYS_COMMAND`; spec 14.3). Never logs the command, its output or its errors.
 */
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { failWith } from "../errors/OperatorError.ts"

const name = "SHEAF_KEYS_COMMAND"

const patience = "30 seconds"

/** The maximum size of the output, in bytes. Key rings are far smaller. */
const maxBytes = 64 * 1024

export interface KeysCommandOutput {
  /** The first line of the output, in the format of `SHEAF_KEYS`. */
  readonly ring: Redacted.Redacted
  /** The second line of the output, if any, in the format of `SHEAF_PEPPER`. */
  readonly pepper: Redacted.Redacted | undefined
}

type Ending =
  | { readonly _tag: "Ended"; readonly code: number | null; readonly signal: string | null; readonly output: Buffer }
  | { readonly _tag: "NotStarted" }
  | { readonly _tag: "TooLong" }

/** Runs the command in its own process group, so that its child processes can be stopped too. */
const ran = (command: string) =>
  Effect.callback<Ending>((resume) => {
    const child = spawn("/bin/sh", ["-c", command], { detached: true, stdio: ["ignore", "pipe", "ignore"] })
    const chunks: Array<Buffer> = []
    let size = 0
    const end = () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      try {
        process.kill(-child.pid, "SIGKILL")
      } catch {
        // The processes have just ended.
      }
    }
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) return void chunks.push(chunk)
      end()
      resume(Effect.succeed({ _tag: "TooLong" }))
    })
    child.once("error", () => resume(Effect.succeed({ _tag: "NotStarted" })))
    child.once("close", (code, signal) =>
      resume(Effect.succeed({ _tag: "Ended", code, signal, output: Buffer.concat(chunks) }))
    )
    return Effect.sync(end)
  })

export const run = Effect.fnUntraced(function* (command: Redacted.Redacted) {
  const ending = yield* ran(Redacted.value(command)).pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => failWith(`${name}: the command did not end within ${patience}`)
    })
  )
  if (ending._tag === "NotStarted") return yield* failWith(`${name}: cannot start /bin/sh`)
  if (ending._tag === "TooLong") return yield* failWith(`${name}: the command printed more than ${maxBytes} bytes`)
  const { code, output, signal } = ending
  if (code !== 0) {
    const how = code === null ? `the signal ${signal}` : `exit code ${code}`
    return yield* failWith(`${name}: the command ended with ${how}; run it by hand to see its errors`)
  }
  const [ring, pepper, more] = output
    .toString()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  if (ring === undefined || more !== undefined) {
    return yield* failWith(`${name}: expected one line with the keys, and optionally a second line with the pepper`)
  }
  const keys: KeysCommandOutput = {
    ring: Redacted.make(ring),
    pepper: pepper === undefined ? undefined : Redacted.make(pepper)
  }
  return keys
})
