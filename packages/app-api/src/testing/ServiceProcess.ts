/** The service as a process of its own, for demonstrations, benchmarks, and tests that end it by force. */
import * as ListeningProcess from "./ListeningProcess.ts"

export interface Options {
  readonly dataDir: string
  /** Further environment variables; those of this process that configure the service are not passed on. */
  readonly env?: Readonly<Record<string, string>>
}

export interface ServiceProcess extends ListeningProcess.ListeningProcess {
  /** The address that it listens on, for example `http://127.0.0.1:40123`. */
  readonly base: string
  /** The address of mutual TLS, for example `https://127.0.0.1:40124`; absent where it is switched off. */
  readonly mutualTlsBase: string | undefined
}

/** One line, which is written at once. */
const listening = /listens on (http:\/\/\S+)(?: and, for mutual TLS, (https:\/\/\S+))?/

/** Starts the service on a free port, and waits until it listens. */
export const start = async ({ dataDir, env = {} }: Options): Promise<ServiceProcess> => {
  const [started, [, base = "", mutualTlsBase]] = await ListeningProcess.start({
    command: ["serve"],
    env: { PORT: "0", SHEAF_DATA_DIR: dataDir, ...env },
    listening
  })
  return { ...started, base, mutualTlsBase }
}
