/** The companies of the sandbox as a connector over HTTP, in a process of its own (`sheaf connector sandbox`). */
import * as ListeningProcess from "./ListeningProcess.ts"

export interface Options {
  readonly dataDir: string
  /** Where it listens: any free port unless set. */
  readonly port?: number
  /** Further words of the command. */
  readonly flags?: ReadonlyArray<string>
}

export interface ConnectorProcess extends ListeningProcess.ListeningProcess {
  /** The address that it listens on, for example `http://127.0.0.1:40123`. */
  readonly base: string
  /** What it says that a configuration file of the service needs to use it. */
  readonly config: { readonly connectors: ReadonlyArray<object> }
}

/** What it writes at once; the JSON ends with the first bracket at the beginning of a line. */
const listening = /listen on (http:\/\/\S+), as a connector\.\n.*\n(\{\n[^]*?\n\})\n/

/** Starts it, and waits until it listens. */
export const start = async ({ dataDir, flags = [], port = 0 }: Options): Promise<ConnectorProcess> => {
  const [started, [, base = "", config = ""]] = await ListeningProcess.start({
    command: ["connector", "sandbox", "--port", String(port), "--login-host-port", "0", ...flags],
    env: { SHEAF_DATA_DIR: dataDir },
    listening
  })
  return { ...started, base, config: JSON.parse(config) }
}
