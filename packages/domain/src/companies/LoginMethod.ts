/** The ways to log in to a company, and what each needs (spec 2.1, 2.7; decisions 2). */
import * as PollingInterval from "../collections/PollingInterval.ts"
import * as Words from "../Words.ts"

/** The 16 values of `loginMethod`; the same in every version (spec 9). */
export const LoginMethod = Words.literals(
  {
    PDF_UPLOAD: "No login: the service reads an insurance from an uploaded PDF.",
    USERNAME_AND_PASSWORD: "Username and password.",
    EMAIL: "Email address. The company sends the login code or link to it.",
    SWEDISH_SECURITY_TOKEN: "Personal number, and the security token's reply to REFERENCE_NUMBER.",
    SWEDISH_MOBILE_EID_SAME_DEVICE:
      "Electronic ID app on the device that runs the client. Open the app with " +
      "SWEDISH_MOBILE_EID_AUTOSTART_TOKEN.",
    SWEDISH_MOBILE_EID_SAME_DEVICE_TEST: "Sandbox only: the same method, with realistic delays.",
    SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK: "Sandbox only: the same method, deterministic and without delays.",
    SWEDISH_MOBILE_EID_OTHER_DEVICE:
      "Electronic ID app on another device. The user scans the QR code in SWEDISH_MOBILE_EID_ANIMATED_QR_DATA.",
    SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST: "Sandbox only: the same method, with realistic delays.",
    SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK: "Sandbox only: the same method, deterministic and without delays.",
    SWEDISH_MOBILE_EID_ANY_DEVICE: "Electronic ID app on the same device or another, as the user prefers.",
    SWEDISH_MOBILE_EID_ANY_DEVICE_TEST: "Sandbox only: the same method, with realistic delays.",
    SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK: "Sandbox only: the same method, deterministic and without delays.",
    SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION:
      "Electronic ID app on the same device. The client executes the requests in INSTRUCTIONS on that device.",
    SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_TEST:
      "Sandbox only: the same method, with realistic delays.",
    SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK:
      "Sandbox only: the same method, deterministic and without delays."
  },
  {
    identifier: "LoginMethod",
    description:
      "The method to log in to a company. `GET /companies/availability` lists the methods of each company. " +
      "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION works in native apps only, because browsers " +
      "block its cross-origin requests. Browser-based clients use SWEDISH_MOBILE_EID_OTHER_DEVICE."
  }
)
export type LoginMethod = typeof LoginMethod.Type

/** What is done to log in, whatever the environment. */
export type Family =
  | "PDF_UPLOAD"
  | "USERNAME_AND_PASSWORD"
  | "EMAIL"
  | "SWEDISH_SECURITY_TOKEN"
  | "SWEDISH_MOBILE_EID_SAME_DEVICE"
  | "SWEDISH_MOBILE_EID_OTHER_DEVICE"
  | "SWEDISH_MOBILE_EID_ANY_DEVICE"
  | "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION"

/** `REAL` reaches the company; `TEST` the sandbox with its delays; `MOCK` the sandbox, deterministic and without them. */
export type LoginEnvironment = "REAL" | "TEST" | "MOCK"

/** The parameter type that carries the credentials of a method (spec 2.1). */
export type LoginParameterType = "PDF_DOCUMENT" | "USERNAME_PASSWORD" | "EMAIL" | "SWEDISH_EID"

export interface LoginMethodDescription {
  readonly family: Family
  readonly environment: LoginEnvironment
  /** The one login parameter that a start with this method carries. */
  readonly parameter: LoginParameterType
  /** Whether the method uses the mobile electronic ID. */
  readonly electronicId: boolean
  /** Whether the order is shown as an animated QR code, for another device to scan. */
  readonly animatedQr: boolean
  /** Whether the order is opened on this device with an autostart token. */
  readonly autostart: boolean
  /** Whether only native apps can use it (spec 2.7). */
  readonly nativeOnly: boolean
  /** How often to poll while the user is waited for, in milliseconds (spec 8; decisions 4). */
  readonly pollingInterval: number
}

type FamilyFacts = Omit<LoginMethodDescription, "family" | "environment">

const neither = {
  electronicId: false,
  animatedQr: false,
  autostart: false,
  nativeOnly: false,
  pollingInterval: PollingInterval.waiting
}
const qr = { animatedQr: true, pollingInterval: PollingInterval.animatedQr }
const electronicId = { ...neither, parameter: "SWEDISH_EID", electronicId: true } as const

const families: Record<Family, FamilyFacts> = {
  PDF_UPLOAD: { ...neither, parameter: "PDF_DOCUMENT" },
  USERNAME_AND_PASSWORD: { ...neither, parameter: "USERNAME_PASSWORD" },
  EMAIL: { ...neither, parameter: "EMAIL" },
  SWEDISH_SECURITY_TOKEN: { ...neither, parameter: "SWEDISH_EID" },
  SWEDISH_MOBILE_EID_SAME_DEVICE: { ...electronicId, autostart: true },
  SWEDISH_MOBILE_EID_OTHER_DEVICE: { ...electronicId, ...qr },
  SWEDISH_MOBILE_EID_ANY_DEVICE: { ...electronicId, ...qr, autostart: true },
  SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION: { ...electronicId, autostart: true, nativeOnly: true }
}

const split = (method: LoginMethod): readonly [family: string, environment: LoginEnvironment] => {
  if (method.endsWith("_TEST")) return [method.slice(0, -"_TEST".length), "TEST"]
  if (method.endsWith("_MOCK")) return [method.slice(0, -"_MOCK".length), "MOCK"]
  return [method, "REAL"]
}

const isFamily = (text: string): text is Family => Object.hasOwn(families, text)

const describeOnce = (method: LoginMethod): LoginMethodDescription => {
  const [family, environment] = split(method)
  if (!isFamily(family)) throw new Error(`login method ${method} belongs to no family`)
  return { family, environment, ...families[family] }
}

const table = new Map<LoginMethod, LoginMethodDescription>(
  LoginMethod.literals.map((method) => [method, describeOnce(method)])
)

/** Every login method. */
export const all: ReadonlyArray<LoginMethod> = LoginMethod.literals

/** The facts of one method. */
export const describe = (method: LoginMethod): LoginMethodDescription => {
  const facts = table.get(method)
  if (facts === undefined) throw new Error(`${method} is no login method`)
  return facts
}

/** Every method of a family: one for each environment that it has. */
export const ofFamily = (family: Family): ReadonlyArray<LoginMethod> =>
  all.filter((method) => describe(method).family === family)

/**
 * The same method in another environment, or `undefined` where its family has none: only the name changes, the
 * parameters stay (spec 2.1).
 *
 * @example
 * inEnvironment("SWEDISH_MOBILE_EID_OTHER_DEVICE", "MOCK") // "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK"
 * inEnvironment("EMAIL", "TEST") // undefined
 */
export const inEnvironment = (method: LoginMethod, environment: LoginEnvironment): LoginMethod | undefined =>
  ofFamily(describe(method).family).find((other) => describe(other).environment === environment)
