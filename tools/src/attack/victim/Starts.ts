/** The requests of attackers and the victim that start collections. */
import type { StartCollection } from "@sheaf/domain/StartCollection"

/** The attackers' password, a text that no log contains by chance. */
const password = "correct horse battery staple"

/** The person who logs in with an electronic ID. */
const personalNumber = "199001012385"

/** The texts that no log may contain. */
export const secrets = [password, personalNumber]

/** A login with a user name, at a company of the sandbox. */
export const startRequestAs = (username: string, company = "se-nordhem") =>
  ({
    company,
    loginMethod: "USERNAME_AND_PASSWORD",
    parameters: [{ type: "USERNAME_PASSWORD", username, password }]
  }) as const satisfies StartCollection

/** A login that selects none of the sandbox's scenarios. */
export const defaultStartRequest = startRequestAs("mallory")

/** A login that waits for a code. */
export const inputRequiredStartRequest = startRequestAs("two-factor")

/** A login with an electronic ID on any device. */
export const electronicIdStartRequest = (company = "se-nordhem") =>
  ({
    company,
    loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
    parameters: [{ type: "SWEDISH_EID", personalNumber }]
  }) as const satisfies StartCollection

/** The parameter that requests account information. */
export const aisConsentParameter = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" } as const

/** An upload of a policy. */
export const uploadStartRequest = (file: Uint8Array) =>
  ({
    company: "ee-rannakindlustus",
    loginMethod: "PDF_UPLOAD",
    parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: Buffer.from(file).toString("base64") }]
  }) as const satisfies StartCollection
