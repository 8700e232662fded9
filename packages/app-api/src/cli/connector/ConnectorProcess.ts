/** Runs a connector in its own process. The connector's requests to the company go through a proxy. */
import { timeHeader } from "@sheaf/connector/cassettes"
import type { CallConnectorAt } from "@sheaf/connector/cassettes"
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"

export interface ConnectorProcess {
  /** Sends the connector's secret by default. */
  readonly call: (
    name: string,
    body: string,
    headers?: Readonly<Record<string, string>>
  ) => Promise<{ readonly status: number; readonly contentType: string; readonly content: Uint8Array<ArrayBuffer> }>
  /** Calls the connector and makes it use the time of a recording as the current time. */
  readonly callAt: CallConnectorAt
  readonly stop: () => Promise<void>
}

export interface Options {
  readonly folder: string
  readonly command: readonly [tool: string, ...words: ReadonlyArray<string>]
  readonly proxy: string
  /** The path to the proxy's CA certificate, for connectors that do not use the kit. */
  readonly authorityFile: string
}

const callMillis = 30_000
const startMillis = 20_000

export const defaultCommand = (folder: string): Options["command"] | undefined => {
  if (existsSync(join(folder, "main.ts"))) return [process.execPath, "main.ts"]
  return existsSync(join(folder, "connector.py")) ? ["python3", "connector.py"] : undefined
}

/** Environment variables that make programs in many languages use the proxy and trust its CA. */
const proxyVariables = ({ authorityFile, proxy }: Options): Readonly<Record<string, string>> => ({
  CONNECTOR_PROXY: proxy,
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  http_proxy: proxy,
  https_proxy: proxy,
  // Requests to servers on this machine must use the proxy too; otherwise the cassette would lack them.
  NO_PROXY: "",
  no_proxy: "",
  NODE_USE_ENV_PROXY: "1",
  NODE_EXTRA_CA_CERTS: authorityFile,
  SSL_CERT_FILE: authorityFile,
  REQUESTS_CA_BUNDLE: authorityFile
})

const listening = /^listens on (\S+)$/m

/** `key` seals the connector's sessions. Another process with the same key can continue them. */
export const start = async (options: Options, key: string): Promise<ConnectorProcess> => {
  const secret = randomBytes(32).toString("hex")
  const { command, folder } = options
  const [tool, ...words] = command
  const child = spawn(tool, words, {
    cwd: folder,
    env: { ...process.env, ...proxyVariables(options), CONNECTOR_SECRET: secret, CONNECTOR_KEY: key, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const exited = once(child, "close")
  const url = await new Promise<string>((resolve, reject) => {
    let output = ""
    child.stdout.on("data", (part: Buffer) => {
      output = (output + part.toString()).slice(-10_000)
      const [, found] = listening.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
    exited.then(
      () => reject(new Error(`${command.join(" ")} ended before it printed "listens on URL"`)),
      () => reject(new Error(`cannot run ${tool}`))
    )
    AbortSignal.timeout(startMillis).addEventListener("abort", () => {
      child.kill("SIGKILL")
      reject(new Error(`${command.join(" ")} did not print "listens on URL"`))
    })
  })
  const call: ConnectorProcess["call"] = async (name, body, headers = {}) => {
    const response = await fetch(`${url}/v1/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(callMillis)
    })
    const content = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, contentType: response.headers.get("content-type") ?? "", content }
  }
  return {
    call,
    callAt: (name, body, key, time) =>
      call(name, JSON.stringify(body), { "idempotency-key": key, [timeHeader]: time.toISOString() }),
    stop: async () => {
      child.kill("SIGTERM")
      await exited
    }
  }
}
