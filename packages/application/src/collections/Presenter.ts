/** The status object that clients see for a collection (decisions 4). */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as PollingInterval from "@sheaf/domain/PollingInterval"
import type { AnimatedQr, SessionAttributes, CurrentStatus, OpenQuestion, StatusFacts } from "@sheaf/ports"
import * as AnimatedQrCode from "../AnimatedQrCode.ts"
import { timestampOf } from "../Day.ts"

const pendingInputOf = ({ inputId, type, until }: OpenQuestion) => ({ inputId, type, expiresAt: timestampOf(until) })

/** Returns the members for the client's own references. */
export const shownAttributes = (attributes: SessionAttributes | undefined) => {
  if (attributes === undefined) return undefined
  const { EXTERNAL_REFERENCE: externalReference } = attributes
  return { sessionMetadata: attributes, ...(externalReference !== undefined && { externalReference }) }
}

/** Returns the status object at the time `now`, in milliseconds since 1970. */
export const present = (codes: AnimatedQr["Service"], view: StatusFacts, now: number): CurrentStatus => {
  const { attributes, collectionId, company, createdAt, openQuestion, products, revision, status } = view
  const { animatedQr, information, sandboxPageUrl } = view.shown
  const code = animatedQr && AnimatedQrCode.at(codes, animatedQr, now)
  const pollingInterval = PollingInterval.of(status, code !== undefined)
  const extraInformation = code ? { ...information, SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: code.text } : information
  const body = {
    collectionId,
    id: collectionId,
    company,
    products,
    status,
    createdAt: timestampOf(createdAt),
    statusChangedAt: timestampOf(view.statusChangedAt),
    ...(pollingInterval !== undefined && { pollingInterval }),
    ...(openQuestion !== undefined && { pendingInput: pendingInputOf(openQuestion) }),
    ...(extraInformation !== undefined && { extraInformation }),
    ...shownAttributes(attributes),
    ...(sandboxPageUrl !== undefined && { sandboxPageUrl })
  }
  const qr = code && { qrSecond: code.second, qrUntil: code.until }
  return { body, revision, isFinal: isFinal(status), ...qr }
}
