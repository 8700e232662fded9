/** The service in its own process, for demonstrations, benchmarks, and tests that kill it. */
import * as ListeningProcess from "./ListeningProcess.ts"

export interface Options {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** The program that serves. Default: `sheaf serve` of this checkout. */
  readonly program?: ListeningProcess.Options["program"]
}

export interface ServiceProcess extends ListeningProcess.ListeningProcess {
  /** The address of the listener, for example `http://127.0.0.1:40123`. */
  readonly base: string
  /** The address of the mutual TLS listener, for example `https://127.0.0.1:40124`, unless mutual TLS is off. */
  readonly mutualTlsBase: string | undefined
}

const listening = /listening on (http:\/\/\S+?)(?: and, with mutual TLS, on (https:\/\/\S+?))?\. Data folder/

/** Starts the service on a free port and waits until it listens. Other settings come from `env`. */
export const start = async ({
  dataDir,
  env = {},
  program = ListeningProcess.sheaf("serve")
}: Options): Promise<ServiceProcess> => {
  const [started, [, base = "", mutualTlsBase]] = await ListeningProcess.start({
    program,
    env: { PORT: "0", SHEAF_DATA_DIR: dataDir, ...env },
    listening
  })
  return { ...started, base, mutualTlsBase }
}
