/** A receiver of webhooks in a process of its own, because the checks of the request collections block theirs. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"

const program = `
const server = require("node:http").createServer((request, response) => {
  const chunks = []
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => {
    console.log(JSON.parse(Buffer.concat(chunks)).type)
    response.writeHead(204).end()
  })
})
server.listen(0, "127.0.0.1", () => console.log(server.address().port))
`

export interface WebhookReceiver {
  readonly url: string
  /** Returns the types of the first `count` events, or fewer if no further event arrives within five seconds. */
  readonly types: (count: number) => Promise<ReadonlyArray<string>>
  readonly stop: () => void
}

/** Starts a receiver that accepts every event. */
export const start = async (): Promise<WebhookReceiver> => {
  const child = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "pipe", "inherit"] })
  const lines = createInterface(child.stdout)
  const [port] = await once(lines, "line")
  const types: Array<string> = []
  lines.on("line", (type: string) => types.push(type))
  return {
    url: `http://127.0.0.1:${port}/`,
    types: async (count) => {
      const signal = AbortSignal.timeout(5000)
      while (types.length < count && !signal.aborted) await once(lines, "line", { signal }).catch(() => undefined)
      return types.slice(0, count)
    },
    stop: () => void child.kill()
  }
}
