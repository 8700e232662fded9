/** The methods for logging in to a company, and their requirements (spec 2.1, 2.7). */
import { Struct } from "effect"
import * as Texts from "../Texts.ts"

const inSandbox = "Sandbox only. Works like the method without the suffix, with realistic delays."
const inSandboxAtOnce =
  "Sandbox only. Works like the method without the suffix, but deterministically and without delays."

/** The 16 values of `loginMethod`, the same in every version (spec 9). */
export const LoginMethod = Texts.literals(
  "A method for logging in to a company. `GET /companies/availability` lists each company's methods. " +
    "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION works in native apps only, because browsers " +
    "block its cross-origin requests. Browser-based clients use SWEDISH_MOBILE_EID_OTHER_DEVICE.",
  {
    PDF_UPLOAD: "No login. The service reads the insurance from an uploaded PDF.",
    USERNAME_AND_PASSWORD: "Username and password.",
    EMAIL: "Email address. The company sends the login code or link to this address.",
    SWEDISH_SECURITY_TOKEN: "Personal number, and the security token's reply to REFERENCE_NUMBER.",
    SWEDISH_MOBILE_EID_SAME_DEVICE:
      "Electronic ID app on the device that runs the client. Open the app with " +
      "SWEDISH_MOBILE_EID_AUTOSTART_TOKEN.",
    SWEDISH_MOBILE_EID_SAME_DEVICE_TEST: inSandbox,
    SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK: inSandboxAtOnce,
    SWEDISH_MOBILE_EID_OTHER_DEVICE:
      "Electronic ID app on another device. The user scans the QR code in SWEDISH_MOBILE_EID_ANIMATED_QR_DATA.",
    SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST: inSandbox,
    SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK: inSandboxAtOnce,
    SWEDISH_MOBILE_EID_ANY_DEVICE: "Electronic ID app on the same device or another, as the user prefers.",
    SWEDISH_MOBILE_EID_ANY_DEVICE_TEST: inSandbox,
    SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK: inSandboxAtOnce,
    SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION:
      "Electronic ID app on the same device. The client executes the requests in INSTRUCTIONS on that device.",
    SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_TEST: inSandbox,
    SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK: inSandboxAtOnce
  }
).annotate({ identifier: "LoginMethod" })
export type LoginMethod = typeof LoginMethod.Type

/**
 * The system that a method reaches: the company (`REAL`), the sandbox with delays (`TEST`), or the sandbox without
 * delays (`MOCK`).
 */
export type LoginEnvironment = "REAL" | "TEST" | "MOCK"

/** The parameter types that carry credentials (spec 2.1). */
export type LoginParameterType = "PDF_DOCUMENT" | "USERNAME_PASSWORD" | "EMAIL" | "SWEDISH_EID"

interface FamilyFacts {
  readonly parameter: LoginParameterType
  /** True if the method uses the mobile electronic ID. */
  readonly electronicId: boolean
  /** True if another device can scan the order from an animated QR code. */
  readonly animatedQr: boolean
  /** True if an autostart token can open the order on this device. */
  readonly autostart: boolean
  /** True if only native apps can use the method (spec 2.7). */
  readonly nativeOnly: boolean
}

const neither = { electronicId: false, animatedQr: false, autostart: false, nativeOnly: false }
const electronicId = { ...neither, parameter: "SWEDISH_EID", electronicId: true } as const

const families = {
  PDF_UPLOAD: { ...neither, parameter: "PDF_DOCUMENT" },
  USERNAME_AND_PASSWORD: { ...neither, parameter: "USERNAME_PASSWORD" },
  EMAIL: { ...neither, parameter: "EMAIL" },
  SWEDISH_SECURITY_TOKEN: { ...neither, parameter: "SWEDISH_EID" },
  SWEDISH_MOBILE_EID_SAME_DEVICE: { ...electronicId, autostart: true },
  SWEDISH_MOBILE_EID_OTHER_DEVICE: { ...electronicId, animatedQr: true },
  SWEDISH_MOBILE_EID_ANY_DEVICE: { ...electronicId, animatedQr: true, autostart: true },
  SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION: { ...electronicId, autostart: true, nativeOnly: true }
} as const satisfies Partial<Record<LoginMethod, FamilyFacts>>

/** A login method, regardless of its environment. */
export type Family = keyof typeof families

export interface LoginMethodDescription extends FamilyFacts {
  readonly family: Family
  readonly environment: LoginEnvironment
}

const environments = [
  ["", "REAL"],
  ["_TEST", "TEST"],
  ["_MOCK", "MOCK"]
] as const

const table = new Map<string, LoginMethodDescription>(
  Struct.keys(families).flatMap((family) =>
    environments.map(
      ([suffix, environment]) => [family + suffix, { family, environment, ...families[family] }] as const
    )
  )
)

export const all: ReadonlyArray<LoginMethod> = LoginMethod.literals

export const describe = (method: LoginMethod): LoginMethodDescription => {
  const facts = table.get(method)
  if (facts === undefined) throw new Error(`${method} is not a login method`)
  return facts
}
