/** Runs `sheaf sandbox` in its own process. */
import * as ListeningProcess from "./ListeningProcess.ts"

export interface SandboxProcessOptions {
  readonly dataDir: string
  /** Defaults to any free port. */
  readonly port?: number
  readonly flags?: ReadonlyArray<string>
}

export interface SandboxProcess extends ListeningProcess.ListeningProcess {
  /** For example, `http://127.0.0.1:40123`. */
  readonly base: string
  readonly config: { readonly connectors: ReadonlyArray<object> }
}

/** The JSON ends at the first closing brace at the start of a line. */
const listening = /listening on (http:\/\/\S+)\.\n.*\n(\{\n[^]*?\n\})\n/

export const start = async ({ dataDir, flags = [], port = 0 }: SandboxProcessOptions): Promise<SandboxProcess> => {
  const [started, [, base = "", config = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheafProgram("sandbox", "--port", String(port), "--login-host-port", "0", ...flags),
    env: { SHEAF_DATA_DIR: dataDir },
    listening
  })
  return { ...started, base, config: JSON.parse(config) }
}
