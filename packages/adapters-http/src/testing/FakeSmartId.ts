/** A fake of Smart-ID's relying-party API, version 3, based on its OpenAPI document and the description of ACSP_V2. */
import { Effect } from "effect"
import { constants, createHmac, hash, randomBytes, sign } from "node:crypto"
import type { ScriptedResponse } from "./ScriptedResponses.ts"
import * as FakeProvider from "./FakeProvider.ts"
import type { PersonKey } from "./PersonKeys.ts"

export const relyingParty = { relyingPartyUuid: "00000000-0000-4000-8000-000000000000", relyingPartyName: "DEMO" }
export const schemeName = "smart-id-demo"

interface Session {
  readonly flowType: "Notification" | "QR"
  readonly challenge: string
  readonly interactions: string
  readonly callbackUrl?: string
  /** Only the device that signed knows this value until the app opens the callback URL, which then contains it. */
  readonly userChallengeVerifier: string
}

export interface Authentication {
  readonly person: PersonKey
  readonly certificateLevel?: string
  readonly documentNumber?: string
  readonly flowType?: string
  readonly interactionTypeUsed?: string
  readonly signatureProtocol?: string
  /** Default: the session's challenge. */
  readonly challenge?: string
  readonly hashAlgorithm?: string
  readonly relyingPartyName?: string
  readonly schemeName?: string
  /** Default: the session's return URL. */
  readonly callbackUrl?: string
}

const link = {
  sessionToken: "wGIrqveE6AuGDATZKmR1mtAZ",
  sessionSecret: "B98ODiVCebRedSwdTk51zFSaGYyHtY1H2A0ocAi3/Ps=",
  deviceLinkBase: "https://smart-id.com/device-link"
}

const nameInBase64 = Buffer.from(relyingParty.relyingPartyName).toString("base64")

const appLinkOf = ({ callbackUrl = "", challenge, interactions }: Session, lang: string): string => {
  const { deviceLinkBase, sessionSecret, sessionToken } = link
  const bare =
    `${deviceLinkBase}?deviceLinkType=Web2App&sessionToken=${sessionToken}` +
    `&sessionType=auth&version=1.0&lang=${lang}`
  const payload = `${schemeName}|ACSP_V2|${challenge}|${nameInBase64}||${interactions}|${callbackUrl}|${bare}`
  const code = createHmac("sha256", Buffer.from(sessionSecret, "base64")).update(payload).digest("base64url")
  return `${bare}&authCode=${code}`
}

const required = [
  "relyingPartyUUID",
  "relyingPartyName",
  "certificateLevel",
  "signatureProtocol",
  "signatureProtocolParameters",
  "interactions"
]

const isComplete = (session: Session, { certificateLevel = "QUALIFIED", person, ...more }: Authentication) => {
  const { documentNumber = "PNOEE-40504040001-DEM0-Q", hashAlgorithm = "SHA-512" } = more
  const { flowType = session.flowType, interactionTypeUsed = "confirmationMessage" } = more
  const serverRandom = randomBytes(24).toString("base64")
  const userChallenge = hash("sha256", session.userChallengeVerifier, "base64url")
  const text = [
    more.schemeName ?? schemeName,
    "ACSP_V2",
    serverRandom,
    more.challenge ?? session.challenge,
    userChallenge,
    Buffer.from(more.relyingPartyName ?? relyingParty.relyingPartyName).toString("base64"),
    "",
    hash("sha256", session.interactions, "base64"),
    interactionTypeUsed,
    flowType === "Web2App" ? (more.callbackUrl ?? session.callbackUrl ?? "") : "",
    flowType
  ].join("|")
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }
  const isRsa = person.key.asymmetricKeyType === "rsa"
  const bits = person.key.asymmetricKeyDetails?.modulusLength ?? 0
  const pss = isRsa && bits >= 2048 ? { key: person.key, ...padding } : person.key
  return {
    state: "COMPLETE",
    result: { endResult: "OK", documentNumber },
    signatureProtocol: more.signatureProtocol ?? "ACSP_V2",
    signature: {
      value: sign("sha512", Buffer.from(text), pss).toString("base64"),
      serverRandom,
      userChallenge,
      flowType,
      signatureAlgorithm: "rsassa-pss",
      signatureAlgorithmParameters: {
        hashAlgorithm,
        maskGenAlgorithm: { algorithm: "id-mgf1", parameters: { hashAlgorithm } },
        saltLength: 64,
        trailerField: "0xbc"
      }
    },
    cert: { value: person.certificate, certificateLevel },
    interactionTypeUsed,
    deviceIpAddress: "192.0.2.44",
    ignoredProperties: []
  }
}

export const make = Effect.gen(function* () {
  const sessions = new Map<string, Session>()
  const ends = new Map<string, object>()

  const begin = ({ body, path }: FakeProvider.ReceivedCall): ScriptedResponse => {
    const isNotification = path.startsWith("authentication/notification/")
    const parameters = Object.entries(body.signatureProtocolParameters ?? {})
    const { rpChallenge = "" } = Object.fromEntries(parameters)
    const hasAll = [...required, ...(isNotification ? ["vcType"] : [])].every((name) => body[name] !== undefined)
    const { initialCallbackUrl: callbackUrl } = body
    const isCallback = callbackUrl === undefined || /^https?:\/\/[^|#]+$/.test(String(callbackUrl))
    if (!hasAll || !isCallback || typeof rpChallenge !== "string" || rpChallenge.length < 44)
      return FakeProvider.json(400, {})
    const id = `3d32860c-b62d-4716-9992-${String(sessions.size).padStart(12, "0")}`
    sessions.set(id, {
      flowType: isNotification ? "Notification" : "QR",
      challenge: rpChallenge,
      interactions: String(body.interactions),
      userChallengeVerifier: randomBytes(32).toString("base64url"),
      ...(typeof callbackUrl === "string" && { callbackUrl })
    })
    return FakeProvider.json(200, { sessionID: id, ...(!isNotification && link) })
  }

  const provider = yield* FakeProvider.make("/smart-id-rp/v3/", (call) => {
    const [, id = ""] = /^session\/([^?]+)\?timeoutMs=\d+$/.exec(call.path) ?? []
    if (call.method === "GET") {
      return sessions.has(id)
        ? FakeProvider.json(200, ends.get(id) ?? { state: "RUNNING" })
        : FakeProvider.json(404, {})
    }
    const isKnown = /^authentication\/(device-link|notification)\/(etsi\/PNO|document\/PNO)(EE|LT|LV)-/.test(call.path)
    return isKnown ? begin(call) : FakeProvider.json(404, { status: 404 })
  })

  const newest = (): readonly [string, Session] => {
    const found = [...sessions].at(-1)
    if (found === undefined) throw new Error("no session has begun")
    return found
  }

  return {
    ...provider,
    sessions,
    end: (response: object): void => void ends.set(newest()[0], response),
    /** Authenticates a person in the newest session. `change` can falsify what the provider reports. */
    authenticate: (given: Authentication, change: (report: object) => object = (report) => report): void => {
      const [id, session] = newest()
      ends.set(id, change(isComplete(session, given)))
    },
    newest,
    appLink: (lang: string): string => appLinkOf(newest()[1], lang),
    returned: () => ({
      sessionSecretDigest: hash("sha256", Buffer.from(link.sessionSecret, "base64"), "base64url"),
      userChallengeVerifier: newest()[1].userChallengeVerifier
    })
  }
})
