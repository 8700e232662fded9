/** The Swedish electronic ID and security token (spec 2.1, 2.7). */
import { Result } from "effect"
import * as AuthenticationMismatch from "../users/AuthenticationMismatch.ts"
import * as PersonalNumber from "../users/PersonalNumber.ts"
import { plainMethodProperties } from "./Scheme.ts"
import type { MethodDeclaration, ParameterDeclaration, Scheme } from "./Scheme.ts"

const app = { ...plainMethodProperties, electronicId: true, hasVariants: true } as const
const orders = { ...app, authorizesConsents: true } as const
/** Polls more often, because a person who uses the app on the same device is back quickly. */
const sameDevice = { autostart: true, pollingMillis: 1500 } as const

const methods = {
  SWEDISH_SECURITY_TOKEN: {
    ...plainMethodProperties,
    hasVariants: false,
    meaning: "Personal number, and the security token's reply to REFERENCE_NUMBER."
  },
  SWEDISH_MOBILE_EID_SAME_DEVICE: {
    ...orders,
    ...sameDevice,
    meaning:
      "Electronic ID app on the device that runs the client. Open the app with SWEDISH_MOBILE_EID_AUTOSTART_TOKEN."
  },
  SWEDISH_MOBILE_EID_OTHER_DEVICE: {
    ...orders,
    animatedQr: true,
    meaning: "Electronic ID app on another device. The user scans the QR code in SWEDISH_MOBILE_EID_ANIMATED_QR_DATA."
  },
  SWEDISH_MOBILE_EID_ANY_DEVICE: {
    ...orders,
    animatedQr: true,
    autostart: true,
    meaning: "Electronic ID app on the same device or another, as the user prefers."
  },
  SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION: {
    ...app,
    ...sameDevice,
    nativeOnly: true,
    meaning: "Electronic ID app on the same device. The client executes the requests in INSTRUCTIONS on that device."
  }
} as const satisfies Record<string, MethodDeclaration>

export const scheme = {
  parameter: "SWEDISH_EID",
  markets: ["se"],
  takesEndUserIp: true,
  methods
} as const satisfies Scheme & { readonly parameter: string }

export interface Login {
  readonly type: "SWEDISH_EID"
  readonly personalNumber: string
  readonly app?: unknown
  readonly web?: unknown
}

/** `normalize` also keeps members that are not in {@link Login}. */
export const parameterDeclaration: ParameterDeclaration<Login> = {
  fields: ["personalNumber"],
  normalize: (login, { checkDigit, today }) => {
    if (login.app !== undefined && login.web !== undefined) {
      return Result.fail([
        {
          pointer: "/app",
          code: "INVALID_FIELD",
          detail: "The person logs in either in an app or in a browser: send app or web, not both."
        }
      ])
    }
    const personalNumber = PersonalNumber.normalize(login.personalNumber, { checkDigit, today })
    if (personalNumber !== undefined) return Result.succeed({ ...login, personalNumber })
    const detail =
      "Not a personal, coordination or interim number: the date, the birth number or the check digit is wrong."
    return Result.fail([{ pointer: "/personalNumber", code: "INVALID_FIELD", detail }])
  },
  identity: ({ personalNumber }) => personalNumber,
  personalNumber: ({ personalNumber }) => personalNumber,
  compare: ({ personalNumber: requested }, known, today) =>
    AuthenticationMismatch.comparePersonalNumbers({ requested, ...known }, today)
}
