/**
 * Runs the receivers in `examples/webhook-receivers`, and the example `verify.sh`, which checks a webhook's signature
 * with openssl.
 */
import { ListeningProcess } from "@sheaf/app-api/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/webhook-receivers/${name}`, import.meta.url))

type Program = readonly [tool: string, ...words: ReadonlyArray<string>]

export const receivers: ReadonlyArray<readonly [name: string, program: Program]> = [
  ["on Node.js", [process.execPath, "--conditions=@sheaf/source", fileOf("receiver.mjs")]],
  ["in Python", ["python3", fileOf("receiver.py")]]
]

export interface Receiver extends ListeningProcess.ListeningProcess {
  readonly base: string
}

export const startReceiver = async (
  program: Program,
  secrets: ReadonlyArray<string>,
  port: number = 0
): Promise<Receiver> => {
  const [started, [, base = ""]] = await ListeningProcess.start({
    program: [...program, "--port", String(port)],
    env: { SHEAF_WEBHOOK_SECRETS: secrets.join(" ") },
    listening: /^listens on (\S+)$/m
  })
  return { ...started, base }
}

export interface SignedRequest {
  readonly headers: Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>>
  readonly body: string
}

export const checkWithOpenssl = async (
  secret: string,
  { body, headers }: SignedRequest
): Promise<{ readonly code: unknown; readonly printed: string }> => {
  const words = [headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"]]
  const child = spawn(fileOf("verify.sh"), words, { env: { ...process.env, SHEAF_WEBHOOK_SECRET: secret } })
  // The check can end before it reads the body.
  child.stdin.on("error", () => undefined)
  child.stdin.end(body)
  const [printed, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
  return { code, printed: printed + errors }
}
