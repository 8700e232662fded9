/** `sheaf sandbox` in its own process. */
import * as ListeningProcess from "./ListeningProcess.ts"

export interface SandboxProcessOptions {
  readonly dataDir: string
  /** The port to listen on. Default: any free port. */
  readonly port?: number
  /** Further flags of the command. */
  readonly flags?: ReadonlyArray<string>
}

export interface SandboxProcess extends ListeningProcess.ListeningProcess {
  /** The listener's URL, such as `http://127.0.0.1:40123`. */
  readonly base: string
  /** The service's configuration file, as printed by the command. */
  readonly config: { readonly connectors: ReadonlyArray<object> }
}

/** The JSON ends at the first brace that starts a line. */
const listening = /listening on (http:\/\/\S+)\.\n.*\n(\{\n[^]*?\n\})\n/

/** Starts the sandbox and waits until it listens. */
export const start = async ({ dataDir, flags = [], port = 0 }: SandboxProcessOptions): Promise<SandboxProcess> => {
  const [started, [, base = "", config = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheafProgram("sandbox", "--port", String(port), "--login-host-port", "0", ...flags),
    env: { SHEAF_DATA_DIR: dataDir },
    listening
  })
  return { ...started, base, config: JSON.parse(config) }
}
