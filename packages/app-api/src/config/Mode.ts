/** The modes of a service (spec 14.1). Other modules ask what a mode allows, and do not compare modes. */
import type { LoginEnvironment } from "@sheaf/domain/LoginMethod"
import type { Environment } from "@sheaf/ports"
import { Config, Schema } from "effect"
import * as Setting from "./values/Setting.ts"

export interface Mode {
  readonly name: string
  /** True for services that real people use, which must meet more requirements. */
  readonly isProduction: boolean
  /** The service's possible environments. The first is the default. */
  readonly environments: readonly [Environment, ...ReadonlyArray<Environment>]
  /** The environments whose login methods every client may use. */
  readonly loginEnvironments: ReadonlyArray<LoginEnvironment>
  /** True if there are simulated companies, banks and electronic IDs in addition to the configured ones. */
  readonly simulatesCompanies: boolean
  /** True if the service creates the keys, authorities and certificates that are not configured. */
  readonly createsKeys: boolean
  /** True if people, return pages and webhook endpoints may be on this machine. */
  readonly allowsLocalAddresses: boolean
  /** True if a login's starts are limited even without a setting. */
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

/** Describes `SHEAF_MODE` in the list of environment variables. */
export const variable = {
  format: Object.keys(modes).join(" or "),
  defaultValue: byDefault.name,
  meaning: "`production` runs without the sandbox, if the requirements of production mode are met."
}

export const config: Config.Config<Mode> = Config.Literals(["sandbox", "production"], "SHEAF_MODE").pipe(
  Config.withDefault("sandbox" as const),
  Config.map((name) => modes[name])
)

/** The id of a sealing key that the service has created itself. */
export const generatedKeyId = "sandbox"

/** The configuration file's sections that only one mode has. */
export const sections = {
  sandbox: Schema.optionalKey(
    Schema.Struct({
      loginHostPort: Setting.integer(0, 65_535, "The same as `LOGIN_HOST_PORT`. Set only one of them.")
    }).annotate({ description: "The sandbox." })
  )
}

/** The section about the simulated companies' login host. */
export interface ModeSections {
  readonly sandbox?: { readonly loginHostPort?: number }
}

/** Returns the port of the login host, and the setting's name. */
export const loginHostSetting = ({ sandbox }: ModeSections) => ({
  name: "sandbox.loginHostPort",
  port: sandbox?.loginHostPort
})

/** Returns a message for each section that belongs to another mode. */
export const sectionFaults = ({ sandbox }: ModeSections): ReadonlyArray<string> =>
  sandbox === undefined ? [] : ["SHEAF_CONFIG: sandbox: production mode has no sandbox; remove the section"]
