/** The service in its own process, for demonstrations and benchmarks, and for tests that kill it. */
import { fileURLToPath } from "node:url"
import bulk from "./bulk.json" with { type: "json" }
import * as ListeningProcess from "./ListeningProcess.ts"

/** Limits for programs that send many requests as one client. A configuration file must repeat these limits. */
export const bulkLimits = bulk.limits

/** The configuration file with these limits. */
const bulkConfig = fileURLToPath(new URL("./bulk.json", import.meta.url))

export interface ServiceProcessOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** The program to start. Default: this checkout's `sheaf serve`. */
  readonly program?: ListeningProcess.ProcessOptions["program"]
}

export interface ServiceProcess extends ListeningProcess.ListeningProcess {
  /** The listener's URL, such as `http://127.0.0.1:40123`. */
  readonly base: string
  /** The URL of the mutual TLS listener, such as `https://127.0.0.1:40124`, unless mutual TLS is off. */
  readonly mutualTlsBase: string | undefined
}

const listening = /listening on (http:\/\/\S+?)(?: and, with mutual TLS, on (https:\/\/\S+?))?\. Data folder/

/**
 * Starts the service on a free port, and waits until it listens. `env` has additional settings. Without `SHEAF_CONFIG`,
 * the limits are {@link bulkLimits}.
 */
export const start = async ({
  dataDir,
  env = {},
  program = ListeningProcess.sheafProgram("serve")
}: ServiceProcessOptions): Promise<ServiceProcess> => {
  const [started, [, base = "", mutualTlsBase]] = await ListeningProcess.start({
    program,
    env: { PORT: "0", SHEAF_DATA_DIR: dataDir, SHEAF_CONFIG: bulkConfig, ...env },
    listening
  })
  return { ...started, base, mutualTlsBase }
}
