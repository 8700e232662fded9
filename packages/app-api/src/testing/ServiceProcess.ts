/** Runs the service in its own process, for demonstrations, benchmarks, and tests that kill it. */
import { fileURLToPath } from "node:url"
import bulk from "./bulk.json" with { type: "json" }
import * as ListeningProcess from "./ListeningProcess.ts"

/**
 * Limits for programs that send many requests as one client. A test that sets `SHEAF_CONFIG` must include these limits
 * in its own configuration file.
 */
export const bulkLimits = bulk.limits

const bulkConfig = fileURLToPath(new URL("./bulk.json", import.meta.url))

export interface ServiceProcessOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly program?: ListeningProcess.ProcessOptions["program"]
}

export interface ServiceProcess extends ListeningProcess.ListeningProcess {
  /** For example, `http://127.0.0.1:40123`. */
  readonly base: string
  /** For example, `https://127.0.0.1:40124`. Undefined if mutual TLS is off. */
  readonly mutualTlsBase: string | undefined
}

const listening = /listening on (http:\/\/\S+?)(?: and, with mutual TLS, on (https:\/\/\S+?))?\. Data folder/

/**
 * Starts the service on a free port and waits until it listens. `env` adds settings. Without `SHEAF_CONFIG`, the limits
 * are {@link bulkLimits}.
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
