/** Starts the servers that the service is compared with. */
import { spawn } from "node:child_process"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"

export interface ServerProcess {
  readonly base: string
  readonly pid: number
}

export const start = async (cleanup: Cleanup, script: URL, ...args: ReadonlyArray<string>): Promise<ServerProcess> => {
  const command = ["--conditions=@sheaf/source", script.pathname, ...args]
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] })
  cleanup.add(() => child.kill())
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const match = /listens on (https?:\/\/\S+)/.exec(chunk.toString())
      if (match?.[1] !== undefined) resolve(match[1])
    })
    child.on("exit", (code) => reject(new Error(`${script.pathname} ended with code ${String(code)}`)))
  })
  return { base, pid: child.pid ?? 0 }
}
