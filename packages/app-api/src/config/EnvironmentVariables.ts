/** Lists all environment variables that Sheaf reads, for the service and for `docs/configuration.md`. */
import * as Mode from "./Mode.ts"

export interface EnvironmentVariable {
  /** The allowed values. Absent if any string is allowed. A variable with a format is never secret. */
  readonly format?: string
  /** Absent if there is no default, or if `meaning` explains it. */
  readonly defaultValue?: string
  readonly meaning: string
}

const port = "a whole number from 0 to 65535"

export const defaults = {
  host: "127.0.0.1",
  port: 8080,
  mutualTlsPort: 8443,
  loginHostPort: 8444,
  dataDir: ".sheaf",
  metricsHost: "127.0.0.1"
}

const otherwiseFree = (usual: number): string => `${usual}, or a free port if \`PORT\` is \`0\``

export const all: Readonly<Record<string, EnvironmentVariable>> = {
  HOST: {
    defaultValue: defaults.host,
    meaning:
      "Address to listen on. If other machines can reach it, `SHEAF_KEYS`, `SHEAF_PEPPER` and `SHEAF_DEMO=off` are required."
  },
  PORT: { format: port, defaultValue: String(defaults.port), meaning: "Port to listen on. `0` selects a free port." },
  MTLS_PORT: {
    format: `${port}, or off`,
    defaultValue: otherwiseFree(defaults.mutualTlsPort),
    meaning:
      "Port for mutual TLS on the same address, or `off`. With `DATABASE_URL`, Sheaf uses a free port if the " +
      "default is taken."
  },
  LOGIN_HOST_PORT: {
    format: port,
    defaultValue: otherwiseFree(defaults.loginHostPort),
    meaning:
      "Port of the simulated companies' login host, on the same address. If the default is taken, Sheaf logs a " +
      "warning and uses a free port. It never replaces a port that you set."
  },
  METRICS_HOST: {
    defaultValue: defaults.metricsHost,
    meaning: "Address to listen on for `METRICS_PORT`. Metrics need no credentials, so let only Prometheus reach it."
  },
  METRICS_PORT: {
    format: port,
    meaning:
      "Port for metrics and the operator's console. Without it, both are off. `0` selects a free port, which is " +
      "logged."
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      "URL of an OpenTelemetry collector, without credentials, query or fragment. Sheaf appends `/v1/metrics` and `/v1/traces`."
  },
  SHEAF_MODE: Mode.variable,
  SHEAF_ENVIRONMENT: {
    format: "test or production",
    defaultValue: "production in production mode, otherwise test",
    meaning:
      "Decides the prefix of API keys (`sheaf_test` or `sheaf_live`), the authority of client certificates, and the claim " +
      "`env` of tokens. Each environment is a separate service with its own database."
  },
  SHEAF_DATA_DIR: {
    defaultValue: defaults.dataDir,
    meaning:
      "Folder for the database and the keys that Sheaf creates. Without `DATABASE_URL`, only one process at a " +
      "time can use it. Sheaf does not start if another user owns the folder, can write to it, can replace it, or " +
      "can read the keys."
  },
  SHEAF_KEYS: {
    meaning:
      "Sealing keys: `id:base64(32 bytes)`, separated by commas. The first one encrypts, and all can decrypt. " +
      "Required in production mode."
  },
  SHEAF_KEYS_FILE: {
    meaning: "File with the value of `SHEAF_KEYS`. Sheaf rejects every `_FILE` that all users can read."
  },
  SHEAF_KEYS_COMMAND: { meaning: "Shell command that prints the keys." },
  SHEAF_PEPPER: {
    meaning:
      "Key that hashes API keys and references: 32 bytes in base64. During a rotation: `new,old`. Required in " +
      "production mode."
  },
  SHEAF_PEPPER_FILE: { meaning: "File with the value of `SHEAF_PEPPER`." },
  SHEAF_PUBLIC_URL: {
    defaultValue: "the listening address",
    meaning:
      "URL at which people and clients reach Sheaf, without credentials, query or fragment. It is also the " +
      "issuer of tokens, so changing it invalidates them all."
  },
  SHEAF_DEMO: {
    format: "on or off",
    defaultValue: "on",
    meaning: "`off` disables `sheaf-demo`, the public API key for trying Sheaf."
  },
  SHEAF_CONFIG: { meaning: "Path of the configuration file." },
  DATABASE_URL: {
    meaning:
      "PostgreSQL 14 or newer: `postgres://user:password@host:port/database`, with `?sslmode=require` for TLS. Without it, " +
      "Sheaf uses SQLite in the data folder."
  },
  DATABASE_URL_FILE: { meaning: "File with the value of `DATABASE_URL`." }
}
