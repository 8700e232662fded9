/** The servers for comparison. */
import { spawn } from "node:child_process"

/** Runs `use` with another server: a script that prints its address. */
export const withServer = async <A>(
  script: URL,
  args: ReadonlyArray<string>,
  use: (base: string, pid: number | undefined) => Promise<A>
): Promise<A> => {
  const command = ["--conditions=@sheaf/source", script.pathname, ...args]
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] })
  try {
    const base = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (chunk: Buffer) => {
        const match = /listens on (https?:\/\/\S+)/.exec(chunk.toString())
        if (match?.[1] !== undefined) resolve(match[1])
      })
      child.on("exit", (code) => reject(new Error(`${script.pathname} ended with code ${String(code)}`)))
    })
    return await use(base, child.pid)
  } finally {
    child.kill()
  }
}
