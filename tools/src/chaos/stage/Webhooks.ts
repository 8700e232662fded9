/**
 * The client's webhook receivers, one on each node's host, because in the sandbox a node sends webhooks over HTTP only
 * to its own machine.
 */
import { freePort } from "@sheaf/adapters-sql/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export interface WebhookReceivers {
  readonly url: string
  readonly delivered: () => ReadonlySet<string>
  readonly stop: () => void
}

const script = fileURLToPath(new URL("./receiver.ts", import.meta.url))

/** `hosts` contains a command prefix for each host. A command with this prefix runs on that host. */
export const start = async (folder: string, hosts: ReadonlyArray<ReadonlyArray<string>>): Promise<WebhookReceivers> => {
  const [port, log] = [await freePort(), join(folder, "deliveries.log")]
  appendFileSync(log, "")
  const receivers = hosts.map((on) => {
    const [tool = process.execPath, ...words] = [...on, process.execPath, script, String(port), log]
    return spawn(tool, words, { stdio: ["ignore", "ignore", "inherit", "ipc"] })
  })
  await Promise.all(receivers.map((receiver) => once(receiver, "message")))
  return {
    url: `http://127.0.0.1:${port}/`,
    delivered: () => new Set(readFileSync(log, "utf8").split("\n").slice(0, -1)),
    stop: () => {
      for (const receiver of receivers) receiver.kill()
    }
  }
}
