/** Requests with which attackers and the victim start collections. */
import type { StartCollection } from "@sheaf/domain/StartCollection"

/** A password that no log contains by chance. */
const password = "correct horse battery staple"

const personalNumber = "199001012385"

export const secrets = [password, personalNumber]

export const startRequestAs = (username: string, company = "se-nordhem") =>
  ({
    company,
    loginMethod: "USERNAME_AND_PASSWORD",
    parameters: [{ type: "USERNAME_PASSWORD", username, password }]
  }) as const satisfies StartCollection

/** A login that selects none of the sandbox's scenarios. */
export const defaultStartRequest = startRequestAs("mallory")

export const inputRequiredStartRequest = startRequestAs("two-factor")

export const electronicIdStartRequest = (company = "se-nordhem") =>
  ({
    company,
    loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
    parameters: [{ type: "SWEDISH_EID", personalNumber }]
  }) as const satisfies StartCollection

export const aisConsentParameter = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" } as const

export const uploadStartRequest = (file: Uint8Array) =>
  ({
    company: "ee-rannakindlustus",
    loginMethod: "PDF_UPLOAD",
    parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: Buffer.from(file).toString("base64") }]
  }) as const satisfies StartCollection
