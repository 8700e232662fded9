/** Runs the example connector (`examples/python-connector`) in its own process. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../../examples/python-connector/${name}`, import.meta.url))

export const section: { readonly connectors: ReadonlyArray<object> } = JSON.parse(
  readFileSync(fileOf("sheaf.json"), "utf8")
)

export const lines = readFileSync(fileOf("connector.py"), "utf8").split("\n").length - 1

export interface PythonConnector extends ListeningProcess.ListeningProcess {
  /** The listener's URL, for example `http://127.0.0.1:40123`. */
  readonly base: string
}

/** Starts the connector on a free port. `key` signs its sessions. */
export const start = async (secret: string, key: string): Promise<PythonConnector> => {
  const [started, [, base = ""]] = await ListeningProcess.start({
    program: ["python3", fileOf("connector.py"), "--port", "0"],
    env: { CONNECTOR_SECRET: secret, CONNECTOR_KEY: key },
    listening: /^listens on (\S+)$/m
  })
  return { ...started, base }
}
