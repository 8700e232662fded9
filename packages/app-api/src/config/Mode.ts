/**
 * The modes of a service (spec 14.1). Other modules do not compare modes: they ask for what a mode allows.
 */
import type { LoginEnvironment } from "@sheaf/domain/LoginMethod"
import type { Environment } from "@sheaf/ports"
import { Config, Schema } from "effect"
import * as Setting from "./values/Setting.ts"

export interface Mode {
  readonly name: string
  /** True for services that real people use. They must meet the requirements of production mode. */
  readonly isProduction: boolean
  /** The environments that the service can be for. The first is the default. */
  readonly environments: readonly [Environment, ...ReadonlyArray<Environment>]
  /** The login methods that every client can use. */
  readonly loginEnvironments: ReadonlyArray<LoginEnvironment>
  /** True if companies, banks and electronic IDs are simulated in addition to the configured ones. */
  readonly simulatesCompanies: boolean
  /** True if the service creates the keys, authorities and certificates that the operator has not set. */
  readonly createsKeys: boolean
  /** True if people, return pages and webhook endpoints can be on this machine. */
  readonly allowsLocalAddresses: boolean
  /** True if starts for one login are limited even without a setting. */
  readonly limitsLogins: boolean
}

export const production: Mode = {
  name: "production",
  isProduction: true,
  environments: ["production", "test"],
  loginEnvironments: ["REAL"],
  simulatesCompanies: false,
  createsKeys: false,
  allowsLocalAddresses: false,
  limitsLogins: true
}

const sandbox: Mode = {
  name: "sandbox",
  isProduction: false,
  environments: ["test"],
  loginEnvironments: ["REAL", "TEST", "MOCK"],
  simulatesCompanies: true,
  createsKeys: true,
  allowsLocalAddresses: true,
  limitsLogins: false
}

export const byDefault = sandbox

const modes = { sandbox, production }

/** The description of `SHEAF_MODE`, for the list of environment variables. */
export const variable = {
  format: Object.keys(modes).join(" or "),
  defaultValue: byDefault.name,
  meaning: "`production` runs without the sandbox, if the requirements of production mode are met."
}

export const config: Config.Config<Mode> = Config.Literals(["sandbox", "production"], "SHEAF_MODE").pipe(
  Config.withDefault("sandbox" as const),
  Config.map((name) => modes[name])
)

/** The id of the sealing key that a service creates for itself. */
export const generatedKeyId = "sandbox"

/** The sections of the configuration file that belong to a mode. */
export const sections = {
  sandbox: Schema.optionalKey(
    Schema.Struct({
      loginHostPort: Setting.integer(0, 65_535, "The same as `LOGIN_HOST_PORT`. Set only one of them.")
    }).annotate({ description: "The sandbox." })
  )
}

/** The section of the simulated companies' login host. */
export interface ModeSections {
  readonly sandbox?: { readonly loginHostPort?: number }
}

/** The port of the login host in the configuration file, and the name of the setting. */
export const loginHostSetting = ({ sandbox }: ModeSections) => ({
  name: "sandbox.loginHostPort",
  port: sandbox?.loginHostPort
})

/** Returns a message for each section of another mode. */
export const sectionFaults = ({ sandbox }: ModeSections): ReadonlyArray<string> =>
  sandbox === undefined ? [] : ["SHEAF_CONFIG: sandbox: production mode has no sandbox; remove the section"]
