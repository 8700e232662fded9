/** The modes of a service (spec 14.1). Other modules ask what a mode allows, and never compare modes. */
import type { LoginEnvironment } from "@sheaf/domain/LoginMethod"
import type { Environment } from "@sheaf/ports"
import { Config, Schema } from "effect"
import * as Setting from "./values/Setting.ts"

export interface Mode {
  readonly name: string
  /** True for services used by real people, which must meet additional requirements. */
  readonly isProduction: boolean
  /** The environments that the service can have. The first is the default. */
  readonly environments: readonly [Environment, ...ReadonlyArray<Environment>]
  readonly loginEnvironments: ReadonlyArray<LoginEnvironment>
  /** True if the service simulates companies, banks and electronic IDs in addition to the configured ones. */
  readonly simulatesCompanies: boolean
  /** True if the service creates any keys, authorities and certificates that are not configured. */
  readonly createsKeys: boolean
  readonly allowsLocalAddresses: boolean
  /** True if starts are limited per login even without a setting. */
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

export const variable = {
  format: Object.keys(modes).join(" or "),
  defaultValue: byDefault.name,
  meaning: "`production` runs without the sandbox, if the requirements of production mode are met."
}

export const config: Config.Config<Mode> = Config.Literals(["sandbox", "production"], "SHEAF_MODE").pipe(
  Config.withDefault("sandbox" as const),
  Config.map((name) => modes[name])
)

export const generatedKeyId = "sandbox"

export const sections = {
  sandbox: Schema.optionalKey(
    Schema.Struct({
      loginHostPort: Setting.integer(0, 65_535, "The same as `LOGIN_HOST_PORT`. Set only one of them.")
    }).annotate({ description: "The sandbox." })
  )
}

export interface ModeSections {
  readonly sandbox?: { readonly loginHostPort?: number }
}

export const loginHostSetting = ({ sandbox }: ModeSections) => ({
  name: "sandbox.loginHostPort",
  port: sandbox?.loginHostPort
})

export const sectionFaults = ({ sandbox }: ModeSections): ReadonlyArray<string> =>
  sandbox === undefined ? [] : ["SHEAF_CONFIG: sandbox: production mode has no sandbox; remove the section"]
