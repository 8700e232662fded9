/** Lists all environment variables that Sheaf reads, for the service and for `docs/configuration.md`. */
import * as Mode from "./Mode.ts"

export interface EnvironmentVariable {
  /** The allowed values; absent if any text is allowed. A variable with a format is never secret. */
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
      "Port for mutual TLS, on the same address, or `off`. With `DATABASE_URL`, a free port replaces a taken default."
  },
  LOGIN_HOST_PORT: {
    format: port,
    defaultValue: otherwiseFree(defaults.loginHostPort),
    meaning:
      "Port of the simulated companies' login host, on the same address. A free port, and a warning, replaces a taken default, but " +
      "not a taken port that you set."
  },
  METRICS_HOST: {
    defaultValue: defaults.metricsHost,
    meaning: "Address of `METRICS_PORT`, which needs no credentials: let only Prometheus reach it."
  },
  METRICS_PORT: {
    format: port,
    meaning: "Port of metrics and operator's console, off without it. `0` selects a free port, which is logged."
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
      "Folder of the database and the keys that Sheaf creates, for one process at a time unless `DATABASE_URL` is set. Sheaf " +
      "does not start if another user owns, can replace or can write to the folder, or can read the keys."
  },
  SHEAF_KEYS: {
    meaning:
      "Sealing keys: `id:base64(32 bytes)`, separated by commas. The first seals; any opens. Required in production mode."
  },
  SHEAF_KEYS_FILE: {
    meaning: "File with the value of `SHEAF_KEYS`. `_FILE`s that every user can read are rejected."
  },
  SHEAF_KEYS_COMMAND: { meaning: "Shell command that prints the keys." },
  SHEAF_PEPPER: {
    meaning:
      "Key that hashes API keys and references: 32 bytes in base64. During a rotation: new, comma, old. Required in " +
      "production mode."
  },
  SHEAF_PEPPER_FILE: { meaning: "File with the value of `SHEAF_PEPPER`." },
  SHEAF_PUBLIC_URL: {
    defaultValue: "the listening address",
    meaning:
      "URL at which people and clients reach Sheaf, without credentials, query or fragment. It is the issuer of tokens, so " +
      "a change invalidates them all."
  },
  SHEAF_DEMO: {
    format: "on or off",
    defaultValue: "on",
    meaning: "`off` disables the public API key for trying Sheaf, `sheaf-demo`."
  },
  SHEAF_CONFIG: { meaning: "Path of the configuration file." },
  DATABASE_URL: {
    meaning:
      "PostgreSQL 14 or newer: `postgres://user:password@host:port/database`, with `?sslmode=require` for TLS. Without it, " +
      "data is in SQLite, in the data folder."
  },
  DATABASE_URL_FILE: { meaning: "File with the value of `DATABASE_URL`." }
}
