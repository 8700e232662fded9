/**
 * Maps a bank's `challengeData`: what the person needs in the bank's app, and which methods the person can choose from
 * (NextGenPSD2 1.3.11).
 */
import type { TwoFactorMethod } from "@sheaf/domain/ExtraInformation"
import type { ScaChallenge } from "@sheaf/ports"
import { readMember, readText, readTexts } from "./LenientDecoding.ts"

/** Matches an autostart token, which banks return in the same member as the text of a QR code. */
const tokenPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The maximum length of an image, in characters. */
const maxImage = 200_000

/** Image types that are safe on a page, keyed by the first characters of the image's base64. */
const mediaTypes: Readonly<Record<string, string>> = { iVBORw: "image/png", "/9j/": "image/jpeg", R0lGOD: "image/gif" }

const imageOf = (value: unknown): string | undefined => {
  if (typeof value !== "string" || value.length > maxImage) return undefined
  const base64 = value.replace(/^data:image\/[a-z]+;base64,/, "")
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const [, type] = Object.entries(mediaTypes).find(([start]) => base64.startsWith(start)) ?? []
  return type === undefined ? undefined : `data:${type};base64,${base64}`
}

export const challengeOf = ({
  challengeData,
  psuMessage
}: {
  readonly challengeData?: unknown
  readonly psuMessage?: unknown
}): ScaChallenge | undefined => {
  const data = readTexts(readMember(challengeData, "data"))
  const autoStartToken =
    readText(readMember(challengeData, "autoStartToken")) ?? data.find((text) => tokenPattern.test(text))
  const qrText = data.find((text) => text !== autoStartToken)
  const image = imageOf(readMember(challengeData, "image"))
  const information = readText(readMember(challengeData, "additionalInformation")) ?? readText(psuMessage)
  const challenge: ScaChallenge = {
    ...(autoStartToken !== undefined && { autoStartToken }),
    ...(qrText !== undefined && { qrText }),
    ...(image !== undefined && { image }),
    ...(information !== undefined && { information })
  }
  return Object.keys(challenge).length === 0 ? undefined : challenge
}

/** Maps NextGenPSD2 authentication types to channels. All other types mean the bank's app. */
const channels: Readonly<Record<string, TwoFactorMethod["type"]>> = {
  SMS_OTP: "SMS",
  SMTP_OTP: "EMAIL",
  CHIP_OTP: "TOTP",
  PHOTO_OTP: "TOTP"
}

const maxMethods = 50

/**
 * Sorts the methods by the position of their type or id in `types`. Methods that `types` does not contain come last.
 */
export const methodsOf = (scaMethods: unknown, types: ReadonlyArray<string> = []): ReadonlyArray<TwoFactorMethod> => {
  const found = (Array.isArray(scaMethods) ? scaMethods.slice(0, maxMethods) : []).flatMap((each: unknown) => {
    const id = readText(readMember(each, "authenticationMethodId"))
    if (id === undefined) return []
    const type = readText(readMember(each, "authenticationType")) ?? ""
    const label = readText(readMember(each, "name")) ?? readText(readMember(each, "explanation")) ?? id
    const rank = types.findIndex((wanted) => wanted === type || wanted === id)
    const method: TwoFactorMethod = { id, type: channels[type] ?? "APP", label }
    return [{ method, rank: rank === -1 ? types.length : rank }]
  })
  return found.toSorted((a, b) => a.rank - b.rank).map(({ method }) => method)
}
