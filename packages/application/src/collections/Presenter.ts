/** What a client sees of a collection at one moment (decisions 4). */
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import * as PollingInterval from "@sheaf/domain/PollingInterval"
import type { AnimatedQr, CollectionHead, CurrentStatus, Shown, StatusView } from "@sheaf/ports"

const iso = (millis: number): string => new Date(millis).toISOString()

const withQr = (
  qr: AnimatedQr["Service"],
  { animatedQr, information }: Shown,
  second: number
): ExtraInformation | undefined =>
  animatedQr === undefined
    ? information
    : {
        ...information,
        SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: qr.text(animatedQr.startToken, animatedQr.startSecret, second)
      }

const bodyOf = (head: CollectionHead, showsQr: boolean, extraInformation: ExtraInformation | undefined) => {
  const pollingInterval = PollingInterval.of(head.status, showsQr)
  return {
    collectionId: head.collectionId,
    id: head.collectionId,
    company: head.company,
    status: head.status,
    createdAt: iso(head.createdAt),
    statusChangedAt: iso(head.statusChangedAt),
    ...(pollingInterval !== undefined && { pollingInterval }),
    ...(extraInformation !== undefined && { extraInformation }),
    ...(head.externalReference !== undefined && { externalReference: head.externalReference })
  }
}

/** The status object at the time `now`, in milliseconds since 1970. */
export const present = (qr: AnimatedQr["Service"], view: StatusView, now: number): CurrentStatus => {
  const { animatedQr } = view.shown
  if (animatedQr === undefined) {
    return { body: bodyOf(view, false, view.shown.information), products: view.products, revision: view.revision }
  }
  const qrSecond = Math.max(0, Math.floor((now - animatedQr.startedAt) / 1000))
  const { products, revision } = view
  return { body: bodyOf(view, true, withQr(qr, view.shown, qrSecond)), products, revision, qrSecond }
}
